// SPDX-License-Identifier: Apache-2.0
#include "model/record_layout.h"

#include <algorithm>

namespace tapestry {

namespace {

std::uint32_t power_of_two(std::uint64_t least) {
    std::uint32_t words = 1;
    while (words < least) words *= 2;
    return words;
}

}  // namespace

std::uint32_t state_row(std::size_t states) { return power_of_two(states + 2); }

std::uint32_t queue_row(std::uint64_t bins) { return power_of_two(bins + 2); }

bool observes_keep(const Tap& tap) {
    return std::any_of(tap.observe.begin(), tap.observe.end(),
                       [](const auto& port) { return port.first == "keep"; });
}

std::uint32_t value_words(const LinkMap& link) {
    return (64 + link.counter_width - 1) / link.counter_width;
}

std::uint32_t record_words(const Tap& tap, const LinkMap& link) {
    switch (tap.kind) {
        case TapKind::fsm: {
            const auto states = static_cast<std::uint32_t>(tap.states.size());
            const std::uint32_t rows = states > kMostStatesWithTransitions ? 2 : states + 2;
            return (rows + 2) * state_row(states);  // shortest and longest dwell behind the table
        }
        case TapKind::stream:
            return 6 + 2 * link.burst_bins + (observes_keep(tap) ? 2 : 0) + 2;
        case TapKind::queue:
            return 32 + 3 + queue_row(tap.bins);
        case TapKind::call:
            return 16 + 4 + 4 + link.latency_bins;
        case TapKind::event:
            return 4 + 1;
        case TapKind::value:
            return static_cast<std::uint32_t>(tap.bins) + 4 + 3 * value_words(link) + 1;
    }
    return 0;
}

}  // namespace tapestry
