// SPDX-License-Identifier: Apache-2.0
#include "explain/network/load.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "explain/network/network.h"
#include "explain/network/period.h"
#include "model/run.h"

namespace tapestry {

namespace {

// A block without a machine that distributes beats to others: when it can be shown to wait for them
// even though it offers no beat.

class HeldUp {
public:
    HeldUp(const Network& network, const Run& run, const Period& period)
        : net_(network), run_(run), period_(period), cycles_(network.blocks.size()) {}

    // Cycles, for each of its outputs, in which all consumers of the block are at work and would
    // get a beat at once.
    double for_each_output(std::size_t block);

private:
    double while_all_work(std::size_t block) const;
    double while_it_works(const Link& sent, double without_beat) const;
    double without_beat(std::size_t block) const;
    double without_room(std::size_t block) const;

    const Network& net_;
    const Run& run_;
    const Period& period_;
    std::vector<std::optional<double>> cycles_;  // by block, computed on demand
};

constexpr double kSeldom = 0.5;  // of the beats

bool is_stream(const Run& run, int channel) {
    return channel >= 0 && run.taps[static_cast<std::size_t>(channel)].tap.is(TapKind::stream);
}

// Cycles in these states. Machines run in parallel, so the longest of them counts.
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
    double least = without_room(block), outputs = 0;
    const double nothing_to_give = without_beat(block);
    for (const std::size_t i : net_.links_of[block]) {
        if (net_.links[i].kind != WaitKind::send) continue;
        least = std::min(least, while_it_works(net_.links[i], nothing_to_give));
        if (least <= 0) return 0;
        ++outputs;
    }
    return outputs == 0 ? 0 : least / outputs;
}

// Cycles in which no beat is offered to the block, at most: what its consumers starve then is not
// its doing.
double HeldUp::without_beat(std::size_t block) const {
    double least = -1;
    for (const std::size_t i : net_.links_of[block]) {
        const Link& taken = net_.links[i];
        if (taken.kind != WaitKind::receive || !is_stream(run_, taken.channel)) continue;
        const double none = period_.number(taken.channel, Count::starved_cycles) +
                            period_.number(taken.channel, Count::idle_cycles);
        least = least < 0 ? none : std::min(least, none);
    }
    return std::max(0.0, least);
}

// Cycles in which the block takes no beat, at most; without an input, all. A block that takes beats
// waits for nobody to give them to.
double HeldUp::without_room(std::size_t block) const {
    double most = -1;
    for (const std::size_t i : net_.links_of[block]) {
        const Link& taken = net_.links[i];
        if (taken.kind != WaitKind::receive || !is_stream(run_, taken.channel)) continue;
        most = std::max(most, period_.number(taken.channel, Count::blocked_cycles) +
                                  period_.number(taken.channel, Count::idle_cycles));
    }
    return most < 0 ? period_.length() : std::min(most, period_.length());
}

// The cycles with neither valid nor ready in which the machine of the consumer is in another state;
// none if the consumer often waits for a beat that the block has.
double HeldUp::while_it_works(const Link& sent, double without_beat) const {
    if (!is_stream(run_, sent.channel)) return 0;
    const double beats = period_.number(sent.channel, Count::transfer_cycles);
    if (period_.number(sent.channel, Count::starved_cycles) - without_beat > kSeldom * beats)
        return 0;
    for (const std::size_t i : net_.links_of[static_cast<std::size_t>(sent.on)]) {
        const Link& taken = net_.links[i];
        if (taken.channel == sent.channel && !taken.states.empty())
            return std::min(period_.number(sent.channel, Count::idle_cycles),
                            period_.length() - cycles_in_states(period_, taken.states));
    }
    return 0;
}

}  // namespace

bool is_thread(const NetworkBlock& block, const Run& run) {
    if (block.machines.size() != 1) return false;
    const int place = run.taps[static_cast<std::size_t>(block.machines[0])].place;
    return place >= 0 && run.places[static_cast<std::size_t>(place)].kind == PlaceKind::thread;
}

namespace {

// Special cases where threads of a program are blocks of the network too.

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

// Cycles in which a thread of a program, or the clock of a device next to it, has not started or
// has ended. For a thread that enters no state this is the whole period: its activity is unknown.
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

// A thread that records when it waits for a block waits exactly that long; a stream between the two
// counts the same time and is reduced. `cycles` and `firm` are those of all links.
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

std::map<int, double> by_machine(const Period& period, const std::vector<StateRef>& states) {
    std::map<int, double> cycles;
    for (const StateRef& s : states) cycles[s.tap] += period.state_cycles(s.tap, s.state);
    return cycles;
}

// An upper bound of the cycles in which all machines of the block are in one of the states.
double all_in_states(const Period& period, const NetworkBlock& block,
                     const std::vector<StateRef>& states) {
    const std::map<int, double> cycles = by_machine(period, states);
    if (cycles.empty() || cycles.size() < block.machines.size()) return 0;
    double least = period.length();
    for (const auto& [tap, of_tap] : cycles) least = std::min(least, of_tap);
    return least;
}

struct Bins {
    double beats = 0, blocked = 0, starved = 0, idle = 0;
};

// Of `here` cycles in states that wait for a stream, those with neither valid nor ready. While the
// other side waits, the block is assumed to be in another state.
double idle_in_states(const Bins& bins, double here, double length, bool sends) {
    const double own = sends ? bins.blocked : bins.starved;
    const double other = sends ? bins.starved : bins.blocked;
    const double other_here = std::max(0.0, other - (length - here));
    return std::clamp(here - bins.beats - own - other_here, 0.0, bins.idle);
}

// A consumer that takes each beat in the cycle in which it comes, or in the next, never holds up
// others, even if it raises ready only for a beat. What it refuses while others refuse its own
// beats is not its doing. A block that only responds has nothing to do until there is a request.
bool waits_while_idle(const Tap& tap, const Bins& bins, double refused_itself) {
    return tap.protocol() == "wishbone" || bins.blocked - refused_itself <= bins.beats;
}

class Measure {
public:
    Measure(const Network& network, const Run& run, const Period& period)
        : net_(network), run_(run), period_(period), held_up_(network, run, period) {
        load_.length = period.length();
        load_.work.resize(net_.blocks.size());
        load_.idle.resize(net_.blocks.size());
        load_.unknown.resize(net_.blocks.size());
        load_.cycles.resize(net_.links.size());
        load_.times.resize(net_.links.size());
        load_.held.resize(net_.links.size());
        firm_.resize(net_.links.size());
        refused_.resize(net_.blocks.size());
        for (const auto& [tap, queue] : net_.queues) {
            for (const int input : queue.inputs) queue_behind_[input] = tap;
            for (const int output : queue.outputs) queue_before_[output] = tap;
        }
    }

    Load measure() {
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            firm_[i] = -1;
            measure_link(i);
            if (firm_[i] < 0) firm_[i] = load_.cycles[i];
        }
        count_once(net_, run_, load_.cycles, firm_);
        const std::vector<double> unused = take_unused();
        std::vector<double> waited(net_.blocks.size());
        for (std::size_t i = 0; i < net_.links.size(); ++i) waited[by(i)] += load_.cycles[i];
        for (std::size_t b = 0; b < net_.blocks.size(); ++b) {
            waited[b] += rest(b, waited[b]);
            load_.idle[b] =
                std::min(idle(b, waited[b]) + unused[b], std::max(0.0, load_.length - waited[b]));
            load_.work[b] = std::max(0.0, load_.length - waited[b] - load_.idle[b]);
        }
        const std::vector<double> most = load_.work;
        for (std::size_t b = 0; b < net_.blocks.size(); ++b) {
            if (!net_.blocks[b].shows_work()) load_.work[b] = std::min(most[b], demand(b));
        }
        raise_work(waited);
        for (std::size_t b = 0; b < net_.blocks.size(); ++b)
            load_.unknown[b] = std::max(0.0, most[b] - load_.work[b]);
        fit_waits(waited);
        return std::move(load_);
    }

private:
    std::size_t by(std::size_t link) const { return static_cast<std::size_t>(net_.links[link].by); }
    std::size_t on(std::size_t link) const { return static_cast<std::size_t>(net_.links[link].on); }

    // An upper bound of the cycles in which another block or a queued beat waits for the block, or
    // one of its beats moves.
    double demand(std::size_t b) const {
        double cycles = 0, beats = 0;
        for (const std::size_t i : net_.links_of[b]) {
            const int channel = net_.links[i].channel;
            if (queue_before_.contains(channel))
                cycles = std::max(cycles, period_.number(channel, Count::blocked_cycles));
        }
        for (const std::size_t i : net_.links_on[b]) {
            cycles += load_.cycles[i];
            if (net_.links[i].channel < 0) continue;
            beats = std::max(beats, period_.number(net_.links[i].channel, Count::transfer_cycles));
        }
        return cycles + beats;
    }

    // Beats that the whole run moved between a block outside and the design.
    std::uint64_t beats_of(std::size_t outside) const {
        std::uint64_t beats = 0;
        for (const auto* links : {&net_.links_on[outside], &net_.links_of[outside]})
            for (const std::size_t i : *links)
                if (net_.links[i].channel >= 0)
                    beats += tap_of(net_.links[i].channel).number("transfer_cycles");
        return beats;
    }

    // A port that moved nothing in the whole run, beside others that did, was not used: who listens
    // to it is idle and waits for nobody. Returns these cycles by block.
    std::vector<double> take_unused() {
        std::vector<double> cycles(net_.blocks.size());
        std::vector<bool> is_used(net_.blocks.size());
        for (std::size_t b = 0; b < net_.blocks.size(); ++b)
            is_used[b] = net_.blocks[b].is_outside() && beats_of(b) > 0;
        if (std::none_of(is_used.begin(), is_used.end(), [](bool used) { return used; }))
            return cycles;
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            const Link& link = net_.links[i];
            if (link.channel < 0 || link.kind != WaitKind::receive ||
                !net_.blocks[on(i)].is_outside() || is_used[on(i)])
                continue;
            cycles[by(i)] += load_.cycles[i];
            load_.cycles[i] = load_.times[i] = firm_[i] = 0;
        }
        return cycles;
    }

    // Cycles in which the block has nothing to do, given how long it waited.
    double idle(std::size_t b, double waited) const {
        const NetworkBlock& block = net_.blocks[b];
        double cycles =
            all_in_states(period_, block, block.finished) + not_there(net_, run_, period_, b);
        if (block.machines.empty()) {
            for (const std::size_t i : net_.links_of[b]) {
                if (net_.links[i].kind == WaitKind::receive && net_.links[i].channel >= 0)
                    cycles = std::max(cycles, period_.dry_cycles(net_.links[i].channel));
            }
        }
        if (block.called < 0) return cycles;
        const double busy = period_.number(block.called, Count::busy_cycles);
        return std::max(cycles, load_.length - waited - busy);
    }

    void measure_link(std::size_t i) {
        const Link& link = net_.links[i];
        const TapKind kind = link.channel < 0 ? TapKind::event : tap_of(link.channel).tap.kind();
        if (link.kind == WaitKind::synchronise)
            measure_sync(i, link);
        else if (kind == TapKind::queue)
            measure_queue(i, link);
        else
            measure_stream(i, link);
    }

    const TapNumbers& tap_of(int tap) const { return run_.taps[static_cast<std::size_t>(tap)]; }

    double visits(const Link& link) const {
        double visits = 0;
        for (const StateRef& s : link.states) visits += period_.state_visits(s.tap, s.state);
        return visits;
    }

    // A thread sends a message of many beats at each visit of a state: who works on its beats waits
    // for it at most that often, however many cycles that takes. 0: nothing is known.
    double messages(const Link& link) const {
        double visits_of_states = 0;
        if (!is_thread(net_.blocks[static_cast<std::size_t>(link.on)], run_)) return 0;
        for (const std::size_t i : net_.links_of[static_cast<std::size_t>(link.on)])
            if (net_.links[i].on == link.by) visits_of_states += visits(net_.links[i]);
        return visits_of_states;
    }

    void measure_sync(std::size_t i, const Link& link) {
        load_.held[i] = cycles_in_states(period_, link.held);
        if (!link.states.empty()) {
            // One cycle of each visit is not waiting, but of a thread's all is.
            const double times = visits(link);
            const double moved = is_thread(net_.blocks[by(i)], run_) ? 0 : times;
            load_.cycles[i] = std::max(0.0, cycles_in_states(period_, link.states) - moved);
            if (link.gate >= 0)
                load_.cycles[i] =
                    std::min(load_.cycles[i], period_.number(link.gate, Count::blocked_cycles));
            // A start that is held high means nothing while the call is running.
            if (link.starts >= 0)
                load_.cycles[i] =
                    std::min(load_.cycles[i],
                             load_.length - period_.number(link.starts, Count::busy_cycles));
            load_.times[i] = std::min(times, load_.cycles[i]);
            return;
        }
        if (link.channel < 0) return;  // a lock that is held: holding it is its work
        // A callee is idle between its calls.
        load_.times[i] = period_.times(link.channel, Count::invocations) * link.part;
        load_.cycles[i] =
            std::max(0.0, load_.length - period_.number(link.channel, Count::busy_cycles)) *
            link.part;
    }

    void measure_queue(std::size_t i, const Link& link) {
        const bool sends = link.kind == WaitKind::send;
        const double stuck =
            period_.number(link.channel, sends ? Count::full_cycles : Count::empty_cycles);
        const double refused =
            period_.number(link.channel, sends ? Count::refused_pushes : Count::refused_pops);
        // Only what stands still is refused; of the time after the work frames tell only that.
        double waited = refused > 0 ? std::min(refused, stuck) : stuck;
        if (!link.states.empty()) waited = std::min(stuck, cycles_in_states(period_, link.states));
        load_.cycles[i] = waited * link.part;
        load_.times[i] =
            std::min(waited, period_.number(link.channel, sends ? Count::pushes : Count::pops)) /
            period_.scale(link.channel) * link.part;
    }

    // Cached, because the two links of a stream are adjacent.
    const Bins& bins_of(int channel) {
        if (channel != bins_channel_) {
            bins_channel_ = channel;
            bins_ = {period_.number(channel, Count::transfer_cycles),
                     period_.number(channel, Count::blocked_cycles),
                     period_.number(channel, Count::starved_cycles),
                     period_.number(channel, Count::idle_cycles)};
        }
        return bins_;
    }

    void measure_stream(std::size_t i, const Link& link) {
        const Bins& bins = bins_of(link.channel);
        const bool sends = link.kind == WaitKind::send;
        double waited = sends ? bins.blocked : bins.starved;
        if (!link.states.empty() && is_thread(net_.blocks[by(i)], run_)) {
            // A thread says when it waits, also for more beats than the one that is offered.
            waited = cycles_in_states(period_, link.states);
        } else if (!link.states.empty()) {
            waited +=
                idle_in_states(bins, cycles_in_states(period_, link.states), load_.length, sends);
        } else if (net_.blocks[by(i)].machines.empty()) {
            firm_[i] = waited * link.part;
            waited += waited_while_idle(by(i), link.channel, sends);
            if (sends) waited = std::max(waited, held_up_.for_each_output(by(i)));
        }
        if (!sends) waited = std::max(0.0, waited - period_.dry_cycles(link.channel));
        const double cycle = period_.scale(link.channel);
        double times = std::min(waited, std::max(bins.beats, cycle)) / cycle;
        if (const double most = messages(link); most > 0) times = std::min(times, most);
        load_.cycles[i] = waited * link.part;
        load_.times[i] = times * link.part;
    }

    // Cycles with neither valid nor ready in which a block without a machine waits nevertheless: at
    // an empty queue for beats, at a full one for space.
    double waited_while_idle(std::size_t b, int channel, bool sends) {
        const Bins& bins = bins_of(channel);
        if (!sends && waits_while_idle(tap_of(channel).tap, bins, refused_itself(b)))
            return bins.idle;
        const std::map<int, int>& queues = sends ? queue_behind_ : queue_before_;
        const auto queue = queues.find(channel);
        if (queue == queues.end()) return 0;
        const Count stuck = sends ? Count::full_cycles : Count::empty_cycles;
        return std::min(bins.idle, period_.number(queue->second, stuck));
    }

    // Cycles in which a beat of the block waits at one of its outputs. Asked for each of its
    // inputs.
    double refused_itself(std::size_t b) {
        if (refused_[b]) return *refused_[b];
        double most = 0;
        for (const std::size_t i : net_.links_of[b])
            if (net_.links[i].kind == WaitKind::send && is_stream(run_, net_.links[i].channel))
                most = std::max(most, period_.number(net_.links[i].channel, Count::blocked_cycles));
        refused_[b] = most;
        return most;
    }

    // Distributes the resting cycles of a block over its inputs; returns their number.
    double rest(std::size_t b, double waited) {
        const double all = all_in_states(period_, net_.blocks[b], net_.blocks[b].resting);
        const double resting = std::min(all, load_.length - waited);
        if (resting <= 0) return 0;
        std::vector<std::size_t> inputs;
        for (const std::size_t i : net_.links_of[b]) {
            if (net_.links[i].kind == WaitKind::receive) inputs.push_back(i);
        }
        for (const std::size_t i : inputs) {
            load_.cycles[i] += resting / static_cast<double>(inputs.size());
            load_.times[i] = std::max(load_.times[i], 1.0);
        }
        return resting;
    }

    void raise_work(const std::vector<double>& waited) {
        std::vector<double> waits(net_.pairs);  // summed over links between the same two blocks
        for (std::size_t i = 0; i < net_.links.size(); ++i)
            waits[net_.pair_of[i].here] += load_.cycles[i];
        std::vector<double> least(load_.work);
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            const std::size_t b = on(i);
            if (!net_.blocks[b].machines.empty()) continue;  // its states say when it waits
            if (may_be_answering(i)) continue;
            const int back = net_.pair_of[i].back;
            const double for_it = back < 0 ? 0 : waits[static_cast<std::size_t>(back)];
            const double otherwise = std::max(0.0, waited[b] - for_it);
            least[b] = std::max(least[b], std::min(load_.length, firm_[i]) - otherwise);
        }
        load_.work = std::move(least);
    }

    // A server without a machine seems to wait for requests while others wait for it.
    bool may_be_answering(std::size_t link) const {
        return net_.server_depth[by(link)] > net_.server_depth[on(link)] &&
               net_.blocks[by(link)].machines.empty();
    }

    // Scales the waits so that work and waits fill the period.
    void fit_waits(const std::vector<double>& waited) {
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            const double room = std::max(0.0, load_.length - load_.work[by(i)]);
            if (waited[by(i)] > room) load_.cycles[i] *= room / waited[by(i)];
        }
    }

    const Network& net_;
    const Run& run_;
    const Period& period_;
    HeldUp held_up_;
    Load load_;
    std::vector<double> firm_;  // by link: waited, without cycles that are only probably waits
    std::vector<std::optional<double>> refused_;      // by block, computed on demand
    std::map<int, int> queue_before_, queue_behind_;  // tap of a stream -> tap of the queue
    Bins bins_;
    int bins_channel_ = -1;
};

}  // namespace

Load load_of(const Network& network, const Run& run, const Period& period) {
    return Measure(network, run, period).measure();
}

double most_work(const Network& network, const Load& load, std::size_t block) {
    const bool outside = network.blocks[block].kind == BottleneckKind::outside;
    return load.work[block] + (outside ? load.unknown[block] : 0);
}

}  // namespace tapestry
