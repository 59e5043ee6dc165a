// SPDX-License-Identifier: Apache-2.0
//
// What tapestry_call counts, from its log.

#ifndef TAPESTRY_CALL_COUNTS_H
#define TAPESTRY_CALL_COUNTS_H

#include "tapestry_counts.h"

namespace {

class CallCounts : public Counts {
public:
    CallCounts(const Log& log, const LastEnd& end) : Counts(log), end_(end) {}

private:
    enum Bit { kStart, kTaken, kDone };

    void add(const Batch& batch) override {
        if (!rests_now(batch)) add_all(batch);
        now_ = batch.start + batch.count;
    }

    // Outside of reset nothing begins or ends.
    bool rests_now(const Batch& batch) const {
        const int sample = log_.resting(batch);
        if (sample < 0 || is_set(sample, kReset) || offering_) return false;
        if (end_.stream) return rests(log_, batch) && rests(*end_.stream, batch);
        return !is_set(sample, kStart) && !is_set(sample, kDone);
    }

    void add_all(const Batch& batch) {
        const uint64_t reset = log_.bits(kReset, batch);
        const uint64_t observed = batch.all & ~reset;
        if (end_.stream)
            add_events(batch, reset, transfers_of(log_, batch) & observed,
                       end_.transfers(batch) & observed);
        else
            add_events(batch, reset,
                       begins_of(log_.bits(kStart, batch) & observed,
                                 ~log_.bits(kTaken, batch) & observed, batch.count),
                       log_.bits(kDone, batch) & observed);
        reset_cycles_ += ones_of(reset);
    }

    void add_events(const Batch& batch, uint64_t reset, uint64_t begins, uint64_t done) {
        while (reset != 0) {
            const uint64_t first = reset & -reset;
            add_without_reset(batch.start, begins & (first - 1), done & (first - 1));
            end_all(batch.start + first_of(reset));
            begins &= -first;
            done &= -first;
            reset &= reset + first;  // without its first run
        }
        add_without_reset(batch.start, begins, done);
    }

    // Where there may be too many under way, edge by edge.
    void add_without_reset(uint64_t start, uint64_t begins, uint64_t done) {
        if (under_way_ + ones_of(begins) <= kMost) return add_matched(start, begins, done);
        for (uint64_t left = begins | done; left != 0; left &= left - 1) {
            const uint64_t here = left & -left;
            add_matched(start, begins & here, done & here);
        }
    }

    // Each completion is that of the oldest invocation under way.
    void add_matched(uint64_t start, uint64_t begins, uint64_t done) {
        invocations_ += ones_of(begins);
        add_intervals(start, begins);
        if (under_way_ == kMost && begins != 0) {
            ++overflows_;
            begins = 0;
        }
        Completions ended = ended_;  // in registers meanwhile
        for (; done != 0 && under_way_ != 0; done &= done - 1) {
            latency_histogram_.add(ended.add(begun_[oldest_], start + first_of(done)));
            oldest_ = (oldest_ + 1) % kMost;
            --under_way_;
        }
        for (; done != 0; done &= done - 1) {
            // Those before the next invocation begins belong to none.
            const uint64_t orphans = done & ((begins & -begins) - 1);
            orphans_ += ones_of(orphans);
            done &= ~orphans;
            if (done == 0) break;
            latency_histogram_.add(ended.add(start + first_of(begins), start + first_of(done)));
            begins &= begins - 1;
        }
        ended_ = ended;
        for (; begins != 0; begins &= begins - 1)
            begun_[(oldest_ + under_way_++) % kMost] = start + first_of(begins);
    }

    void add_intervals(uint64_t start, uint64_t begins) {
        if (begins == 0) return;
        const unsigned first = first_of(begins), last = last_of(begins);
        if (any_begun_) intervals_.add(start + first - last_begun_);
        any_begun_ = true;
        last_begun_ = start + last;
        const uint64_t between = (uint64_t{1} << last) - (uint64_t{1} << first);
        intervals_.add_longer_runs(~begins & between, ones_of(begins & begins >> 1));
    }

    // An invocation that has begun is offered up to an edge with ready; a start meanwhile is the
    // same one. Whether one is offered goes on from edge to edge as the carry of a sum does.
    uint64_t begins_of(uint64_t start, uint64_t not_ready, unsigned count) {
        const uint64_t made = start & not_ready;
        const uint64_t offered = (not_ready + made + offering_) ^ not_ready ^ made;
        offering_ = (made | (not_ready & offered)) >> (count - 1) & 1;
        return start & ~offered;
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

    void tell_numbers(Record& line, uint64_t, bool, uint32_t, uint32_t) override {
        line.word("saturated", 0);
        line.word("invocations", invocations_);
        line.word("completions", ended_.count);
        line.word("busy_cycles", ended_.busy_cycles + open_cycles(now_));
        line.word("min_latency", ended_.latencies.least);
        line.word("max_latency", ended_.latencies.most);
        line.word("latency_sum", ended_.latencies.sum);
        line.word("min_interval", intervals_.least);
        line.word("max_interval", intervals_.most);
        line.word("interval_sum", intervals_.sum);
        line.word("orphans", orphans_);
        line.word("overflows", overflows_);
        latency_histogram_.tell(line, "latency_histogram");
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

    const LastEnd end_;
    uint64_t invocations_ = 0, orphans_ = 0, overflows_ = 0;
    Completions ended_;
    Spread intervals_;
    Histogram latency_histogram_;
    uint64_t begun_[kMost] =
        {};  // the edge at which each began that is under way, the oldest at `oldest_`
    unsigned oldest_ = 0, under_way_ = 0;
    uint64_t now_ = 0;        // edges that are added
    bool offering_ = false;   // begun, and not yet taken by ready
    bool any_begun_ = false;  // since the last reset
    uint64_t last_begun_ = 0;
};

}  // namespace

#endif
