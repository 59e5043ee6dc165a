// SPDX-License-Identifier: Apache-2.0
#include "explain/network/held_up.h"

#include <algorithm>
#include <map>

namespace tapestry {

namespace {

constexpr double kSeldom = 0.5;  // of the beats

}  // namespace

double cycles_in_states(const Period& period, const std::vector<StateRef>& states) {
    std::map<int, double> by_machine;
    double most = 0;
    for (const StateRef& s : states)
        most = std::max(most, by_machine[s.tap] += period.state_cycles(s.tap, s.state));
    return most;
}

double HeldUp::for_each_output(std::size_t block) {
    if (!cycles_[block]) cycles_[block] = while_all_work(block);
    return *cycles_[block];
}

double HeldUp::while_all_work(std::size_t block) const {
    double least = period_.length(), outputs = 0;
    for (const std::size_t i : net_.links_of[block]) {
        if (net_.links[i].kind != WaitKind::send) continue;
        least = std::min(least, while_it_works(net_.links[i]));
        if (least <= 0) return 0;
        ++outputs;
    }
    return outputs == 0 ? 0 : least / outputs;
}

// The cycles with neither valid nor ready in which the machine of the consumer is in another state;
// none if the consumer often waits for a beat.
double HeldUp::while_it_works(const Link& sent) const {
    if (sent.channel < 0 ||
        !run_.taps[static_cast<std::size_t>(sent.channel)].tap.is(TapKind::stream))
        return 0;
    const double beats = period_.number(sent.channel, Count::transfer_cycles);
    if (period_.number(sent.channel, Count::starved_cycles) > kSeldom * beats) return 0;
    for (const std::size_t i : net_.links_of[static_cast<std::size_t>(sent.on)]) {
        const Link& taken = net_.links[i];
        if (taken.channel == sent.channel && !taken.states.empty())
            return std::min(period_.number(sent.channel, Count::idle_cycles),
                            period_.length() - cycles_in_states(period_, taken.states));
    }
    return 0;
}

}  // namespace tapestry
