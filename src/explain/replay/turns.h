// SPDX-License-Identifier: Apache-2.0
// Threads whose visits need not come in the recorded order: threads that choose among channels, and
// threads downstream of them. Their visits are divided into turns, each of which begins with a
// beat. Beats keep their recorded number, so that the thread that takes one handles it as recorded.
#pragma once

#include <cstdint>
#include <vector>

#include "model/operations.h"

namespace tapestry {

struct Turns {
    std::vector<std::uint32_t> channels;  // a turn begins with a beat of one; empty: no turns
    ChoicePolicy policy = ChoicePolicy::recorded;  // where there are several
    std::vector<std::size_t> starts;  // the first visit of each turn; then the end of the last
    std::vector<std::vector<std::uint32_t>> of_beat;  // turn, by place in `channels` and beat

    bool empty() const { return channels.empty(); }
    bool chooses() const { return policy != ChoicePolicy::recorded; }
};

// By thread; empty if its visits come in the recorded order.
std::vector<Turns> turns_of(const Operations& operations);

}  // namespace tapestry
