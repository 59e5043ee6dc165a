// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/spent_time.h"

#include <algorithm>
#include <map>

#include "model/category.h"
#include "model/replicas.h"

namespace tapestry {

namespace {

struct StateSum {
    std::uint64_t cycles = 0;
    std::string source;  // of the thread that is in it the longest
    std::uint64_t longest = 0;
};

struct ThreadSums {
    std::map<std::string, StateSum> states;  // that are no waits; "": outside all of them
    std::uint64_t observed = 0;
};

bool is_call(const std::string& state) { return state.starts_with("MPI_"); }

void add_state_time(ThreadSums& sums, const std::string& state, std::uint64_t cycles,
                    const std::string& at) {
    StateSum& sum = sums.states[state];
    sum.cycles += cycles;
    if (cycles <= sum.longest) return;
    sum.longest = cycles;
    sum.source = at;
}

void add_thread(ThreadSums& sums, const TapNumbers& n) {
    const std::vector<TapState>& states = n.tap.states();
    std::uint64_t outside = n.observed_cycles;
    for (std::size_t i = 0; i < states.size() && i < n.states.size(); ++i) {
        const std::uint64_t cycles = n.states[i].cycles;
        outside -= std::min(outside, cycles);
        const std::optional<Category> category = category_of(states[i].category);
        if (!category || !is_wait(*category))
            add_state_time(sums, states[i].name, cycles, states[i].source);
    }
    add_state_time(sums, "", outside, "");
    sums.observed += n.observed_cycles;
}

bool are_mostly_calls(const ThreadSums& sums) {
    std::uint64_t calls = 0, all = 0;
    for (const auto& [state, sum] : sums.states) {
        all += sum.cycles;
        if (is_call(state)) calls += sum.cycles;
    }
    return calls > all - calls;
}

}  // namespace

std::optional<SpentTime> spent_time(const Run& run, const std::string& path) {
    ThreadSums sums;
    for (const TapNumbers& n : run.taps) {
        const bool is_thread = n.tap.is(TapKind::fsm) && n.tap.clock >= 0 &&
                               n.tap.clock < static_cast<int>(run.clocks.size()) &&
                               run.clocks[static_cast<std::size_t>(n.tap.clock)].unit == "ns";
        if (is_thread && (n.tap.scope == path || folded_path(n.tap.scope) == path))
            add_thread(sums, n);
    }
    const bool calls = are_mostly_calls(sums);
    const StateSum* most = nullptr;
    std::string name;
    for (const auto& [state, sum] : sums.states) {
        if (sum.cycles == 0 || is_call(state) != calls || (most && sum.cycles <= most->cycles))
            continue;
        most = &sum;
        name = state;
    }
    if (!most) return std::nullopt;
    return SpentTime{static_cast<double>(most->cycles) / static_cast<double>(sums.observed), name,
                     most->source};
}

}  // namespace tapestry
