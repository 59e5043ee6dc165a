// SPDX-License-Identifier: Apache-2.0
#include "software/recording/worlds.h"

#include <algorithm>

namespace tapestry {

Worlds::Worlds(const std::vector<Recording>& recordings) {
    for (const Recording& r : recordings) {
        if (r.rank < 0) continue;
        const auto [at, is_new] = first_.try_emplace(r.world, r.start);
        at->second = std::min(at->second, r.start);
    }
    std::vector<std::pair<std::uint64_t, std::uint64_t>> by_start;
    for (const auto& [world, start] : first_) by_start.emplace_back(start, world);
    std::sort(by_start.begin(), by_start.end());
    for (const auto& [start, world] : by_start)
        number_.emplace(world, static_cast<int>(number_.size()));
    for (std::size_t i = 0; i < recordings.size(); ++i)
        if (recordings[i].rank >= 0)
            process_.try_emplace({of(recordings[i]), recordings[i].rank}, static_cast<int>(i));
}

int Worlds::of(const Recording& r) const {
    const auto at = number_.find(r.world);
    return r.rank < 0 || at == number_.end() ? -1 : at->second;
}

int Worlds::process(int world, int rank) const {
    if (rank < 0) return rank;
    const auto at = process_.find({world, rank});
    return at == process_.end() ? kNoRecording : at->second;
}

}  // namespace tapestry
