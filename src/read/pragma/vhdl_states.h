// SPDX-License-Identifier: Apache-2.0
// Adds the signals defined by pragmas to a VHDL text.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "read/pragma/verilog_states.h"
#include "read/pragma/vhdl_tokens.h"

namespace tapestry {

// The signals visible to the processes of a VHDL design, from their declarations. Before VHDL-2008
// a sensitivity list must name them (there is no `all`).

struct VhdlSignals {
    std::map<std::string, std::set<std::string>> ports;  // readable ports, by entity
    std::set<std::string> in_packages;
};

// Adds the declarations of a text that are visible to others.
void add_signals(const std::vector<VhdlToken>& tokens, VhdlSignals& known);

// The signals visible to the process at token `process`.
std::set<std::string> signals_seen(const std::vector<VhdlToken>& tokens, std::size_t process,
                                   const VhdlSignals& known);

struct VhdlPragmaOptions {
    std::string standard = "08";  // as GHDL names it: 87, 93, 93c, 00, 02, 08
    int* count = nullptr;         // of signals so far: names are unique in the design
    VhdlSignals signals = {};     // declared by other texts of the design
};

// As verilog_with_states. A block with the signal follows each process with pragmas.
Result<TextWithStates> vhdl_with_states(const std::string& text, const std::string& file,
                                        const VhdlPragmaOptions& options, Diagnostics& diagnostics);

}  // namespace tapestry
