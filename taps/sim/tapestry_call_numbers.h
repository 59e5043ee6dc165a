// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a call; docs/counting.md defines them.

#ifndef TAPESTRY_CALL_NUMBERS_H
#define TAPESTRY_CALL_NUMBERS_H

#include "tapestry_edges.h"

namespace {

class CallNumbers {
public:
    // The first of the edges is number `first`. An invocation that has begun is offered up to an
    // edge with `taken`; a start meanwhile is the same one.
    void add(uint64_t first, const Word& reset, const Word& start, const Word& taken,
             const Word& done) {
        const Word observed = ~reset;
        add_events(first, reset, begins_of(start & observed, ~taken & observed), done & observed);
    }

    void add(uint64_t first, const Run& reset, const Run& start, const Run& taken,
             const Run& done) {
        uint64_t left = reset.edges;
        now_ = first + left;
        if (reset.on) {
            offering_ = false;
            return end_all(first);
        }
        while (left != 0) {
            const bool begins = start.on && (taken.on || !offering_);
            if (!begins && !(done.on && under_way_ != 0)) break;
            const auto edges = static_cast<unsigned>(std::min<uint64_t>(left, kHalf));
            const uint64_t at = first + reset.edges - left;
            add(at, reset.word(edges), start.word(edges), taken.word(edges), done.word(edges));
            left -= edges;
        }
        // The rest are alike: nothing begins, and whatever ends belongs to no invocation.
        if (left != 0 && taken.on) offering_ = false;
        if (done.on) orphans_ += left;
        now_ = first + reset.edges;
    }

    // The same where it is known at which edges invocations begin.
    void add_events(uint64_t first, const Word& resets, const Word& begun, const Word& ended) {
        uint64_t reset = resets.bits, begins = begun.bits, done = ended.bits;
        while (reset != 0) {
            const uint64_t edge = reset & -reset;
            add_without_reset(first, begins & (edge - 1), done & (edge - 1));
            end_all(first + first_of(reset));
            begins &= -edge;
            done &= -edge;
            reset &= reset + edge;  // without its first run
        }
        add_without_reset(first, begins, done);
        now_ = first + resets.edges;
    }

    // Nothing begins or ends up to edge n.
    void rest_until(uint64_t n) { now_ = n; }

    template <typename Out>
    void tell(Out& out) const {
        out.word("invocations", invocations_);
        out.word("completions", ended_.count);
        out.word("busy_cycles", ended_.busy_cycles + open_cycles(now_));
        out.word("min_latency", ended_.latencies.least);
        out.word("max_latency", ended_.latencies.most);
        out.word("latency_sum", ended_.latencies.sum);
        out.word("min_interval", intervals_.least);
        out.word("max_interval", intervals_.most);
        out.word("interval_sum", intervals_.sum);
        out.word("orphans", orphans_);
        out.word("overflows", overflows_);
        latency_histogram_.tell(out, "latency_histogram");
    }

private:
    // Where there may be too many under way, edge by edge.
    void add_without_reset(uint64_t first, uint64_t begins, uint64_t done) {
        if (under_way_ + ones_of(begins) <= kMost) return add_matched(first, begins, done);
        for (uint64_t left = begins | done; left != 0; left &= left - 1) {
            const uint64_t here = left & -left;
            add_matched(first, begins & here, done & here);
        }
    }

    // Each completion is that of the oldest invocation under way.
    void add_matched(uint64_t first, uint64_t begins, uint64_t done) {
        invocations_ += ones_of(begins);
        add_intervals(first, begins);
        if (under_way_ == kMost && begins != 0) {
            ++overflows_;
            begins = 0;
        }
        Completions ended = ended_;  // in registers meanwhile
        for (; done != 0 && under_way_ != 0; done &= done - 1) {
            latency_histogram_.add(ended.add(begun_[oldest_], first + first_of(done)));
            oldest_ = (oldest_ + 1) % kMost;
            --under_way_;
        }
        for (; done != 0; done &= done - 1) {
            // Those before the next invocation begins belong to none.
            const uint64_t orphans = done & ((begins & -begins) - 1);
            orphans_ += ones_of(orphans);
            done &= ~orphans;
            if (done == 0) break;
            latency_histogram_.add(ended.add(first + first_of(begins), first + first_of(done)));
            begins &= begins - 1;
        }
        ended_ = ended;
        for (; begins != 0; begins &= begins - 1)
            begun_[(oldest_ + under_way_++) % kMost] = first + first_of(begins);
    }

    void add_intervals(uint64_t edge, uint64_t begins) {
        if (begins == 0) return;
        const unsigned first = first_of(begins), last = last_of(begins);
        if (any_begun_) intervals_.add(edge + first - last_begun_);
        any_begun_ = true;
        last_begun_ = edge + last;
        const uint64_t between = (uint64_t{1} << last) - (uint64_t{1} << first);
        intervals_.add_longer_runs(~begins & between, ones_of(begins & begins >> 1));
    }

    // Whether an invocation is offered goes on from edge to edge as the carry of a sum does.
    Word begins_of(const Word& start, const Word& not_taken) {
        const uint64_t made = start.bits & not_taken.bits;
        const uint64_t offered = (not_taken.bits + made + offering_) ^ not_taken.bits ^ made;
        offering_ = (made | (not_taken.bits & offered)) >> (start.edges - 1) & 1;
        return {start.bits & ~offered, start.edges};
    }

    void end_all(uint64_t now) {
        ended_.busy_cycles += open_cycles(now);
        any_begun_ = false;
        under_way_ = 0;
    }

    // Busy edges of the invocations that are under way.
    uint64_t open_cycles(uint64_t now) const {
        return under_way_ == 0 ? 0 : now - std::max(begun_[oldest_], ended_.busy_until);
    }

    // Of values that are never 0; 0 stands for none.
    struct Spread {
        uint64_t least = 0, most = 0, sum = 0;
        void add(uint64_t value) {
            sum += value;
            if (value > most) most = value;
            if (least == 0 || value < least) least = value;
        }
        // Adds 1 more than the length of each run of ones, and 1 so many times.
        void add_longer_runs(uint64_t bits, unsigned ones) {
            const unsigned runs = runs_of(bits);
            sum += ones_of(bits) + runs + ones;
            if (ones != 0) least = 1;
            if (ones + runs != 0 && most == 0) most = 1;
            if (runs == 0) return;
            for (uint64_t longer = starts_of(bits, most); longer != 0; longer &= longer >> 1)
                ++most;
            if (least == 1 || (least != 0 && runs_of(starts_of(bits, least - 1)) == runs)) return;
            for (least = 2; runs_of(starts_of(bits, least)) == runs;) ++least;
        }
    };

    // Invocations that have ended, and all edges that were busy up to `busy_until`.
    struct Completions {
        uint64_t count = 0, busy_cycles = 0, busy_until = 0;
        Spread latencies;

        // Returns the latency. An edge at which several are under way is busy once.
        uint64_t add(uint64_t begun, uint64_t now) {
            ++count;
            busy_cycles += now + 1 - std::max(begun, busy_until);
            busy_until = now + 1;
            latencies.add(now + 1 - begun);
            return now + 1 - begun;
        }
    };

    static constexpr unsigned kMost = 64;  // invocations under way

    uint64_t invocations_ = 0, orphans_ = 0, overflows_ = 0;
    Completions ended_;
    Spread intervals_;
    Histogram latency_histogram_;
    // The edge at which each began that is under way, the oldest at `oldest_`.
    uint64_t begun_[kMost] = {};
    unsigned oldest_ = 0, under_way_ = 0;
    uint64_t now_ = 0;        // edges that are added
    bool offering_ = false;   // begun, and not yet taken
    bool any_begun_ = false;  // since the last reset
    uint64_t last_begun_ = 0;
};

}  // namespace

#endif
