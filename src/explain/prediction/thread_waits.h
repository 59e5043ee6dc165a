// SPDX-License-Identifier: Apache-2.0
// For what the threads of a replay waited, and at which channels: a visit waits for the beats that
// it takes, and then for the room, or for the other end, of what it gives.
#pragma once

#include <optional>

#include "explain/replay/replay.h"

namespace tapestry {

// In ticks.
struct Waits {
    std::uint64_t receive = 0;
    std::uint64_t send = 0;
};

struct ReplayWaits {
    std::vector<Waits> threads;
    // By channel: its reader for beats, its writer with one. Nothing where one of them makes its
    // visits in an order of its own.
    std::vector<std::optional<Waits>> channels;
};

// `ends` is what Replay::run() gave for these settings; `periods` as there. Of a thread that
// chooses all waiting is for beats.
ReplayWaits waits_of(const Operations& operations, const std::vector<std::uint64_t>& periods,
                     const std::vector<ChannelSetting>& settings,
                     const std::vector<std::vector<std::uint64_t>>& ends);

}  // namespace tapestry
