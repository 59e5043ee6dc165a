// SPDX-License-Identifier: Apache-2.0
// A vector, or an array of single bits, that is one side of many handshakes.
#pragma once

#include <string>

#include "find/module/subject.h"

namespace tapestry {

// How many handshakes a variable may be one side of: the bits of a vector, or the elements of an
// array of single bits.
std::uint64_t handshakes(const Subject& on, VarId v);
// "[2]": the declared index of one bit of a vector or one element of an array; "" for kNone.
std::string index_text(const Subject& on, VarId v, std::int32_t element);
// The bits that one of `count` ports has of a variable that they share; 0 when they cannot be told.
std::uint32_t share_width(const Subject& on, VarId v, std::uint64_t count);
// The selection of one port's share; "" when it cannot be written.
std::string share_text(const Subject& on, VarId v, std::uint32_t share, std::int32_t element);

}  // namespace tapestry
