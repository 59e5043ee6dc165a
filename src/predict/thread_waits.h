// SPDX-License-Identifier: Apache-2.0
// For what the threads of a replay waited: a visit waits for the beats that it takes, and then for
// the room, or for the other end, of what it gives.
#pragma once

#include "predict/replay.h"

namespace tapestry {

// In ticks.
struct ThreadWaits {
    std::uint64_t receive = 0;
    std::uint64_t send = 0;
};

// By thread. `ends` is what Replay::run() gave for these settings; `periods` as there. A thread
// that chooses makes its visits in an order of its own: all its waiting is for beats.
std::vector<ThreadWaits> thread_waits(const Operations& operations,
                                      const std::vector<std::uint64_t>& periods,
                                      const std::vector<ChannelSetting>& settings,
                                      const std::vector<std::vector<std::uint64_t>>& ends);

}  // namespace tapestry
