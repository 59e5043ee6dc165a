// SPDX-License-Identifier: Apache-2.0
// Adds the signals defined by pragmas to a Verilog text.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/pragma.h"

namespace tapestry {

struct TextWithStates {
    std::string text;  // the same lines; the copy of each process with pragmas follows it
    std::vector<PragmaBlock> blocks;
};

// Reports and fails if a pragma is malformed or outside any process. A process that cannot be
// copied is reported and skipped.
Result<TextWithStates> verilog_with_states(const std::string& text, const std::string& file,
                                           Diagnostics& diagnostics);

}  // namespace tapestry
