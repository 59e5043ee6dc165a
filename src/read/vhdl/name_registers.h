// SPDX-License-Identifier: Apache-2.0
// Gives nets that GHDL made up the names of the signals and ports that are nothing but them, and
// drops what only copied one to the other. So do registers that are variables of processes.
#pragma once

#include <map>
#include <string>

#include "read/vhdl/net_names.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

// A register that is some bits of a signal: [3:2] of fills.
struct SignalPart {
    std::string signal;
    std::string bits;
};

struct NamedRegisters {
    std::map<std::string, std::string> places;  // in the VHDL where signals are declared, by name
    std::map<std::string, SignalPart> parts;    // by name of the register
};

// A variable is called after its process and itself: control.state.
NamedRegisters name_registers(NetModule& module, const ModuleNames& names, VhdlFiles& files);

}  // namespace tapestry
