// SPDX-License-Identifier: Apache-2.0
//
// What tapestry_call counts, from its log.

#ifndef TAPESTRY_CALL_COUNTS_H
#define TAPESTRY_CALL_COUNTS_H

#include "tapestry_counts.h"

namespace {

struct CallLanes {
    Lane reset, start, ready, done;
};

class CallCounts : public Counts {
public:
    explicit CallCounts(const CallLanes& lanes) : lanes_(lanes) {}

private:
    // Goes from one edge at which something happens to the next; between them it is busy or
    // orphaned.
    void add(const Batch& batch) override {
        const uint64_t reset = bits_of(lanes_.reset, batch);
        const uint64_t start = bits_of(lanes_.start, batch);
        const uint64_t ready = bits_of(lanes_.ready, batch);
        const uint64_t done = bits_of(lanes_.done, batch);
        for (unsigned at = 0; at < batch.count; ++at) {
            uint64_t events = reset | (offering_ ? ready : start);
            if (under_way_ != 0) events |= done;
            const uint64_t left = batch.all >> at << at;
            const unsigned next = (events & left) == 0 ? batch.count : first_of(events & left);
            if (under_way_ != 0)
                busy_cycles_ += next - at;
            else
                orphans_ += ones_of(done & left & ~(next == kHalf ? 0 : ~uint64_t{0} << next));
            if (next == batch.count) return;
            at = next;
            if (reset >> at & 1)
                add_reset();
            else
                add_edge(batch.start + at, start >> at & 1, ready >> at & 1, done >> at & 1);
        }
    }

    void add_reset() {
        ++reset_cycles_;
        offering_ = false;
        any_begun_ = false;
        under_way_ = 0;
    }

    void add_edge(uint64_t now, bool start, bool ready, bool done) {
        if (start && !offering_) {
            add_begin(now);
            offering_ = true;
        }
        if (ready) offering_ = false;
        if (under_way_ != 0) ++busy_cycles_;
        if (!done) return;
        if (under_way_ != 0)
            add_completion(now);
        else
            ++orphans_;
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
        begun_[(oldest_ + under_way_) % kMost] = now;
        ++under_way_;
    }

    void add_completion(uint64_t now) {
        const uint64_t latency = now - begun_[oldest_] + 1;
        oldest_ = (oldest_ + 1) % kMost;
        --under_way_;
        ++completions_;
        latencies_.add(latency);
        latency_histogram_.add(latency);
    }

    void tell_numbers(Record& line, uint64_t, bool, uint32_t, uint32_t) override {
        line.word("saturated", 0);
        line.word("invocations", invocations_);
        line.word("completions", completions_);
        line.word("busy_cycles", busy_cycles_);
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

    const CallLanes lanes_;
    uint64_t invocations_ = 0, completions_ = 0, busy_cycles_ = 0, orphans_ = 0, overflows_ = 0;
    Spread latencies_, intervals_;
    Histogram latency_histogram_;
    uint64_t begun_[kMost] =
        {};  // the edge at which each began that is under way, the oldest at `oldest_`
    unsigned oldest_ = 0, under_way_ = 0;
    bool offering_ = false;   // begun, and not yet taken by ready
    bool any_begun_ = false;  // since the last reset
    uint64_t last_begun_ = 0;
};

}  // namespace

#endif
