// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/thread_work.h"

#include <algorithm>
#include <map>

namespace tapestry {

namespace {

// What lies between the states that a thread names may be anything, a wait too; and a transfer may
// wait for the other side.
bool is_named_work(const TapState& state) {
    return state.name != "other" && (state.category == to_word(Category::busy) ||
                                     state.category == to_word(Category::overhead));
}

double named_work(const NetworkBlock& block, const Run& run, const Period& period) {
    if (!is_thread(block, run)) return 0;
    const int tap = block.machines.front();
    const std::vector<TapState>& states =
        run.taps[static_cast<std::size_t>(tap)].tap.machine().states;
    double work = 0;
    for (std::size_t s = 0; s < states.size(); ++s)
        if (is_named_work(states[s])) work += period.state_cycles(tap, s);
    return work;
}

// Of all blocks of one suspect.
struct Part {
    double time = 0, most_work = 0;
};

}  // namespace

void keep_thread_work(const Network& network, const Run& run, const Period& period,
                      const Load& load, const std::vector<std::size_t>& suspect_of,
                      std::vector<double>& time) {
    std::size_t thread = 0;
    double work = 0;
    for (std::size_t b = 0; b < time.size(); ++b)
        if (const double of_block = named_work(network.blocks[b], run, period); of_block > work)
            thread = b, work = of_block;
    if (work <= 0) return;
    std::map<std::size_t, Part> parts;
    for (std::size_t b = 0; b < time.size(); ++b) {
        Part& part = parts[suspect_of[b]];
        part.time += time[b];
        part.most_work = std::max(part.most_work, load.work[b]);
    }
    const double rest = std::max(0.0, load.length - work);
    for (std::size_t b = 0; b < time.size(); ++b) {
        const Part& part = parts[suspect_of[b]];
        if (suspect_of[b] == suspect_of[thread] || part.time <= rest || part.most_work >= work)
            continue;
        const double kept = time[b] * rest / part.time;
        time[thread] += time[b] - kept;
        time[b] = kept;
    }
}

}  // namespace tapestry
