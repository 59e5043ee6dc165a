// SPDX-License-Identifier: Apache-2.0
// The signals by which a user or a system ends a program.
#pragma once

#include <signal.h>

#include <array>

namespace tapestry {

inline constexpr std::array kEndingSignals = {SIGINT, SIGTERM, SIGHUP};

// nohup starts a program with HUP ignored, so that it outlives its terminal.
inline bool is_ignored_hangup(int number) {
    struct sigaction now {};
    return number == SIGHUP && sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace tapestry
