// SPDX-License-Identifier: Apache-2.0
#include "model/record_layout.h"

namespace tapestry {

namespace {

std::size_t power_of_two(std::uint64_t least) {
    std::size_t words = 1;
    while (words < least) words *= 2;
    return words;
}

// The words needed for a number of that width.
std::size_t words_of_bits(std::uint32_t bits, const LinkMap& link) {
    return (bits + link.counter_width - 1) / link.counter_width;
}

std::size_t end_of(const Tap& tap, const LinkMap& link) {
    switch (tap.kind()) {
        case TapKind::fsm:
            return MachineWords(tap).end;
        case TapKind::stream:
            return StreamWords(tap, link).end;
        case TapKind::queue:
            return QueueWords(tap).end;
        case TapKind::call:
            return CallWords(tap, link).end;
        case TapKind::event:
            return tap.place.lean ? EventWords::kTable : EventWords::kEnd;
        case TapKind::assertion:
            return EventWords::kEnd;
        case TapKind::value:
            return ValueWords(tap, link).end;
        case TapKind::sum:
            return SumWords(tap, link).end;
        case TapKind::trace:
            return TraceWords(tap, link).end;
    }
    return 0;
}

}  // namespace

bool observes_keep(const TapForm& tap) { return !tap.observed("keep").empty(); }

TraceWindow trace_window(const TraceRule& rule, std::uint64_t depth_by_default) {
    if (rule.trigger != "change") return {rule.before, rule.after};
    return {0, rule.depth != 0 ? rule.depth : depth_by_default};
}

MachineWords::MachineWords(const Tap& tap)
    : has_transitions(!tap.place.lean && tap.states().size() <= kMostStatesWithTransitions),
      states(tap.states().size() + 1),
      row(power_of_two(states + 1)),
      rows(has_transitions ? states + 1 : 2),
      entries(row),
      max_dwell(rows * row),
      min_dwell(max_dwell + (tap.place.lean ? 0 : row)),
      end(min_dwell + (tap.place.lean ? 0 : row)) {}

StreamWords::StreamWords(const Tap& tap, const LinkMap& link)
    : bins(tap.place.lean ? 1 : link.burst_bins),
      table(reached(bins)),
      kept(table),
      longest_block(table + (observes_keep(tap) && !tap.place.lean ? 2 : 0)),
      longest_burst(longest_block + 1),
      end(tap.place.lean ? table : longest_burst + 1) {}

QueueWords::QueueWords(const Tap& tap)
    : histogram(tap.place.lean ? kTable : kMaxOccupancy + 1),
      bins(tap.queue().bins + 1),
      end(histogram + power_of_two(bins + 1)) {}

CallWords::CallWords(const Tap& tap, const LinkMap& link)
    : bins(tap.place.lean ? 0 : link.latency_bins),
      end(tap.place.lean ? kTable : kHistogram + bins) {}

ValueWords::ValueWords(const Tap& tap, const LinkMap& link)
    : below(tap.value().bins),
      above(below + 1),
      disabled(above + 1),
      reset(disabled + 1),
      table(reset + 1),
      value_sum(table),
      least(value_sum + words_of_bits(64, link) + 1),
      most(least + words_of_bits(64, link)),
      end(most + words_of_bits(64, link)) {}

SumWords::SumWords(const Tap& tap, const LinkMap& link)
    : end(kTotal + words_of_bits(tap.sum().width, link) + 1) {}

TraceWords::TraceWords(const Tap& tap, const LinkMap& link)
    : stride(power_of_two(1 + words_of_bits(tap.trace().width, link))) {
    const TraceWindow records = trace_window(tap.trace().rule, kRingTraceDepth);
    window = records.before + records.after;
    end = kFirst + window * stride;
}

std::uint32_t record_words(const Tap& tap, const LinkMap& link) {
    return static_cast<std::uint32_t>(end_of(tap, link));
}

}  // namespace tapestry
