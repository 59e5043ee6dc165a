// SPDX-License-Identifier: Apache-2.0
// A Verilog text with the signals that its pragmas define.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/pragma.h"

namespace tapestry {

struct TextWithStates {
    std::string text;  // the same lines; behind each process with pragmas stands its copy
    std::vector<PragmaBlock> blocks;
};

// Fails, with diagnostics, when a pragma cannot be read or stands in no process. A process that
// cannot be copied is reported and left out.
Result<TextWithStates> verilog_with_states(const std::string& text, const std::string& file,
                                           Diagnostics& diagnostics);

}  // namespace tapestry
