// SPDX-License-Identifier: Apache-2.0
// GHDL makes one register of members that lie side by side when a member that nobody assigns parts
// them from the rest: of an array of records s it holds s(0).state and s(1).count together. Here
// each member becomes a register of its own again.
#pragma once

#include "read/vhdl/net_names.h"

namespace tapestry {

// A register that is written in a form that is not known stays as it is.
void split_registers(NetModule& module, const ModuleNames& names);

}  // namespace tapestry
