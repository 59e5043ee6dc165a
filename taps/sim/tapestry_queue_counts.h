// SPDX-License-Identifier: Apache-2.0
//
// What tapestry_queue counts, from its log.

#ifndef TAPESTRY_QUEUE_COUNTS_H
#define TAPESTRY_QUEUE_COUNTS_H

#include "tapestry_counts.h"

namespace {

class QueueCounts : public Counts {
public:
    QueueCounts(const Log& log, const LastEnd& end, unsigned bins)
        : Counts(log), end_(end), bins_(bins + 1) {}

private:
    enum Bit { kPush, kFull, kPop, kEmpty };

    void add(const Batch& batch) override {
        const int sample = log_.resting(batch);
        if (sample >= 0 && !is_set(sample, kReset) &&
            (end_.stream ? rests(log_, batch) && rests(*end_.stream, batch)
                         : add_rest(sample, batch.count)))
            add_level(batch.count);
        else
            add_all(batch);
    }

    // Where nothing goes in or out. Returns false, and adds nothing, when something does.
    bool add_rest(int sample, unsigned edges) {
        const bool push = is_set(sample, kPush), full = is_set(sample, kFull);
        const bool pop = is_set(sample, kPop), empty = is_set(sample, kEmpty);
        if ((push && !full) || (pop && !empty)) return false;
        refused_pushes_ += push ? edges : 0;
        refused_pops_ += pop ? edges : 0;
        full_cycles_ += full ? edges : 0;
        empty_cycles_ += empty ? edges : 0;
        return true;
    }

    void add_all(const Batch& batch) {
        const uint64_t reset = log_.bits(kReset, batch);
        const uint64_t observed = batch.all & ~reset;
        reset_cycles_ += ones_of(reset);
        if (end_.stream)
            add_moves(batch, reset, transfers_of(log_, batch) & observed,
                      end_.transfers(batch) & observed);
        else
            add_own(batch, reset, observed);
    }

    void add_own(const Batch& batch, uint64_t reset, uint64_t observed) {
        const uint64_t push = log_.bits(kPush, batch) & observed;
        const uint64_t full = log_.bits(kFull, batch) & observed;
        const uint64_t pop = log_.bits(kPop, batch) & observed;
        const uint64_t empty = log_.bits(kEmpty, batch) & observed;
        refused_pushes_ += ones_of(push & full);
        refused_pops_ += ones_of(pop & empty);
        full_cycles_ += ones_of(full);
        empty_cycles_ += ones_of(empty);
        add_moves(batch, reset, push & ~full, pop & ~empty);
    }

    void add_moves(const Batch& batch, uint64_t reset, uint64_t pushed, uint64_t popped) {
        pushes_ += ones_of(pushed);
        pops_ += ones_of(popped);
        add_levels(reset, pushed & ~popped, popped & ~pushed, batch);
    }

    // An observed edge has the occupancy before its own push or pop; an edge of a reset has none.
    void add_levels(uint64_t reset, uint64_t rises, uint64_t falls, const Batch& batch) {
        if (reset == 0 && add_two_levels(rises, falls, batch)) return;
        unsigned next = 0;
        for (uint64_t moves = reset | rises | falls; moves != 0; moves &= moves - 1) {
            const unsigned at = first_of(moves);
            const bool is_reset = reset >> at & 1;
            add_level(at - next + !is_reset);
            next = at + 1;
            if (is_reset)
                occupancy_ = 0;
            else if (rises >> at & 1)
                ++occupancy_;
            else if (occupancy_ != 0)
                --occupancy_;
            else
                ++underflows_;
        }
        add_level(batch.count - next);
    }

    // The same for an occupancy that goes to and fro between two values. Returns false, and adds
    // nothing, when it does not.
    bool add_two_levels(uint64_t rises, uint64_t falls, const Batch& batch) {
        uint64_t upper;
        if (!find_upper(rises, falls, batch.all, upper)) return false;
        if ((upper & 1) != 0 && occupancy_ == 0) return false;
        const unsigned edges = ones_of(upper);
        occupancy_ -= upper & 1;
        add_level(batch.count - edges);
        ++occupancy_;
        add_level(edges);
        occupancy_ -= ((upper ^ rises ^ falls) >> (batch.count - 1) & 1) == 0;
        return true;
    }

    // `length` edges of the same occupancy. Those that share the last bin have their sum and most
    // here.
    void add_level(uint64_t length) {
        const uint64_t last = bins_.size() - 1;
        if (occupancy_ < last) {
            bins_[occupancy_] += length;
            return;
        }
        bins_[last] += length;
        shared_sum_ += occupancy_ * length;
        if (length != 0 && occupancy_ > shared_max_) shared_max_ = occupancy_;
    }

    void tell_numbers(Record& line, uint64_t, bool, uint32_t, uint32_t) override {
        uint64_t sum = shared_sum_, most = shared_max_;
        for (uint64_t k = 0; k + 1 < bins_.size(); ++k) {
            sum += k * bins_[k];
            if (bins_[k] != 0 && shared_max_ == 0) most = k;
        }
        line.word("saturated", 0);
        line.word("pushes", pushes_);
        line.word("pops", pops_);
        line.word("refused_pushes", refused_pushes_);
        line.word("refused_pops", refused_pops_);
        line.word("full_cycles", full_cycles_);
        line.word("empty_cycles", empty_cycles_);
        line.word("max_occupancy", most);
        line.word("occupancy_sum", sum);
        line.word("underflows", underflows_);
        for (uint64_t k = 0; k < bins_.size(); ++k) {
            if (bins_[k] == 0) continue;
            line.word("histogram", k);
            line.number(bins_[k]);
        }
    }

    const LastEnd end_;
    uint64_t pushes_ = 0, pops_ = 0, refused_pushes_ = 0, refused_pops_ = 0;
    uint64_t full_cycles_ = 0, empty_cycles_ = 0, underflows_ = 0;
    uint64_t occupancy_ = 0, shared_sum_ = 0, shared_max_ = 0;
    std::vector<uint64_t> bins_;
};

}  // namespace

#endif
