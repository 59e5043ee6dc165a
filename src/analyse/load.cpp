// SPDX-License-Identifier: Apache-2.0
#include "analyse/load.h"

#include <algorithm>

namespace tapestry {

namespace {

class Measure {
public:
    Measure(const Network& network, const Run& run, const Periods& periods)
        : net_(network), run_(run), periods_(periods) {
        load_.length = periods.selected_length();
        load_.work.resize(net_.blocks.size());
        load_.cycles.resize(net_.links.size());
        load_.times.resize(net_.links.size());
    }

    Load measure() {
        for (std::size_t i = 0; i < net_.links.size(); ++i) measure_link(i);
        std::vector<double> waited(net_.blocks.size());
        for (std::size_t i = 0; i < net_.links.size(); ++i) waited[by(i)] += load_.cycles[i];
        for (std::size_t b = 0; b < net_.blocks.size(); ++b)
            load_.work[b] = std::max(0.0, load_.length - waited[b]);
        raise_work(waited);
        fit_waits(waited);
        return std::move(load_);
    }

private:
    std::size_t by(std::size_t link) const { return static_cast<std::size_t>(net_.links[link].by); }
    std::size_t on(std::size_t link) const { return static_cast<std::size_t>(net_.links[link].on); }

    double in_states(const Link& link) const {
        double cycles = 0;
        for (const StateRef& s : link.states) cycles += periods_.state_cycles(s.tap, s.state);
        return cycles;
    }

    void measure_link(std::size_t i) {
        const Link& link = net_.links[i];
        const TapKind kind = link.channel < 0 ? TapKind::event : tap_of(link.channel).tap.kind;
        if (link.kind == WaitKind::synchronise)
            measure_sync(i, link);
        else if (kind == TapKind::queue)
            measure_queue(i, link);
        else
            measure_stream(i, link);
    }

    const TapNumbers& tap_of(int tap) const { return run_.taps[static_cast<std::size_t>(tap)]; }

    // Visits of the states in the period, as if they were spread evenly over their cycles.
    double visits(const Link& link) const {
        double visits = 0;
        for (const StateRef& s : link.states) {
            const StateNumbers& n = tap_of(s.tap).states[s.state];
            if (n.cycles == 0) continue;
            visits += static_cast<double>(n.entries) * periods_.state_cycles(s.tap, s.state) /
                      static_cast<double>(n.cycles);
        }
        return visits;
    }

    void measure_sync(std::size_t i, const Link& link) {
        if (!link.states.empty()) {
            load_.times[i] = visits(link);
            load_.cycles[i] = std::max(0.0, in_states(link) - load_.times[i]);
            return;
        }
        // A callee that rests between its calls.
        load_.times[i] = periods_.number(link.channel, "invocations") * link.part;
        load_.cycles[i] =
            std::max(0.0, load_.length - periods_.number(link.channel, "busy_cycles")) * link.part;
    }

    void measure_queue(std::size_t i, const Link& link) {
        const bool sends = link.kind == WaitKind::send;
        const double stuck = periods_.number(link.channel, sends ? "full_cycles" : "empty_cycles");
        const double refused =
            periods_.number(link.channel, sends ? "refused_pushes" : "refused_pops");
        double waited = refused > 0 ? refused : stuck;
        if (!link.states.empty()) waited = std::min(stuck, in_states(link));
        load_.cycles[i] = waited * link.part;
        load_.times[i] =
            std::min(waited, periods_.number(link.channel, sends ? "pushes" : "pops")) * link.part;
    }

    void measure_stream(std::size_t i, const Link& link) {
        const double beats = periods_.number(link.channel, "transfer_cycles");
        const double blocked = periods_.number(link.channel, "blocked_cycles");
        const double starved = periods_.number(link.channel, "starved_cycles");
        const double idle = periods_.number(link.channel, "idle_cycles");
        const bool sends = link.kind == WaitKind::send;
        double waited = sends ? blocked : starved;
        if (!link.states.empty()) {
            waited += std::clamp(in_states(link) - beats - blocked - starved, 0.0, idle);
        } else if (!sends && takes_at_once(link, beats, blocked)) {
            waited += idle;
        }
        load_.cycles[i] = waited * link.part;
        load_.times[i] = std::min(waited, std::max(beats, 1.0)) * link.part;
    }

    // Whether the consumer takes each beat in the cycle it comes or in the next, so that it is
    // never what others wait for, though it may raise its ready only for a beat.
    bool takes_at_once(const Link& link, double beats, double blocked) const {
        return blocked <= beats && net_.blocks[static_cast<std::size_t>(link.by)].machines.empty();
    }

    void raise_work(const std::vector<double>& waited) {
        std::vector<double> least(load_.work);
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            const std::size_t b = on(i);
            least[b] = std::max(least[b], load_.cycles[i] - (waited[b] - waits_for(b, by(i))));
        }
        load_.work = std::move(least);
    }

    double waits_for(std::size_t block, std::size_t other) {
        if (links_of_.empty()) {
            links_of_.resize(net_.blocks.size());
            for (std::size_t i = 0; i < net_.links.size(); ++i) links_of_[by(i)].push_back(i);
        }
        double cycles = 0;
        for (const std::size_t i : links_of_[block]) {
            if (on(i) == other) cycles += load_.cycles[i];
        }
        return cycles;
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
    const Periods& periods_;
    Load load_;
    std::vector<std::vector<std::size_t>> links_of_;
};

}  // namespace

Load load_of(const Network& network, const Run& run, const Periods& periods) {
    return Measure(network, run, periods).measure();
}

}  // namespace tapestry
