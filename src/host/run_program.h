// SPDX-License-Identifier: Apache-2.0
// Runs the user's program as a shell would: with our standard streams, our terminal and our place
// among the processes. What the keyboard sends goes to it; TERM and HUP that reach us are passed
// on.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tapestry {

struct ProgramEnd {
    int error = 0;   // errno when it could not be started
    int status = 0;  // as a shell gives it: exit status, or 128 + signal
    int signal = 0;  // that ended it; 0: none
    double seconds = 0;
};

// `environment` is set beside ours; values replace those that are there.
ProgramEnd run_program(const std::vector<std::string>& words,
                       const std::vector<std::pair<std::string, std::string>>& environment);

}  // namespace tapestry
