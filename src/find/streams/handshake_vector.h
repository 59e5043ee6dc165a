// SPDX-License-Identifier: Apache-2.0
// A vector, or an array of bits, that is one side of many handshakes.
#pragma once

#include <string>

#include "find/module/subject.h"

namespace tapestry {

// How many handshakes a variable may carry: the bits of a vector, or the elements of an array of
// bits.
std::uint64_t handshakes(const Subject& on, VarId v);
// "[2]": the declared index of a bit of a vector or an element of an array; "" for kNone.
std::string index_text(const Subject& on, VarId v, std::int32_t element);
// The width of one port's share of a variable that `count` ports divide; 0 if unknown.
std::uint32_t share_width(const Subject& on, VarId v, std::uint64_t count);
// The select expression of one port's share; "" if it cannot be written.
std::string share_text(const Subject& on, VarId v, std::uint32_t share, std::int32_t element);

}  // namespace tapestry
