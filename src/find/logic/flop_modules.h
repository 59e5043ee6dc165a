// SPDX-License-Identifier: Apache-2.0
// Flop modules: modules that are nothing but registers (next value in, value out, optional enable
// and reset), as many cores use them. Their registers are inlined into the instantiating modules,
// so that state machines and handshakes are detected as if written in place.
#pragma once

#include <optional>

#include "model/design.h"

namespace tapestry {

// The design with all flop modules inlined; nothing if it has none. Existing variables, instances
// and assignments keep their indices.
std::optional<Design> with_flops_in_place(const Design& design);

}  // namespace tapestry
