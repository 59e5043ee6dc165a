// SPDX-License-Identifier: Apache-2.0
// Runs the user's program as a shell would: with our standard streams, our terminal and our place
// among the processes. What the keyboard sends goes to it; INT, TERM and HUP that somebody sends to
// us are passed on to it and all that it has started, TERM after 1 s in any case; what is left
// after 5 s, or at a second signal, is ended. Nothing that it has started outlives it, nor us,
// however we end.
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
    bool interrupted = false;        // by somebody
    double seconds_since_heard = 0;  // when we heard that, too
};

// `environment` is set beside ours; values replace those that are there.
ProgramEnd run_program(const std::vector<std::string>& words,
                       const std::vector<std::pair<std::string, std::string>>& environment);

}  // namespace tapestry
