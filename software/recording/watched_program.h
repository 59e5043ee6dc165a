// SPDX-License-Identifier: Apache-2.0
// The watcher is a process between us and the user's program. It stays in our process group and at
// our terminal and adopts orphans of the program (as subreaper), so it knows every descendant. It
// kills them when the program has ended, when we ask it to, and when we have died.
#pragma once

#include <functional>

namespace tapestry {

struct WatchedEnd {
    int error = 0;   // errno if the program could not be started
    int status = 0;  // as from waitpid
};

// Runs the watcher in the calling process. `socket` delivers signals to forward, one byte each, and
// receives a WatchedEnd at the end; when its peer closes, we have died. `become` executes the
// program.
[[noreturn]] void watch_program(int socket, const std::function<void()>& become);

}  // namespace tapestry
