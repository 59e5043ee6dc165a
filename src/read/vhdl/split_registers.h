// SPDX-License-Identifier: Apache-2.0
// GHDL merges adjacent members into one register if an unassigned member separates them from the
// rest: for an array of records s, one register holds s(0).state and s(1).count. This step splits
// it into one register per member.
#pragma once

#include "read/vhdl/net_names.h"

namespace tapestry {

// A register with an unknown form of assignment is left unchanged.
void split_registers(NetModule& module, const ModuleNames& names);

}  // namespace tapestry
