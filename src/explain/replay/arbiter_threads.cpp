// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/arbiter_threads.h"

#include <algorithm>

#include "explain/replay/arbitration.h"

namespace tapestry {

namespace {

// All inputs as one: valid while any of them is valid, a transfer when any of them transfers.
RecordedHandshake joined(const std::vector<ThreadEnd>& takes) {
    RecordedHandshake all;
    all.end = takes[0].handshake->end;
    std::vector<std::size_t> at(takes.size());
    for (std::uint64_t now = 0; now < all.end;) {
        StretchKind kind = StretchKind::idle;
        std::uint64_t next = all.end;
        for (std::size_t e = 0; e < takes.size(); ++e) {
            const RecordedHandshake& h = *takes[e].handshake;
            while (at[e] + 1 < h.stretches.size() && h.stretches[at[e] + 1].start <= now) ++at[e];
            kind = std::max(kind, h.stretches[at[e]].kind);
            next = std::min(next, h.end_of(at[e]));
        }
        all.stretches.push_back({now, kind});
        now = std::max(next, now + 1);
    }
    return all;
}

std::vector<std::uint64_t> ends_of(const OperationThread& thread) {
    std::vector<std::uint64_t> ends;
    std::uint64_t now = 0;
    std::size_t stall = 0;
    for (const Visit& v : thread.visits) {
        now += v.delay + (v.blocked ? thread.stalls[stall++] : 0);
        ends.push_back(now);
    }
    return ends;
}

class Maker {
public:
    Maker(const std::vector<ThreadEnd>& ends, std::uint32_t inside) : inside_(inside) {
        for (const ThreadEnd& end : ends) {
            (end.push ? gives_ : takes_).push_back(end);
            if (!end.push) chosen_.push_back({end.handshake, end.channel});
        }
    }

    std::optional<ArbiterThreads> make() {
        if (takes_.size() < 2 || !take_apart()) return std::nullopt;
        const RecordedHandshake any = joined(takes_);
        ArbiterThreads out = threads_with(any);
        choose(out.taker);
        const bool good = (out.giver || never_rests(out.taker)) && fits(out.taker);
        if (!good && !decides_before(out.taker)) return std::nullopt;
        return out;
    }

private:
    bool take_apart() {
        for (std::size_t e = 0; e < takes_.size(); ++e)
            for (const std::uint64_t time : takes_[e].handshake->transfers())
                moves_.emplace_back(time, e);
        std::sort(moves_.begin(), moves_.end());
        return std::adjacent_find(moves_.begin(), moves_.end(), [](const auto& a, const auto& b) {
                   return a.first == b.first;
               }) == moves_.end();
    }

    // The threads of a block whose only input is `any`, on the channel of the first input.
    ArbiterThreads threads_with(const RecordedHandshake& any) const {
        std::vector<ThreadEnd> ends = {{&any, takes_[0].channel, false}};
        ends.insert(ends.end(), gives_.begin(), gives_.end());
        ThreadVisits made = visits_of(ends);
        const std::uint64_t doubtful = made.overlaps + made.thread.guessed + made.choices;
        std::optional<ElasticBlock> block;
        if (doubtful > 0) block = elastic_block(ends, inside_);
        if (block && block->wrong == 0) {
            block->reader.guessed = block->wrong;
            return {std::move(block->reader), std::move(block->writer), std::move(block->inside)};
        }
        made.thread.guessed += made.overlaps;
        return {std::move(made.thread), std::nullopt, {}};
    }

    // Replaces the first input in each visit by the channel that the beat really came from.
    void choose(OperationThread& thread) const {
        const std::size_t sets = thread.sets.size();
        for (std::size_t e = 1; e < takes_.size(); ++e)
            for (std::size_t s = 0; s < sets; ++s) {
                thread.sets.push_back(thread.sets[s]);
                for (ChannelOperation& o : thread.sets.back())
                    if (!o.push && o.channel == takes_[0].channel) o.channel = takes_[e].channel;
            }
        const std::vector<std::uint64_t> ends = ends_of(thread);
        auto next = moves_.begin();
        for (std::size_t v = 0; v < ends.size(); ++v) {
            while (next != moves_.end() && next->first < ends[v]) ++next;
            if (next != moves_.end())
                thread.visits[v].set += static_cast<std::uint32_t>(next->second * sets);
        }
    }

    // Whether every delay is the same: the block takes as soon as it can, whichever beats are
    // there. A block that waits for a particular input has longer delays.
    static bool never_rests(const OperationThread& thread) {
        return std::all_of(thread.visits.begin() + 1, thread.visits.end(),
                           [&](const Visit& v) { return v.delay == thread.visits[1].delay; });
    }

    bool fits(OperationThread& thread) const {
        thread.arbitrations =
            arbitrations_of(decisions_of(thread, ends_of(thread), chosen_), chosen_);
        return !thread.arbitrations.empty();
    }

    // The other hypothesis: the block decides in the first cycle in which it is free and a beat is
    // there, and keeps to that choice until the beat moves.
    bool decides_before(OperationThread& thread) const {
        const RecordedHandshake any = joined(takes_);
        const std::vector<std::uint64_t> ends = ends_of(thread);
        std::vector<std::uint64_t> decided;
        std::uint64_t lead = ~std::uint64_t{0};  // least cycles from the decision to the transfer
        std::size_t at = 0;
        for (std::size_t v = 0; v < ends.size(); ++v) {
            std::uint64_t now = v == 0 ? 0 : ends[v - 1] + 1;
            while (at + 1 < any.stretches.size() &&
                   (any.end_of(at) <= now || any.stretches[at].kind < StretchKind::blocked))
                ++at;
            now = std::max(now, any.stretches[at].start);
            if (now > ends[v]) return false;
            decided.push_back(now);
            lead = std::min(lead, ends[v] - now);
        }
        for (std::size_t v = 0; v < ends.size(); ++v)
            if (could_give(decided[v] + lead, ends[v])) return false;
        OperationThread other = thread;
        look_first(decided, ends, lead, other);
        if (!fits(other)) return false;
        thread = std::move(other);
        return true;
    }

    // Whether all outputs were ready in one cycle of [from, to).
    bool could_give(std::uint64_t from, std::uint64_t to) const {
        for (std::uint64_t now = from; now < to; ++now)
            if (std::all_of(gives_.begin(), gives_.end(), [&](const ThreadEnd& end) {
                    return kind_at(*end.handshake, now) == StretchKind::starved;
                }))
                return true;
        return false;
    }

    static StretchKind kind_at(const RecordedHandshake& h, std::uint64_t now) {
        const auto next =
            std::partition_point(h.stretches.begin(), h.stretches.end(),
                                 [&](const HandshakeStretch& s) { return s.start <= now; });
        return std::prev(next)->kind;
    }

    static void look_first(const std::vector<std::uint64_t>& decided,
                           const std::vector<std::uint64_t>& ends, std::uint64_t lead,
                           OperationThread& thread) {
        std::vector<Visit> visits;
        visits.swap(thread.visits);
        thread.stalls.clear();
        std::uint64_t last = 0;
        auto add = [&](std::uint64_t end, std::uint64_t delay, std::uint32_t set) {
            delay = std::min(delay, end - last);
            const std::uint64_t stalled = end - last - delay;
            thread.visits.push_back({delay, set, stalled > 0});
            if (stalled > 0) thread.stalls.push_back(stalled);
            last = end;
        };
        const auto sets = static_cast<std::uint32_t>(thread.sets.size());
        for (std::uint32_t s = 0; s < sets; ++s) {
            std::vector<ChannelOperation> looks;
            for (const ChannelOperation& o : thread.sets[s])
                if (!o.push) looks.push_back({o.channel, false, kLooks});
            thread.sets.push_back(std::move(looks));
        }
        for (std::size_t v = 0; v < visits.size(); ++v) {
            add(decided[v], v == 0 ? 0 : 1, visits[v].set + sets);
            add(ends[v], lead, visits[v].set);
        }
    }

    const std::uint32_t inside_;
    std::vector<ThreadEnd> takes_, gives_;
    std::vector<ChosenEnd> chosen_;
    std::vector<std::pair<std::uint64_t, std::size_t>> moves_;  // edge, end
};

}  // namespace

std::optional<ArbiterThreads> arbiter_threads(const std::vector<ThreadEnd>& ends,
                                              std::uint32_t inside) {
    return Maker(ends, inside).make();
}

}  // namespace tapestry
