// SPDX-License-Identifier: Apache-2.0
#include "explain/network/clock_scale.h"

#include <algorithm>
#include <map>

namespace tapestry {

namespace {

// The clock of most taps; on a tie, the one of most taps with frames.
int reference_clock(const Run& run) {
    std::map<int, std::pair<std::size_t, std::size_t>> taps;
    for (const TapNumbers& n : run.taps) {
        if (n.silent) continue;
        auto& [all, framed] = taps[n.tap.clock];
        framed += n.frames.empty() ? 0 : 1;
        ++all;
    }
    int best = -1;
    std::pair<std::size_t, std::size_t> most{0, 0};
    for (const auto& [clock, count] : taps) {
        if (count > most) best = clock, most = count;
    }
    return best;
}

const RunClock* clock_at(const Run& run, int number) {
    const bool known = number >= 0 && number < static_cast<int>(run.clocks.size());
    return known ? &run.clocks[static_cast<std::size_t>(number)] : nullptr;
}

}  // namespace

ClockScale::ClockScale(const Run& run) : run_(run), reference_(reference_clock(run)) {
    for (const TapNumbers& n : run.taps)
        if (!n.silent && n.tap.clock == reference_)
            of_reference_ = std::max(of_reference_, static_cast<double>(n.edges));
    length_ = of_reference_;
    for (const TapNumbers& n : run.taps)
        if (!n.silent) length_ = std::max(length_, static_cast<double>(n.edges) * cycle_of(n));
}

double ClockScale::cycle_of(const TapNumbers& tap) const {
    if (tap.tap.clock == reference_ || tap.edges == 0) return 1;
    const RunClock* own = clock_at(run_, tap.tap.clock);
    const RunClock* other = clock_at(run_, reference_);
    const bool timed = own && other && own->rate_hz && other->rate_hz && *own->rate_hz > 0 &&
                       (own->unit == "ns") != (other->unit == "ns");
    return timed ? *other->rate_hz / *own->rate_hz : of_reference_ / static_cast<double>(tap.edges);
}

}  // namespace tapestry
