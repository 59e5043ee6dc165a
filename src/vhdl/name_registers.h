// SPDX-License-Identifier: Apache-2.0
// Gives nets that GHDL made up the names of the signals and ports that are nothing but them, and
// drops what only copied one to the other.
#pragma once

#include <map>
#include <string>

#include "vhdl/netlist.h"

namespace tapestry {

// The places in the VHDL where signals are declared, by name.
std::map<std::string, std::string> name_registers(NetModule& module);

}  // namespace tapestry
