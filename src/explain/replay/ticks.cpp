// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/ticks.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tapestry {

namespace {

// No real clocks have a ratio that needs more ticks in a cycle.
constexpr std::uint64_t kMostTicks = 1 << 20;
// Extra factor, so that a clock made half again as fast still has whole ticks.
constexpr std::uint64_t kFiner = 240;

// The simplest fraction from `low` to `high`, both above 0.
Ratio simplest(double low, double high) {
    const double whole = std::floor(low);
    if (low == whole || whole + 1 <= high)
        return {static_cast<std::uint64_t>(low == whole ? whole : whole + 1), 1};
    const Ratio rest = simplest(1 / (high - whole), 1 / (low - whole));
    return {static_cast<std::uint64_t>(whole) * rest.over + rest.under, rest.over};
}

Ticks ticks_with(const Run& run, const std::set<std::int32_t>& clocks) {
    Ticks ticks;
    ticks.by_clock.assign(run.clocks.size(), 1);
    std::vector<Ratio> ratios;
    std::uint64_t all = 1;
    for (const RunClock& clock : run.clocks) {
        const bool counts = clocks.contains(clock.clock.clock) && clock.edges > 0;
        ratios.push_back(counts ? ratio_of(run.cycles, clock.edges) : Ratio{});
        ticks.several = ticks.several || ratios.back().over != ratios.back().under;
        all = std::min(kMostTicks, std::lcm(all, ratios.back().under));
    }
    if (!ticks.several) return ticks;
    all *= kFiner;
    ticks.by_run = all;
    for (std::size_t c = 0; c < ratios.size(); ++c)
        ticks.by_clock[c] = std::max<std::uint64_t>(1, all * ratios[c].over / ratios[c].under);
    return ticks;
}

}  // namespace

// Over the same time each count may be one edge too high or too low.
Ratio ratio_of(std::uint64_t edges, std::uint64_t other_edges) {
    if (edges == other_edges || edges < 2 || other_edges < 2) return {};
    const auto a = static_cast<double>(edges), b = static_cast<double>(other_edges);
    const Ratio ratio = simplest((a - 1) / (b + 1), (a + 1) / (b - 1));
    return ratio.over == 0 || ratio.under > kMostTicks ? Ratio{} : ratio;
}

Ticks ticks_of(const Run& run, const Operations& operations) {
    std::set<std::int32_t> clocks;
    for (const OperationThread& thread : operations.threads) clocks.insert(thread.clock);
    return ticks_with(run, clocks);
}

Ticks ticks_of(const Run& run) {
    std::set<std::int32_t> clocks;
    for (const RunClock& clock : run.clocks) clocks.insert(clock.clock.clock);
    return ticks_with(run, clocks);
}

}  // namespace tapestry
