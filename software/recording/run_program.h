// SPDX-License-Identifier: Apache-2.0
// Runs the user's program as a shell would: with our standard streams, terminal and process group.
// Signals from the keyboard reach it directly. INT, TERM and HUP sent to us are forwarded to it and
// all its descendants, followed by TERM after 1 s; whatever is left after 5 s, or at a second
// signal, is killed. No descendant outlives the program, or us, however we end.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tapestry {

struct ProgramEnd {
    int error = 0;   // errno if it could not be started
    int status = 0;  // as in a shell: exit status, or 128 + signal
    int signal = 0;  // signal that ended it; 0: none
    double seconds = 0;
    bool interrupted = false;        // a signal asked to stop it
    double seconds_since_heard = 0;  // since that signal
};

// `environment` is added to ours and overrides it.
ProgramEnd run_program(const std::vector<std::string>& words,
                       const std::vector<std::pair<std::string, std::string>>& environment);

}  // namespace tapestry
