// SPDX-License-Identifier: Apache-2.0
//
// What tapestry_call counts, from its log.

#ifndef TAPESTRY_CALL_COUNTS_H
#define TAPESTRY_CALL_COUNTS_H

#include "tapestry_counts.h"

namespace {

class CallCounts : public Counts {
public:
    explicit CallCounts(Log log) : log_(log) {}

private:
    enum Bit { kStart, kReady, kDone };

    void add(const Batch& batch) override {
        const uint64_t reset = bits_of<kReset>(log_, batch);
        const uint64_t observed = batch.all & ~reset;
        const uint64_t done = bits_of<kDone>(log_, batch) & observed;
        const uint64_t begins = begins_of(bits_of<kStart>(log_, batch) & observed,
                                          ~bits_of<kReady>(log_, batch) & observed, batch.count);
        reset_cycles_ += ones_of(reset);
        for (uint64_t left = reset | begins | done; left != 0;) {
            const unsigned at = first_of(left);
            const uint64_t here = left & -left;
            left &= left - 1;
            if (reset & here) end_all(batch.start + at);
            if (begins & here) add_begin(batch.start + at);
            if ((done & here) == 0) continue;
            if (under_way_ != 0) {
                add_completion(batch.start + at);
                continue;
            }
            const uint64_t others =
                left & (reset | begins);  // before the first of them all are orphans
            const uint64_t orphans = left & (others == 0 ? ~uint64_t{0} : (others & -others) - 1);
            orphans_ += 1 + ones_of(orphans);
            left &= ~orphans;
        }
        now_ = batch.start + batch.count;
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
        if (under_way_ != 0) busy_cycles_ += now - busy_start_;
        any_begun_ = false;
        under_way_ = 0;
    }

    void add_begin(uint64_t now) {
        ++invocations_;
        if (any_begun_) intervals_.add(now - last_begun_);
        any_begun_ = true;
        last_begun_ = now;
        if (under_way_ == kMost) {
            ++overflows_;
            return;
        }
        if (under_way_ == 0) busy_start_ = now;
        begun_[(oldest_ + under_way_) % kMost] = now;
        ++under_way_;
    }

    void add_completion(uint64_t now) {
        const uint64_t latency = now - begun_[oldest_] + 1;
        oldest_ = (oldest_ + 1) % kMost;
        if (--under_way_ == 0) busy_cycles_ += now - busy_start_ + 1;
        ++completions_;
        latencies_.add(latency);
        latency_histogram_.add(latency);
    }

    void tell_numbers(Record& line, uint64_t, bool, uint32_t, uint32_t) override {
        line.word("saturated", 0);
        line.word("invocations", invocations_);
        line.word("completions", completions_);
        line.word("busy_cycles", busy_cycles_ + (under_way_ == 0 ? 0 : now_ - busy_start_));
        line.word("min_latency", latencies_.least);
        line.word("max_latency", latencies_.most);
        line.word("latency_sum", latencies_.sum);
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
    };

    static constexpr unsigned kMost = 64;  // invocations under way

    const Log log_;
    uint64_t invocations_ = 0, completions_ = 0, busy_cycles_ = 0, orphans_ = 0, overflows_ = 0;
    Spread latencies_, intervals_;
    Histogram latency_histogram_;
    uint64_t begun_[kMost] =
        {};  // the edge at which each began that is under way, the oldest at `oldest_`
    unsigned oldest_ = 0, under_way_ = 0;
    uint64_t busy_start_ = 0;  // the edge since which there are any
    uint64_t now_ = 0;         // edges that are added
    bool offering_ = false;    // begun, and not yet taken by ready
    bool any_begun_ = false;   // since the last reset
    uint64_t last_begun_ = 0;
};

}  // namespace

#endif
