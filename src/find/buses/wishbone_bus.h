// SPDX-License-Identifier: Apache-2.0
// Wishbone: `cyc`, `stb` and `ack`; pipelined if there is a `stall`, else one transaction at a
// time.
#pragma once

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

// Takes or rejects the bus whose `cyc` is the port `v`, if `v` is one.
void find_wishbone_bus(const Subject& on, const SiblingNames& names, VarId v);

}  // namespace tapestry
