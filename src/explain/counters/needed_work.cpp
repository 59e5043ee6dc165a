// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/needed_work.h"

#include <algorithm>
#include <map>

#include "base/path_name.h"

namespace tapestry {

namespace {

// What lies between the states that a thread names may be anything, a wait too; and a transfer may
// wait for the other side.
bool is_named_work(const TapState& state) {
    return state.name != "other" && (state.category == to_word(Category::busy) ||
                                     state.category == to_word(Category::overhead));
}

double thread_work(const NetworkBlock& block, const Run& run, const Period& period) {
    const int tap = block.machines.front();
    const std::vector<TapState>& states =
        run.taps[static_cast<std::size_t>(tap)].tap.machine().states;
    double work = 0;
    for (std::size_t s = 0; s < states.size(); ++s)
        if (is_named_work(states[s])) work += period.state_cycles(tap, s);
    return work;
}

// Beats that leave the design; none where they leave it at several places, as nobody knows then
// which of them a block has worked for.
double results_of(const Network& network, const Period& period) {
    double results = 0;
    for (const Link& link : network.links) {
        if (link.kind != WaitKind::receive || link.channel < 0 ||
            !network.blocks[static_cast<std::size_t>(link.by)].is_outside())
            continue;
        const double beats = period.times(link.channel, Count::transfer_cycles);
        if (beats > 0 && results > 0) return 0;
        results = std::max(results, beats);
    }
    return results;
}

// The channel on which others take most beats from the block; -1: none.
int output_of(const Network& network, const Period& period, std::size_t b) {
    int output = -1;
    double most = 0;
    for (const std::size_t i : network.links_on[b]) {
        const Link& link = network.links[i];
        if (link.kind != WaitKind::receive || link.channel < 0) continue;
        const double beats = period.times(link.channel, Count::transfer_cycles);
        if (beats > most) most = beats, output = link.channel;
    }
    return output;
}

// Whether the machine goes through each of its states once for each beat, but for the last one.
bool works_once_a_beat(const TapNumbers& machine, const TapNumbers& output) {
    return std::ranges::all_of(machine.states, [&](const StateNumbers& state) {
        return state.entries <= output.number("transfer_cycles") + 2;
    });
}

// Of the beats that others take from the block, no more are needed than there are results.
double needed_by_results(const Network& network, const Run& run, const Period& period,
                         const Load& load, std::size_t b, double results) {
    const NetworkBlock& block = network.blocks[b];
    const int output = output_of(network, period, b);
    if (block.is_outside() || block.machines.size() != 1 || output < 0 ||
        !works_once_a_beat(run.taps[static_cast<std::size_t>(block.machines.front())],
                           run.taps[static_cast<std::size_t>(output)]))
        return 0;
    return load.work[b] * std::min(1.0, results / period.times(output, Count::transfer_cycles));
}

double needed_work(const Network& network, const Run& run, const Period& period, const Load& load,
                   std::size_t b, double results) {
    return is_thread(network.blocks[b], run)
               ? thread_work(network.blocks[b], run, period)
               : needed_by_results(network, run, period, load, b, results);
}

// A block and what is below it may be at the same work.
bool are_of_one(const std::string& a, const std::string& b) {
    return is_below(a, b) || is_below(b, a);
}

// Of all blocks of one suspect.
struct Part {
    double time = 0, most_work = 0;
};

}  // namespace

void keep_needed_work(const Network& network, const Run& run, const Period& period,
                      const Load& load, const std::vector<std::size_t>& suspect_of,
                      std::vector<double>& time) {
    const double results = results_of(network, period);
    std::size_t worker = 0;
    double work = 0;
    std::map<std::size_t, Part> parts;
    for (std::size_t b = 0; b < time.size(); ++b) {
        const double own = needed_work(network, run, period, load, b, results);
        if (own > work) worker = b, work = own;
        Part& part = parts[suspect_of[b]];
        part.time += time[b];
        part.most_work = std::max(part.most_work, own > 0 ? own : most_work(network, load, b));
    }
    if (work <= 0) return;
    const double rest = std::max(0.0, load.length - work);
    for (std::size_t b = 0; b < time.size(); ++b) {
        const Part& part = parts[suspect_of[b]];
        if (suspect_of[b] == suspect_of[worker] || part.time <= rest || part.most_work >= work ||
            are_of_one(network.blocks[b].path, network.blocks[worker].path))
            continue;
        const double kept = time[b] * rest / part.time;
        time[worker] += time[b] - kept;
        time[b] = kept;
    }
}

}  // namespace tapestry
