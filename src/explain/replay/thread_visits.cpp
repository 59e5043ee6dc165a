// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/thread_visits.h"

#include <algorithm>
#include <limits>
#include <map>

#include "base/check.h"
#include "explain/replay/seen_takes.h"
#include "explain/replay/visit_groups.h"

namespace tapestry {

namespace {

using Mask = EndMask;

constexpr Mask bit(std::size_t end) { return end_bit(end); }

// Whether the end is ready only when there is a beat, so that its waiting does not show.
bool hides_waiting(const ThreadEnd& end) {
    const RecordedHandshake& h = *end.handshake;
    if (h.cycles(end.push ? StretchKind::blocked : StretchKind::starved) > 0) return false;
    std::uint64_t from_idle = 0, transfers = 0;
    for (std::size_t i = 1; i < h.stretches.size(); ++i) {
        if (h.stretches[i].kind != StretchKind::transfer) continue;
        ++transfers;
        from_idle += h.stretches[i - 1].kind == StretchKind::idle ? 1 : 0;
    }
    return from_idle * 2 > transfers;
}

// Whether the thread takes from several channels, one of them without a state that waits for it: an
// arbiter.
bool takes_unawaited(const std::vector<ThreadEnd>& ends, const MachineWaits& machine, Mask taken) {
    Mask awaited = 0;
    for (const std::vector<AwaitedSignal>& state : machine.states)
        for (const AwaitedSignal& signal : state)
            for (std::size_t e = 0; e < ends.size(); ++e)
                if (ends[e].handshake == signal.handshake && signal.valid) awaited |= bit(e);
    return (taken & ~awaited) != 0 && (taken & (taken - 1)) != 0;
}

// Gives the pushes of each visit separate groups: known to be apart, or perhaps apart.
void set_apart(OperationThread& thread, bool seen_apart) {
    for (std::vector<ChannelOperation>& set : thread.sets) {
        const auto pushes = std::count_if(
            set.begin(), set.end(), [](const auto& o) { return o.push && o.group != kLooks; });
        std::uint32_t next = seen_apart ? 0 : kPerhapsApart;
        for (ChannelOperation& o : set)
            if (pushes > 1 && o.push && o.group != kLooks) o.group = next++;
    }
}

// A beat that moves in the cycle of its arrival may have been waited for. The work of the thread is
// then taken to be the shortest known delay of the set (`least`), and the rest to be waiting.
// `guesses` are these visits.
void settle_guesses(const std::vector<std::size_t>& guesses,
                    const std::map<std::uint32_t, std::uint64_t>& least, OperationThread& thread) {
    std::vector<std::uint64_t> stalls;
    std::size_t guess = 0, stall = 0;
    for (std::size_t v = 0; v < thread.visits.size(); ++v) {
        Visit& visit = thread.visits[v];
        std::uint64_t stalled = visit.blocked ? thread.stalls[stall++] : 0;
        if (guess < guesses.size() && guesses[guess] == v) {
            ++guess;
            const auto known = least.find(visit.set);
            const std::uint64_t delay =
                std::min<std::uint64_t>(visit.delay, known == least.end() ? 1 : known->second);
            stalled += visit.delay - delay;
            visit.delay = delay;
            ++thread.guessed;
        }
        visit.blocked = stalled > 0;
        if (stalled > 0) stalls.push_back(stalled);
    }
    thread.stalls = std::move(stalls);
}

// The state of all ends over some cycles between two visits.
struct Segment {
    Mask waits = 0, idle = 0;
    Mask wanted = 0;  // pushes that have ready and no valid
    Mask offers = 0;
    bool machine_waits = false;
    std::uint64_t cycles = 0;
    Mask given = 0;  // what the open visit has moved, these cycles included
    Mask goes = 0;   // what it moves in these cycles
};

// The operations of a visit; the pushes of each of `groups` went together.
std::vector<ChannelOperation> operations_of_ends(const std::vector<ThreadEnd>& ends, Mask all,
                                                 Mask looks, const std::vector<Mask>& groups) {
    std::vector<ChannelOperation> set;
    for (std::size_t e = 0; e < ends.size(); ++e) {
        if ((looks & ~all & bit(e)) != 0) set.push_back({ends[e].channel, ends[e].push, kLooks});
        if ((all & bit(e)) == 0) continue;
        std::uint32_t group = 0;
        for (std::size_t g = 0; g < groups.size(); ++g)
            if ((groups[g] & bit(e)) != 0) group = static_cast<std::uint32_t>(g);
        set.push_back({ends[e].channel, ends[e].push, group});
    }
    return set;
}

// Notes what moved, and what was held though it could move, while another end was waited for.
void note_groups(const std::vector<Segment>& since, std::uint32_t set, Mask all, Mask pushes,
                 VisitGroups& seen) {
    for (const Segment& s : since) {
        const Mask could = (s.wanted & pushes) | (s.offers & ~pushes);
        seen.note(set, s.goes, could & all & ~s.given & ~s.waits, s.waits & all);
    }
}

class Sweep {
public:
    Sweep(const std::vector<ThreadEnd>& ends, const MachineWaits* machine)
        : ends_(ends), machine_(machine), at_(ends.size()) {
        CHECK(ends.size() <= kMostEnds);
        says_all_ = !machine && ends.size() > 1 && say_waiting(ends);
        for (std::size_t e = 0; e < ends.size(); ++e) {
            (ends[e].push ? pushes_ : all_takes_) |= bit(e);
            if (!machine && hides_waiting(ends[e])) hidden_ |= bit(e);
        }
        if (!machine && !says_all_) seen_ = seen_takes(ends);
    }

    ThreadVisits sweep() {
        while (now_ < end()) {
            look();
            const std::uint64_t next = looks_ != 0 ? now_ + 1 : next_change();
            if (fires_ == 0 && looks_ == 0)
                pass(next);
            else
                fire(next);
            now_ = next;
        }
        if (given_ != 0) {  // the run ended before the rest of the visit was taken
            fires_ = looks_ = 0;
            since_.resize(before_given_);
            visit(last_given_);
        }
        if (!guesses_.empty()) settle_guesses(guesses_, least_, out_.thread);
        if (says_all_)
            groups_seen_.settle(out_.thread, ends_);
        else if (!gives_together_)
            set_apart(out_.thread, gives_apart_);
        // Without a machine it is unknown whether it takes in a fixed order or whatever comes
        // first.
        out_.takes_any = !machine_ && takes_what_is_there_ && !keeps_order_;
        if (out_.takes_any) ++out_.overlaps;
        if (machine_ && takes_unawaited(ends_, *machine_, taken_)) ++out_.choices;
        out_.thread.rest = now_ - last_;
        return std::move(out_);
    }

private:
    std::uint64_t end() const { return ends_.empty() ? 0 : ends_[0].handshake->end; }

    // Sets the masks from the state of each end at `now_`.
    void look() {
        fires_ = waits_ = idle_ = arrived_ = offers_ = wanted_ = 0;
        look_at_machine();
        for (std::size_t e = 0; e < ends_.size(); ++e) {
            const RecordedHandshake& h = *ends_[e].handshake;
            while (at_[e] + 1 < h.stretches.size() && h.stretches[at_[e] + 1].start <= now_)
                ++at_[e];
            const HandshakeStretch& stretch = h.stretches[at_[e]];
            if (stretch.kind == StretchKind::transfer) {
                fires_ |= bit(e);
                const bool fresh = stretch.start == now_ && at_[e] > 0 &&
                                   h.stretches[at_[e] - 1].kind == StretchKind::idle;
                if (fresh && (hidden_ & bit(e)) != 0) arrived_ |= bit(e);
            }
            if (stretch.kind == (ends_[e].push ? StretchKind::blocked : StretchKind::starved))
                waits_ |= bit(e);
            if (stretch.kind == StretchKind::idle) idle_ |= bit(e);
            if (stretch.kind == StretchKind::starved && ends_[e].push) wanted_ |= bit(e);
            if (stretch.kind == StretchKind::blocked) offers_ |= bit(e);
        }
        // A group that has gone may be ready for the next beat; the visit does not wait for that.
        if (says_all_) waits_ &= ~given_;
        // After its last beat the thread may wait for room once more, and continue when there is.
        if (says_all_) looks_ = fires_ == 0 && given_ == 0 ? waited_ & wanted_ : 0;
        waited_ = waits_ & pushes_;
    }

    void look_at_machine() {
        if (!machine_) return;
        const std::vector<MachineStretch>& stretches = machine_->stretches;
        while (machine_at_ + 1 < stretches.size() && stretches[machine_at_ + 1].start <= now_)
            ++machine_at_;
        machine_waits_ = machine_->stretches[machine_at_].waits;
        looks_ = 0;
        const std::vector<MachineLook>& looks = machine_->looks;
        while (look_at_ < looks.size() && looks[look_at_].edge < now_) ++look_at_;
        if (look_at_ == looks.size() || looks[look_at_].edge != now_) return;
        const MachineLook& here = looks[look_at_];
        for (const AwaitedSignal& signal : machine_->states[here.state])
            for (std::size_t e = 0; e < ends_.size(); ++e)
                if (ends_[e].handshake == signal.handshake && ends_[e].push != signal.valid &&
                    (!here.chosen || !signal.valid || signal.handshake == here.chosen))
                    looks_ |= bit(e);
    }

    std::uint64_t next_change() const {
        std::uint64_t next = end();
        for (std::size_t e = 0; e < ends_.size(); ++e)
            next = std::min(next, ends_[e].handshake->end_of(at_[e]));
        if (machine_ && machine_at_ + 1 < machine_->stretches.size())
            next = std::min(next, machine_->stretches[machine_at_ + 1].start);
        if (machine_ && look_at_ < machine_->looks.size() && machine_->looks[look_at_].edge > now_)
            next = std::min(next, machine_->looks[look_at_].edge);
        return std::max(next, now_ + 1);
    }

    void pass(std::uint64_t next) {
        // It waits for one beat though another is there, so it takes in a fixed order.
        const Mask takes = ~pushes_;
        if ((waits_ & takes) != 0 && (offers_ & takes & ~waits_) != 0) keeps_order_ = true;
        if (waits_ == 0 && idle_ == 0 && !machine_waits_ && since_.empty()) return;
        since_.push_back({waits_, idle_, wanted_, offers_, machine_waits_, next - now_, given_});
    }

    // Moves a group of an HLS visit that does not wait for the rest.
    bool goes_early(std::uint64_t next) {
        const bool early =
            says_all_ && waits_ != 0 && fires_ != 0 && next == now_ + 1 && (given_ & fires_) == 0;
        if (!early) return false;
        give(fires_);
        since_.push_back({waits_, 0, wanted_, offers_, false, 1, given_, fires_});
        return true;
    }

    void fire(std::uint64_t next) {
        if (goes_early(next)) return;
        const Mask blocked = waits_ & pushes_;
        const bool gives_early = !says_all_ && blocked != 0 && fires_ != 0 &&
                                 (fires_ & ~pushes_) == 0 && next == now_ + 1 &&
                                 (given_ & fires_) == 0;
        if (gives_early) {
            give(fires_);
            since_.push_back({waits_, 0, 0, offers_ | fires_, false, 1});
            gives_apart_ = true;
            return;
        }
        if (waits_ != 0 && fires_ != 0) ++out_.overlaps;
        visit(now_);
        arrived_ = 0;
        for (std::uint64_t t = now_ + 1; t < next; ++t) visit(t);
    }

    void give(Mask group) {
        given_ |= group;
        last_given_ = now_;
        before_given_ = since_.size();
        groups_.push_back(group);
    }

    // Ends the open visit, with all ends that transfer now, at cycle `t`.
    void visit(std::uint64_t t) {
        if ((fires_ & pushes_) != 0 || groups_.empty()) groups_.push_back(fires_ & pushes_);
        const Mask all = given_ | fires_;
        look_at_takes(all);
        const std::uint64_t stalled = stalled_before(all | looks_);
        const Mask others = all_takes_ & ~all;
        taken_ |= all & all_takes_;
        if ((all & all_takes_) != 0 && (others & ~offers_) != 0) takes_what_is_there_ = true;
        const std::uint64_t since = t - last_;
        const std::uint32_t set = set_of(all);
        if (says_all_) note_groups(since_, set, all, pushes_, groups_seen_);
        add_visit(since - stalled, stalled, set);
        looks_ = 0;
        last_ = t;
        since_.clear();
        groups_.clear();
        given_ = 0;
        out_.ends.push_back(t);
    }

    // Without a machine: a beat that is there while the block gives, and that it does not take.
    void look_at_takes(Mask all) {
        if (machine_ || (fires_ & pushes_) == 0) return;
        looks_ = seen_.sure & offers_ & ~all;
        if ((seen_.perhaps & offers_ & ~all) != 0) ++out_.thread.guessed;
    }

    // Cycles since the last visit in which the thread waited for a channel that moves now.
    std::uint64_t stalled_before(Mask all) {
        std::uint64_t stalled = 0;
        bool unrelated = false, gave_up = false;
        for (const Segment& s : since_) {
            if ((s.waits & all) != 0 || s.machine_waits || passes_on(s, all) ||
                (seen_.sure & all & ~s.offers) != 0)
                stalled += s.cycles;
            else if (s.waits != 0 || stalled > 0)
                gave_up = true;
            unrelated = unrelated || (s.waits & ~all & ~pushes_) != 0;
            // One push could move and does not while another waits: they wait for each other.
            const bool held = (s.wanted & all & ~given_) != 0;
            gives_together_ = gives_together_ || (held && (s.waits & all & pushes_) != 0);
        }
        if (gave_up) ++out_.overlaps;
        if (gave_up && machine_) ++out_.polls;
        if (unrelated && (all & ~pushes_) != 0) ++out_.choices;
        return stalled;
    }

    // A stateless block that passes beats straight on waits while there is none to pass.
    bool passes_on(const Segment& s, Mask all) const {
        const bool both = (all & pushes_) != 0 && (all & ~pushes_) != 0;
        return !machine_ && !says_all_ && both && (s.offers & all) == 0;
    }

    void add_visit(std::uint64_t delay, std::uint64_t stalled, std::uint32_t set) {
        OperationThread& thread = out_.thread;
        if (arrived_ != 0) {
            guesses_.push_back(thread.visits.size());
        } else if (hidden_ != 0) {
            const auto [least, fresh] = least_.try_emplace(set, delay);
            if (!fresh) least->second = std::min(least->second, delay);
        }
        thread.visits.push_back({delay, set, stalled > 0});
        if (stalled > 0) thread.stalls.push_back(stalled);
    }

    std::uint32_t set_of(Mask all) {
        // Which operations of an HLS visit wait for each other is settled at the end.
        const std::vector<Mask> groups = says_all_ ? std::vector<Mask>() : groups_;
        std::vector<Mask> key = groups;
        key.insert(key.end(), {all, looks_});
        const auto [at, fresh] =
            sets_.try_emplace(std::move(key), static_cast<std::uint32_t>(out_.thread.sets.size()));
        if (fresh) out_.thread.sets.push_back(operations_of_ends(ends_, all, looks_, groups));
        return at->second;
    }

    const std::vector<ThreadEnd>& ends_;
    const MachineWaits* machine_;
    std::size_t machine_at_ = 0, look_at_ = 0;
    bool machine_waits_ = false;
    std::vector<std::size_t> at_;  // by end: the current stretch
    Mask pushes_ = 0, all_takes_ = 0;
    Mask hidden_ = 0;        // ends whose waiting does not show
    bool says_all_ = false;  // its signals show every wait, as HLS's do
    VisitGroups groups_seen_;
    SeenTakes seen_;
    std::uint64_t now_ = 0, last_ = 0;
    Mask looks_ = 0;   // ends whose signal the machine sees without a transfer
    Mask waited_ = 0;  // pushes that were blocked in the cycle before
    Mask fires_ = 0, waits_ = 0, idle_ = 0, arrived_ = 0, offers_ = 0, wanted_ = 0;
    Mask taken_ = 0;                                     // ends that ever took a beat
    bool gives_apart_ = false, gives_together_ = false;  // as was seen
    bool keeps_order_ = false, takes_what_is_there_ = false;
    std::vector<Segment> since_;  // the cycles since the last visit
    Mask given_ = 0;              // what the open visit has moved
    std::uint64_t last_given_ = 0;
    std::size_t before_given_ = 0;
    std::vector<Mask> groups_;
    std::map<std::vector<Mask>, std::uint32_t> sets_;
    std::vector<std::size_t> guesses_;              // visits
    std::map<std::uint32_t, std::uint64_t> least_;  // by set: the shortest delay that is known
    ThreadVisits out_;
};

}  // namespace

bool say_waiting(const std::vector<ThreadEnd>& ends) {
    return std::all_of(ends.begin(), ends.end(),
                       [](const ThreadEnd& end) { return end.says_waiting; });
}

ThreadVisits visits_of(const std::vector<ThreadEnd>& ends, const MachineWaits* machine) {
    return Sweep(ends, machine && !machine->empty() ? machine : nullptr).sweep();
}

}  // namespace tapestry
