// SPDX-License-Identifier: Apache-2.0
#include "run/reading/closed_sums.h"

#include <limits>

namespace tapestry {

namespace {

// Adds without wrapping: damaged numbers must not close a sum by accident.
class Sum {
public:
    Sum& add(std::uint64_t n) {
        value_ = n > kMost - value_ ? kMost : value_ + n;
        return *this;
    }
    std::uint64_t value() const { return value_; }

private:
    static constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t value_ = 0;
};

Sum histogram_sum(const TapNumbers& tap) {
    Sum sum;
    for (const HistogramBin& bin : tap.histogram) sum.add(bin.count);
    return sum;
}

Sum states_sum(const TapNumbers& tap) {
    Sum sum;
    for (const StateNumbers& state : tap.states) sum.add(state.cycles);
    return sum;
}

std::optional<OpenSum> want_equal(const std::string& bins, const Sum& sum, std::uint64_t total) {
    if (sum.value() == total) return std::nullopt;
    return OpenSum{bins, sum.value(), total};
}

std::optional<OpenSum> want_at_most(const std::string& bins, const Sum& sum, std::uint64_t total) {
    if (sum.value() <= total) return std::nullopt;
    return OpenSum{bins, sum.value(), total};
}

std::optional<OpenSum> open_stream_sum(const TapNumbers& tap) {
    Sum bins;
    for (const char* word :
         {"transfer_cycles", "blocked_cycles", "starved_cycles", "idle_cycles"}) {
        bins.add(tap.number(word));
    }
    if (auto open = want_equal("four bins", bins, tap.observed_cycles)) return open;
    if (tap.tap.place.lean) return std::nullopt;  // it has no lengths
    return want_equal("burst lengths", histogram_sum(tap), tap.number("bursts"));
}

std::optional<OpenSum> open_value_sum(const TapNumbers& tap) {
    Sum bins = histogram_sum(tap).add(tap.number("below")).add(tap.number("above"));
    if (auto open = want_equal("values", bins, tap.number("samples"))) return open;
    Sum samples;
    samples.add(tap.number("samples")).add(tap.number("unknown"));
    return want_at_most("samples", samples, tap.observed_cycles);
}

}  // namespace

std::optional<OpenSum> find_open_sum(const TapNumbers& tap) {
    Sum edges;
    edges.add(tap.reset_cycles).add(tap.observed_cycles);
    if (auto open = want_equal("edges", edges, tap.edges)) return open;
    switch (tap.tap.kind()) {
        case TapKind::fsm:
            return want_equal("states", states_sum(tap), tap.observed_cycles);
        case TapKind::stream:
            return open_stream_sum(tap);
        case TapKind::queue:
            return want_equal("occupancies", histogram_sum(tap), tap.observed_cycles);
        case TapKind::call:
            if (tap.tap.place.lean) return std::nullopt;  // it has no latencies
            return want_equal("latencies", histogram_sum(tap), tap.number("completions"));
        case TapKind::event:
            return want_at_most("true cycles", Sum().add(tap.number("cycles_true")),
                                tap.observed_cycles);
        case TapKind::value:
            return open_value_sum(tap);
        case TapKind::sum:
            return want_at_most("samples",
                                Sum().add(tap.number("samples")).add(tap.number("unknown")),
                                tap.observed_cycles);
        case TapKind::trace:
            return want_equal("records", Sum().add(tap.trace.size()), tap.number("records"));
        case TapKind::assertion:
            return want_at_most("violations", Sum().add(tap.number("violations")),
                                tap.observed_cycles);
    }
    return std::nullopt;
}

}  // namespace tapestry
