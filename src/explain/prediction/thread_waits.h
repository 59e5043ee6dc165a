// SPDX-License-Identifier: Apache-2.0
// What the threads of a replay waited for, and at which channels: a visit waits for the beats that
// it takes, then for a free entry, or for the other end, of each push.
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
    // By channel: the waits of its reader for beats and of its writer for space. Nothing if one of
    // them reorders its visits.
    std::vector<std::optional<Waits>> channels;
};

// `ends` is the result of Replay::run() for these settings; `periods` as there. All waits of a
// thread that chooses count as waits for beats.
ReplayWaits waits_of(const Operations& operations, const std::vector<std::uint64_t>& periods,
                     const std::vector<ChannelSetting>& settings,
                     const std::vector<std::vector<std::uint64_t>>& ends);

}  // namespace tapestry
