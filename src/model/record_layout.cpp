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

std::uint32_t sum_words(const Tap& tap, const LinkMap& link) {
    return (tap.width + link.counter_width - 1) / link.counter_width + 1;
}

std::uint32_t trace_stride(const Tap& tap, const LinkMap& link) {
    return power_of_two(1 + (tap.width + link.counter_width - 1) / link.counter_width);
}

TraceWindow trace_window(const TraceRule& rule, std::uint64_t depth_by_default) {
    if (rule.trigger != "change") return {rule.before, rule.after};
    return {0, rule.depth != 0 ? rule.depth : depth_by_default};
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
        case TapKind::sum:  // a value of one bin without extremes
            return 1 + 4 + sum_words(tap, link);
        case TapKind::trace: {
            const TraceWindow window = trace_window(tap.trace, kRingTraceDepth);
            return 5 + static_cast<std::uint32_t>(window.before + window.after) *
                           trace_stride(tap, link);
        }
        case TapKind::assertion:
            return 4 + 1;
    }
    return 0;
}

}  // namespace tapestry
