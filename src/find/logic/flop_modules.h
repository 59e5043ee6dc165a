// SPDX-License-Identifier: Apache-2.0
// Modules that are nothing but registers (next value in, value out, perhaps an enable and a reset),
// as many cores have them. Their registers are written into the modules that instance them, so that
// state machines and handshakes are found as if they were written in place.
#pragma once

#include <optional>

#include "model/design.h"

namespace tapestry {

// The design with the registers of its flop modules in place; nothing when it has none. Variables,
// instances and what was there of assignments keep their numbers.
std::optional<Design> with_flops_in_place(const Design& design);

}  // namespace tapestry
