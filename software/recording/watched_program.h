// SPDX-License-Identifier: Apache-2.0
// The process between us and the user's program. It stays in our group and at our terminal, as the
// program does, and adopts what the program leaves behind; so it knows all that was started, and
// ends it: when the program has ended, when we are told to, and when we are no more.
#pragma once

#include <functional>

namespace tapestry {

struct WatchedEnd {
    int error = 0;   // errno when the program could not be started
    int status = 0;  // as waitpid gives it
};

// In a process of its own. `socket` brings signals to pass on, a byte each, and takes a WatchedEnd
// in the end; when its other end is closed, we are no more. `become` becomes the program.
[[noreturn]] void watch_program(int socket, const std::function<void()>& become);

}  // namespace tapestry
