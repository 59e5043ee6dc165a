// SPDX-License-Identifier: Apache-2.0
// Whether two nets are the two sides of one handshake, by who drives them.
#pragma once

#include <string>

#include "find/module/subject.h"

namespace tapestry {

// Why they are not; empty when nothing speaks against it. `element` is the handshake of a vector or
// array of them, kNone when they are single bits.
std::string why_no_handshake(const Subject& on, VarId valid, VarId ready, std::int32_t element);
std::string why_no_handshake(const Subject& on, Bit valid, Bit ready);

}  // namespace tapestry
