// SPDX-License-Identifier: Apache-2.0
#include "explain/network/beside_software.h"

#include <algorithm>

namespace tapestry {

namespace {

bool is_thread(const NetworkBlock& block, const Run& run) {
    if (block.machines.size() != 1) return false;
    const int place = run.taps[static_cast<std::size_t>(block.machines[0])].place;
    return place >= 0 && run.places[static_cast<std::size_t>(place)].kind == PlaceKind::thread;
}

bool has_software(const Run& run) {
    return std::any_of(run.clocks.begin(), run.clocks.end(),
                       [](const RunClock& c) { return c.unit == "ns"; });
}

double seen_states(const Run& run, const Period& period, int machine) {
    double seen = 0;
    for (std::size_t s = 0; s < run.taps[static_cast<std::size_t>(machine)].states.size(); ++s)
        seen += period.state_cycles(machine, s);
    return seen;
}

// The cycles seen by the channels of a block without a machine; negative if it has no channel.
double seen_by_channels(const Network& network, const Period& period, std::size_t block) {
    double there = -1;
    for (const auto* links : {&network.links_of[block], &network.links_on[block]}) {
        for (const std::size_t i : *links) {
            const int channel = network.links[i].channel;
            if (channel < 0) continue;
            double seen = 0;
            for (const Count bin : {Count::transfer_cycles, Count::blocked_cycles,
                                    Count::starved_cycles, Count::idle_cycles})
                seen += period.number(channel, bin);
            there = std::max(there, seen);
        }
    }
    return there;
}

}  // namespace

double not_there(const Network& network, const Run& run, const Period& period, std::size_t block) {
    const NetworkBlock& b = network.blocks[block];
    const bool thread = is_thread(b, run);
    if (!thread && !has_software(run)) return 0;
    if (thread && run.taps[static_cast<std::size_t>(b.machines[0])].tap.states().empty())
        return period.length();
    double there = b.machines.empty() ? seen_by_channels(network, period, block) : 0;
    for (const int machine : b.machines) there = std::max(there, seen_states(run, period, machine));
    return there < 0 ? 0 : std::max(0.0, period.length() - there);
}

void count_once(const Network& network, const Run& run, std::vector<double>& cycles,
                std::vector<double>& firm) {
    for (std::size_t said = 0; said < network.links.size(); ++said) {
        const auto by = static_cast<std::size_t>(network.links[said].by);
        const bool says = network.links[said].kind == WaitKind::synchronise && cycles[said] > 0;
        if (!says || !is_thread(network.blocks[by], run)) continue;
        for (const std::size_t i : network.links_of[by]) {
            const Link& link = network.links[i];
            if (link.kind == WaitKind::synchronise || link.on != network.links[said].on) continue;
            cycles[i] = std::min(cycles[i], cycles[said]);
            cycles[said] -= cycles[i];
            firm[i] = std::min(firm[i], cycles[i]);
            firm[said] = cycles[said];
        }
    }
}

}  // namespace tapestry
