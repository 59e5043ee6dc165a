// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/deadlock.h"

#include <fmt/format.h>

#include <algorithm>

#include "explain/counters/components.h"

namespace tapestry {

namespace {

constexpr double kLastStretch = 0.05;  // of the run, that must be still
constexpr double kLeastStretch = 64;   // cycles
constexpr double kAlways = 0.99;       // of the stretch
constexpr double kRounds = 16;         // visits of a state, to call it going in circles
constexpr double kFarLonger = 4;       // times the mean cycles of a beat
constexpr double kStill = 0.25;        // of the run, in which nothing moves
constexpr double kMuchLonger = 16;     // times the mean cycles of a beat
constexpr double kMostOfAll = 0.5;     // of the run
constexpr std::size_t kMostSteps = 64;

// How long nothing has moved through the channels and calls of a block, at the end of the run.
class Quiet {
public:
    Quiet(const Network& network, const Periods& periods) : net_(network), periods_(periods) {}

    double cycles(std::size_t block) const {
        double cycles = 0;
        for (std::size_t f = periods_.frames().size(); f-- > 0;) {
            const Period period = periods_.frame(f);
            for (const int tap : ways_of(block)) {
                if (moved(period, tap) > 0) return cycles;
            }
            cycles += period.length();
        }
        return cycles;
    }

    // With the part of the frame of its last beats in which nothing more moved, if these came at
    // the pace of those before: later frames are a fifth of the run, and the last move may lie at
    // the beginning of one.
    double likely_cycles(std::size_t block) const {
        double quiet = 0;
        for (std::size_t f = periods_.frames().size(); f-- > 0;) {
            const double beats = beats_in(block, periods_.frame(f));
            const double length = periods_.frame(f).length();
            if (beats == 0) {
                quiet += length;
                continue;
            }
            const double before = f == 0 ? 0 : beats_in(block, periods_.frames(0, f));
            if (before == 0) return quiet;
            const double pace = periods_.frames(0, f).length() / before;
            return quiet + std::max(0.0, length - beats * pace);
        }
        return quiet;
    }

    // Far longer than it took for a beat before.
    bool is_long(std::size_t block) const { return is_long(block, cycles(block), kFarLonger); }
    bool is_long(std::size_t block, double quiet, double times) const {
        const double before = periods_.length() - quiet;
        return quiet * beats_in(block, periods_.whole()) >= times * before;
    }

private:
    double beats_in(std::size_t block, const Period& period) const {
        double beats = 0;
        for (const int tap : ways_of(block)) beats = std::max(beats, moved(period, tap));
        return beats;
    }

    static double moved(const Period& period, int tap) {
        return period.number(tap, Count::transfer_cycles) + period.number(tap, Count::pushes) +
               period.number(tap, Count::pops) + period.number(tap, Count::invocations);
    }

    // Taps of what a block moves: its channels, the calls it answers and those it makes.
    std::vector<int> ways_of(std::size_t block) const {
        std::vector<int> taps = net_.blocks[block].calls;
        for (const std::size_t i : net_.links_of[block]) {
            if (net_.links[i].channel >= 0) taps.push_back(net_.links[i].channel);
            const std::vector<int>& calls =
                net_.blocks[static_cast<std::size_t>(net_.links[i].on)].calls;
            taps.insert(taps.end(), calls.begin(), calls.end());
        }
        return taps;
    }

    const Network& net_;
    const Periods& periods_;
};

class CircleSearch {
public:
    CircleSearch(const Run& run, const Network& network, const Periods& periods)
        : run_(run),
          net_(network),
          periods_(periods),
          quiet_(network, periods),
          token_at_(network.blocks.size()) {}

    Ending search() {
        Ending ending{run_.partial ? EndState::partial : EndState::finished, {}};
        if (!find_stretch()) return ending;
        find_waits();
        find_tokens();
        ending.waits = cycles();
        if (ending.waits.empty()) ending.waits = closed_waits();
        if (!ending.waits.empty()) {
            ending.state = EndState::deadlock;
            return ending;
        }
        ending.waits = circles();
        if (!ending.waits.empty()) ending.state = EndState::livelock;
        return ending;
    }

private:
    // The last frames that are long enough to judge by; false when there are none.
    bool find_stretch() {
        const std::size_t frames = periods_.frames().size();
        wanted_ = std::max(kLeastStretch, kLastStretch * periods_.length());
        for (std::size_t f = frames; f-- > 0 && length_ < wanted_;) {
            stretch_.push_back(periods_.frame(f));
            length_ += stretch_.back().length();
        }
        return frames > 1 && length_ >= wanted_ && length_ < periods_.length();
    }

    double number(int tap, Count count) const {
        double sum = 0;
        for (const Period& p : stretch_) sum += p.number(tap, count);
        return sum;
    }

    double state_cycles(const StateRef& s) const {
        double sum = 0;
        for (const Period& p : stretch_) sum += p.state_cycles(s.tap, s.state);
        return sum;
    }

    bool lasts(double cycles) const { return cycles > 0 && cycles >= kAlways * length_; }

    const TapNumbers& tap_of(int tap) const { return run_.taps[static_cast<std::size_t>(tap)]; }

    // Whether the block waits at this link all through the stretch.
    bool waits_at(const Link& link) const {
        auto stands_in = [&](const StateRef& s) { return lasts(state_cycles(s)); };
        auto waits_in = [&](const StateRef& s) { return stands_in(s) && waits_for_one(s); };
        if (std::any_of(link.states.begin(), link.states.end(), waits_in) ||
            std::any_of(link.held.begin(), link.held.end(), stands_in))
            return true;
        return is_stuck(link);
    }

    // A state that several blocks can end, as one that rests until it is started, proves no wait
    // for one of them.
    bool waits_for_one(const StateRef& s) const {
        const std::vector<StateWait>& waits = tap_of(s.tap).tap.states()[s.state].waits;
        return std::all_of(waits.begin(), waits.end(), [&](const StateWait& w) {
            return w.from == waits.front().from && (w.role == "port") == (waits[0].role == "port");
        });
    }

    // Whether the channel itself shows the wait all through the stretch.
    bool is_stuck(const Link& link) const {
        if (link.channel < 0 || link.kind == WaitKind::synchronise) return false;
        const bool sends = link.kind == WaitKind::send;
        if (tap_of(link.channel).tap.kind() == TapKind::queue)
            return lasts(number(link.channel, sends ? Count::full_cycles : Count::empty_cycles));
        return lasts(number(link.channel, sends ? Count::blocked_cycles : Count::starved_cycles));
    }

    void find_waits() {
        waits_.resize(net_.blocks.size());
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            if (waits_at(net_.links[i])) waits_[by(i)].push_back(i);
        }
    }

    void find_tokens() {
        for (const auto& links : waits_) {
            for (const std::size_t i : links) {
                if (net_.links[i].kind == WaitKind::send && is_stuck(net_.links[i]))
                    token_at_[on(i)] = true;
            }
        }
        for (const auto& [tap, queue] : net_.queues) {
            if (tap_of(tap).number("pushes") <= tap_of(tap).number("pops")) continue;
            for (const int drainer : queue.drainers)
                token_at_[static_cast<std::size_t>(drainer)] = true;
        }
        for (std::size_t b = 0; b < net_.blocks.size(); ++b) {
            for (const int call : net_.blocks[b].calls) {
                if (tap_of(call).number("invocations") > tap_of(call).number("completions"))
                    token_at_[b] = true;
            }
        }
    }

    std::size_t by(std::size_t i) const { return static_cast<std::size_t>(net_.links[i].by); }
    std::size_t on(std::size_t i) const { return static_cast<std::size_t>(net_.links[i].on); }

    std::vector<DeadlockStep> cycles() const {
        Adjacency next(net_.blocks.size());
        for (std::size_t b = 0; b < waits_.size(); ++b) {
            for (const std::size_t i : waits_[b]) next[b].push_back(on(i));
        }
        std::vector<DeadlockStep> steps;
        std::uint64_t number = 0;
        for (const auto& members : components(next)) {
            if (members.size() > 1 && is_dead(members)) add_cycle(members, number++, steps);
        }
        return steps;
    }

    // Without a token in flight one was lost, if nobody of them can be woken by anything else.
    bool is_dead(const std::vector<std::size_t>& members) const {
        return (std::any_of(members.begin(), members.end(),
                            [&](std::size_t b) { return token_at_[b]; }) ||
                std::all_of(members.begin(), members.end(),
                            [&](std::size_t b) { return waits_only_for(b, members); })) &&
               std::all_of(members.begin(), members.end(),
                           [&](std::size_t b) { return quiet_.cycles(b) >= wanted_; });
    }

    // Whether a machine shows that the block waits, and all that it waits for is among these.
    bool waits_only_for(std::size_t block, const std::vector<std::size_t>& members) const {
        bool shown = false;
        for (const std::size_t i : waits_[block]) {
            if (!std::binary_search(members.begin(), members.end(), on(i))) return false;
            const std::vector<StateRef>& states = net_.links[i].states;
            shown = shown || std::any_of(states.begin(), states.end(), [&](const StateRef& s) {
                        return lasts(state_cycles(s)) && waits_for_one(s);
                    });
        }
        return shown;
    }

    // One way round in a component: from its first block along its first waits, until a block
    // comes a second time.
    void add_cycle(const std::vector<std::size_t>& members, std::uint64_t number,
                   std::vector<DeadlockStep>& steps) const {
        std::vector<std::size_t> way, blocks;
        std::size_t at = members.front();
        while (std::find(blocks.begin(), blocks.end(), at) == blocks.end()) {
            blocks.push_back(at);
            for (const std::size_t i : waits_[at]) {
                if (!std::binary_search(members.begin(), members.end(), on(i))) continue;
                way.push_back(i);
                at = on(i);
                break;
            }
        }
        const auto first = std::find(blocks.begin(), blocks.end(), at) - blocks.begin();
        for (std::size_t i = static_cast<std::size_t>(first); i < way.size(); ++i)
            steps.push_back(wait_step(net_.links[way[i]], number));
    }

    DeadlockStep wait_step(const Link& l, std::uint64_t number) const {
        const std::string channel = l.channel < 0 ? "" : tap_of(l.channel).tap.path;
        std::string reason = l.kind == WaitKind::send      ? "waits to send on "
                             : l.kind == WaitKind::receive ? "waits to receive on "
                                                           : "waits for ";
        reason += channel.empty() ? net_.blocks[static_cast<std::size_t>(l.on)].path : channel;
        for (const StateRef& s : l.states) {
            if (lasts(state_cycles(s)))
                reason += fmt::format(", in state {}", tap_of(s.tap).tap.states()[s.state].name);
        }
        return {number, net_.blocks[static_cast<std::size_t>(l.by)].path,
                net_.blocks[static_cast<std::size_t>(l.on)].path, channel, reason};
    }

    // What may end the wait of a block: the block at the other end of a link, or of a wire that is
    // not measured.
    struct Waker {
        std::size_t block;
        const Link* link;  // nullptr: a wire
    };

    // Whether the block may wait at this link. Of one whose work is not shown, nobody knows what
    // it does while neither end of its channel moves.
    bool may_wait_at(const Link& link) const {
        auto stands_in = [&](const StateRef& s) { return lasts(state_cycles(s)); };
        return is_stuck(link) || std::any_of(link.states.begin(), link.states.end(), stands_in) ||
               std::any_of(link.held.begin(), link.held.end(), stands_in) ||
               (link.channel >= 0 && !net_.blocks[static_cast<std::size_t>(link.by)].shows_work() &&
                lasts(number(link.channel, Count::idle_cycles)));
    }

    // Whether each machine of a block stands in a state that waits for something.
    bool machines_wait(std::size_t block) const {
        auto waits = [&](const StateRef& s) {
            return lasts(state_cycles(s)) && !tap_of(s.tap).tap.states()[s.state].waits.empty();
        };
        const std::vector<int>& machines = net_.blocks[block].machines;
        return std::all_of(machines.begin(), machines.end(), [&](int tap) {
            for (std::size_t s = 0; s < tap_of(tap).tap.states().size(); ++s)
                if (waits({tap, s})) return true;
            return false;
        });
    }

    // All that may end the wait of a block; nothing if that is not known.
    std::vector<Waker> wakers(std::size_t block) const {
        std::vector<Waker> all;
        const NetworkBlock& own = net_.blocks[block];
        if (own.is_outside() || !machines_wait(block)) return all;
        for (const std::size_t i : net_.links_of[block])
            if (may_wait_at(net_.links[i])) all.push_back({on(i), &net_.links[i]});
        if (own.shows_work()) return all;
        for (const GraphEdge& e : run_.edges) {
            if (!e.channel.empty() || e.to != own.path) continue;
            const auto from = net_.by_path.find(e.from);
            if (from == net_.by_path.end()) return {};
            all.push_back({static_cast<std::size_t>(from->second), nullptr});
        }
        return all;
    }

    // Whether a block that waits has done so for long. The machines of one that has any show that
    // it does not work (see wakers); of another, that it never took so long for a beat before.
    bool is_still(std::size_t block) const {
        const double quiet = std::max(quiet_.likely_cycles(block), refused_for(block));
        return quiet_.cycles(block) >= wanted_ && quiet >= kStill * periods_.length() &&
               (!net_.blocks[block].machines.empty() || quiet_.is_long(block, quiet, kMuchLonger));
    }

    // How long a beat of the block has not been taken at the end, where that is most of the run:
    // that is known to the cycle, and when its last beats moved only by frames.
    double refused_for(std::size_t block) const {
        double longest = 0;
        for (const std::size_t i : net_.links_of[block]) {
            const Link& link = net_.links[i];
            if (link.kind != WaitKind::send || !is_stuck(link)) continue;
            const TapNumbers& n = tap_of(link.channel);
            const double part = static_cast<double>(n.number("longest_block")) /
                                static_cast<double>(std::max<std::uint64_t>(1, n.edges));
            if (part > kMostOfAll) longest = std::max(longest, part * periods_.length());
        }
        return longest;
    }

    // Work that is offered, and of those it waits for everybody waits for another of them: nothing
    // outside can wake any of them. That nothing moves for very long excludes that one still works.
    std::vector<DeadlockStep> closed_waits() const {
        for (const Link& link : net_.links) {
            if (link.kind != WaitKind::send || !is_stuck(link)) continue;
            const auto start = static_cast<std::size_t>(link.on);
            if (is_closed(start)) return way_round(start);
        }
        return {};
    }

    bool is_closed(std::size_t start) const {
        std::vector<bool> seen(net_.blocks.size());
        std::vector<std::size_t> open = {start};
        seen[start] = true;
        while (!open.empty()) {
            const std::size_t b = open.back();
            open.pop_back();
            const std::vector<Waker> next = wakers(b);
            if (next.empty() || !is_still(b)) return false;
            for (const Waker& w : next) {
                if (!seen[w.block]) open.push_back(w.block);
                seen[w.block] = true;
            }
        }
        return true;
    }

    // From block to block along the first that may end its wait, until one comes a second time.
    std::vector<DeadlockStep> way_round(std::size_t at) const {
        std::vector<std::size_t> blocks;
        std::vector<DeadlockStep> steps;
        while (std::find(blocks.begin(), blocks.end(), at) == blocks.end()) {
            const Waker next = wakers(at).front();
            const std::string &path = net_.blocks[at].path, &on = net_.blocks[next.block].path;
            steps.push_back(next.link ? wait_step(*next.link, 0)
                                      : DeadlockStep{0, path, on, "", "waits for " + on});
            blocks.push_back(at);
            at = next.block;
        }
        steps.erase(steps.begin(),
                    steps.begin() + (std::find(blocks.begin(), blocks.end(), at) - blocks.begin()));
        return steps;
    }

    // Times that a state was visited in the stretch, as far as its mean dwell tells.
    double visits(const StateRef& s) const {
        const StateNumbers& n = tap_of(s.tap).states[s.state];
        return n.cycles == 0 ? 0
                             : state_cycles(s) * static_cast<double>(n.entries) /
                                   static_cast<double>(n.cycles);
    }

    // States that a block goes round in, at least two, or none.
    std::vector<StateRef> round_of(std::size_t block) const {
        std::vector<StateRef> round;
        for (const int tap : net_.blocks[block].machines) {
            for (std::size_t s = 0; s < tap_of(tap).tap.states().size(); ++s) {
                if (visits({tap, s}) >= kRounds) round.push_back({tap, s});
            }
        }
        if (round.size() < 2 || asks_outside(block, round) || quiet_.cycles(block) < wanted_ ||
            !quiet_.is_long(block))
            round.clear();
        return round;
    }

    bool asks_outside(std::size_t block, const std::vector<StateRef>& round) const {
        for (const std::size_t i : net_.links_of[block]) {
            if (!net_.blocks[on(i)].is_outside()) continue;
            for (const StateRef& s : net_.links[i].states) {
                if (std::find(round.begin(), round.end(), s) != round.end()) return true;
            }
        }
        return false;
    }

    // Follows the tokens in flight to blocks that go in circles.
    std::vector<DeadlockStep> circles() const {
        std::vector<DeadlockStep> steps;
        std::vector<bool> seen(token_at_);
        std::vector<std::size_t> open;
        for (std::size_t b = 0; b < seen.size(); ++b) {
            if (seen[b]) open.push_back(b);
        }
        while (!open.empty() && steps.size() < kMostSteps) {
            const std::size_t b = open.back();
            open.pop_back();
            const std::vector<StateRef> round = round_of(b);
            if (!round.empty()) steps.push_back(circle_step(b, round));
            for (const std::size_t i : round.empty() ? waits_[b] : net_.links_of[b]) {
                if (!seen[on(i)]) open.push_back(on(i));
                seen[on(i)] = true;
            }
        }
        std::sort(steps.begin(), steps.end(),
                  [](const DeadlockStep& a, const DeadlockStep& b) { return a.path < b.path; });
        return steps;
    }

    DeadlockStep circle_step(std::size_t block, const std::vector<StateRef>& round) const {
        std::string states;
        for (const StateRef& s : round)
            states += (states.empty() ? "" : ", ") + tap_of(s.tap).tap.states()[s.state].name;
        DeadlockStep step{0, net_.blocks[block].path, "", "",
                          "goes round through " + states + ", and nothing moves"};
        for (const std::size_t i : net_.links_of[block]) {
            if (net_.links[i].kind == WaitKind::synchronise)
                step.waits_for = net_.blocks[on(i)].path;
        }
        return step;
    }

    const Run& run_;
    const Network& net_;
    const Periods& periods_;
    Quiet quiet_;
    std::vector<Period> stretch_;
    double length_ = 0, wanted_ = 0;
    std::vector<std::vector<std::size_t>> waits_;  // links at the end, by the block that waits
    std::vector<bool> token_at_;                   // by block
};

}  // namespace

Ending ending_of(const Run& run, const Network& network, const Periods& periods) {
    return CircleSearch(run, network, periods).search();
}

}  // namespace tapestry
