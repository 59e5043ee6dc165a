// SPDX-License-Identifier: Apache-2.0
// Threads whose visits need not come in the recorded order: those that choose among channels, and
// those that take what such a thread gave. Their visits are cut into turns, each of which begins
// with a beat. Beats keep the number that they had in the recording, so that whoever takes one does
// with it what was recorded of it.
#pragma once

#include <cstdint>
#include <vector>

#include "model/operations.h"

namespace tapestry {

struct Turns {
    std::vector<std::uint32_t> channels;  // each turn begins with a beat of one; empty: no turns
    ChoicePolicy policy = ChoicePolicy::recorded;  // where there are several
    std::vector<std::size_t> starts;  // the first visit of each turn; then the end of the last
    std::vector<std::vector<std::uint32_t>> of_beat;  // by place in `channels` and number of beat

    bool empty() const { return channels.empty(); }
    bool chooses() const { return policy != ChoicePolicy::recorded; }
};

// By thread; empty for those whose visits come in the recorded order.
std::vector<Turns> turns_of(const Operations& operations);

}  // namespace tapestry
