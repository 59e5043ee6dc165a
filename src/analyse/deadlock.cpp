// SPDX-License-Identifier: Apache-2.0
#include "analyse/deadlock.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/components.h"
#include "analyse/words.h"

namespace tapestry {

namespace {

constexpr double kLastStretch = 0.05;  // of the run, that must be still
constexpr double kLeastStretch = 64;   // cycles
constexpr double kAlways = 0.99;       // of the stretch

class Search {
public:
    Search(const Run& run, const Network& network, Periods& periods)
        : run_(run), net_(network), periods_(periods) {}

    Ending search() {
        Ending ending;
        ending.state = run_.partial ? EndState::partial : EndState::finished;
        if (!look_at_the_end()) return ending;
        if (still_ && in_flight_) {
            ending.waits = cycles();
            if (!ending.waits.empty()) ending.state = EndState::deadlock;
        } else if (!beats_moved_ && has_streams_ && in_flight_ && run_.partial) {
            ending.state = EndState::livelock;
        }
        return ending;
    }

private:
    // The last frames that make up a stretch long enough to judge; false when there is none.
    bool look_at_the_end() {
        const auto frames = static_cast<int>(periods_.frames().size());
        double length = 0;
        const double wanted = std::max(kLeastStretch, kLastStretch * periods_.length());
        for (int f = frames - 1; f >= 0 && length < wanted; --f) {
            periods_.select(f);
            length += periods_.selected_length();
            for (const TapNumbers& n : run_.taps) look_at(n);
        }
        periods_.select(frames - 1 >= 0 ? frames - 1 : -1);
        for (const TapNumbers& n : run_.taps) look_for_tokens(n);
        return frames > 1 && length >= wanted && length < periods_.length();
    }

    void look_at(const TapNumbers& n) {
        if (n.silent) return;
        const int tap = n.tap.tap;
        if (n.tap.kind == TapKind::stream) {
            has_streams_ = true;
            if (periods_.number(tap, Count::transfer_cycles) > 0)
                beats_moved_ = true, still_ = false;
        } else if (n.tap.kind == TapKind::queue) {
            if (periods_.number(tap, Count::pushes) + periods_.number(tap, Count::pops) > 0)
                beats_moved_ = true, still_ = false;
        } else if (n.tap.kind == TapKind::fsm) {
            int seen = 0;
            for (std::size_t s = 0; s < n.states.size(); ++s)
                seen += periods_.state_cycles(tap, s) > 0 ? 1 : 0;
            if (seen > 1) still_ = false;
        }
    }

    void look_for_tokens(const TapNumbers& n) {
        if (n.silent) return;
        const int tap = n.tap.tap;
        if (n.tap.kind == TapKind::stream && lasts(periods_.number(tap, Count::blocked_cycles)))
            in_flight_ = true;
        if (n.tap.kind == TapKind::queue && n.number("pushes") > n.number("pops"))
            in_flight_ = true;
        if (n.tap.kind == TapKind::call && n.number("invocations") > n.number("completions"))
            in_flight_ = true;
    }

    bool lasts(double cycles) const {
        return cycles > 0 && cycles >= kAlways * periods_.selected_length();
    }

    bool stands_in(const Link& link) const {
        return std::any_of(link.states.begin(), link.states.end(), [&](const StateRef& s) {
            return lasts(periods_.state_cycles(s.tap, s.state));
        });
    }

    // Whether the block waits at this link when the run ends.
    bool waits_at(const Link& link) const {
        if (stands_in(link)) return true;
        if (link.channel < 0 || link.kind == WaitKind::synchronise) return false;
        const TapNumbers& n = run_.taps[static_cast<std::size_t>(link.channel)];
        const bool sends = link.kind == WaitKind::send;
        if (n.tap.kind == TapKind::queue)
            return lasts(
                periods_.number(n.tap.tap, sends ? Count::full_cycles : Count::empty_cycles));
        return lasts(
            periods_.number(n.tap.tap, sends ? Count::blocked_cycles : Count::starved_cycles));
    }

    std::vector<DeadlockStep> cycles() {
        Adjacency next(net_.blocks.size());
        std::vector<std::vector<std::size_t>> links(net_.blocks.size());
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            const Link& l = net_.links[i];
            if (!waits_at(l)) continue;
            next[static_cast<std::size_t>(l.by)].push_back(static_cast<std::size_t>(l.on));
            links[static_cast<std::size_t>(l.by)].push_back(i);
        }
        std::vector<DeadlockStep> steps;
        std::uint64_t number = 0;
        for (const auto& members : components(next)) {
            if (members.size() > 1) add_cycle(members, links, number++, steps);
        }
        return steps;
    }

    // One way round in a component: from its first block along its first waits, until a block
    // comes a second time.
    void add_cycle(const std::vector<std::size_t>& members,
                   const std::vector<std::vector<std::size_t>>& links, std::uint64_t number,
                   std::vector<DeadlockStep>& steps) const {
        std::vector<std::size_t> way, blocks;
        std::size_t at = members.front();
        while (std::find(blocks.begin(), blocks.end(), at) == blocks.end()) {
            blocks.push_back(at);
            for (const std::size_t i : links[at]) {
                const auto on = static_cast<std::size_t>(net_.links[i].on);
                if (!std::binary_search(members.begin(), members.end(), on)) continue;
                way.push_back(i);
                at = on;
                break;
            }
        }
        const auto first = std::find(blocks.begin(), blocks.end(), at) - blocks.begin();
        for (std::size_t i = static_cast<std::size_t>(first); i < way.size(); ++i)
            steps.push_back(step_of(net_.links[way[i]], number));
    }

    DeadlockStep step_of(const Link& l, std::uint64_t number) const {
        const std::string channel =
            l.channel < 0 ? "" : run_.taps[static_cast<std::size_t>(l.channel)].tap.path;
        std::string reason = l.kind == WaitKind::send      ? "waits to send on "
                             : l.kind == WaitKind::receive ? "waits to receive on "
                                                           : "waits for ";
        reason += channel.empty() ? net_.blocks[static_cast<std::size_t>(l.on)].path : channel;
        for (const StateRef& s : l.states) {
            if (!lasts(periods_.state_cycles(s.tap, s.state))) continue;
            reason +=
                fmt::format(", in state {}",
                            run_.taps[static_cast<std::size_t>(s.tap)].tap.states[s.state].name);
        }
        return {number, net_.blocks[static_cast<std::size_t>(l.by)].path,
                net_.blocks[static_cast<std::size_t>(l.on)].path, channel, reason};
    }

    const Run& run_;
    const Network& net_;
    Periods& periods_;
    bool still_ = true;
    bool beats_moved_ = false;
    bool has_streams_ = false;
    bool in_flight_ = false;
};

}  // namespace

Ending ending_of(const Run& run, const Network& network, Periods& periods) {
    Ending ending = Search(run, network, periods).search();
    periods.select(-1);
    return ending;
}

}  // namespace tapestry
