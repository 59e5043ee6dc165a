// SPDX-License-Identifier: Apache-2.0
// Adds the signals defined by pragmas to a VHDL text.
#pragma once

#include <string>

#include "read/pragma/verilog_states.h"
#include "read/pragma/vhdl_signals.h"

namespace tapestry {

struct VhdlPragmaOptions {
    std::string standard = "08";  // as GHDL names it: 87, 93, 93c, 00, 02, 08
    int* count = nullptr;         // of signals so far: names are unique in the design
    VhdlSignals signals = {};     // declared by other texts of the design
};

// As verilog_with_states. A block with the signal follows each process with pragmas.
Result<TextWithStates> vhdl_with_states(const std::string& text, const std::string& file,
                                        const VhdlPragmaOptions& options, Diagnostics& diagnostics);

}  // namespace tapestry
