// SPDX-License-Identifier: Apache-2.0
// A VHDL text with the signals that its pragmas define.
#pragma once

#include <string>

#include "read/pragma/verilog_states.h"
#include "read/pragma/vhdl_signals.h"

namespace tapestry {

struct VhdlPragmaOptions {
    std::string standard = "08";  // 93, 02 or 08
    int* count = nullptr;         // of signals so far: a name is used once in a design
    VhdlSignals signals = {};     // that other texts of the design declare
};

// As verilog_with_states. Behind each process with pragmas stands a block with its signal.
Result<TextWithStates> vhdl_with_states(const std::string& text, const std::string& file,
                                        const VhdlPragmaOptions& options, Diagnostics& diagnostics);

}  // namespace tapestry
