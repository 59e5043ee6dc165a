// SPDX-License-Identifier: Apache-2.0
// Renames nets that GHDL generated after the signals and ports that are identical to them, and
// removes the copies between the two. The same for registers that are variables of processes.
#pragma once

#include <map>
#include <string>

#include "read/vhdl/net_names.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

// A register that is a slice of a signal: fills[3:2].
struct SignalPart {
    std::string signal;
    std::string bits;
};

struct NamedRegisters {
    std::map<std::string, std::string> places;  // declarations in the VHDL, by signal
    std::map<std::string, SignalPart> parts;    // by register
};

// A variable is named after its process and itself: control.state.
NamedRegisters name_registers(NetModule& module, const ModuleNames& names, VhdlFiles& files);

}  // namespace tapestry
