// SPDX-License-Identifier: Apache-2.0
//
// What tapestry_stream counts, from its log.

#ifndef TAPESTRY_STREAM_COUNTS_H
#define TAPESTRY_STREAM_COUNTS_H

#include "tapestry_counts.h"

namespace {

// Runs of edges at which a bit is 1.
struct Runs {
    uint64_t open = 0;  // the length of the run that reaches the last edge
    uint64_t longest = 0;

    uint64_t longest_now() const { return std::max(longest, open); }

    // Returns the bits of the runs that have begun and ended in the batch; `close` is called with
    // the length of the one that began before it, if that has ended.
    template <typename Close>
    uint64_t add(uint64_t bits, const Batch& batch, const Close& close) {
        if (open != 0) {
            const unsigned more = run_of(bits);
            open += more;
            if (more == batch.count) return 0;
            longest = std::max(longest, open);
            close(open);
            open = 0;
            bits &= bits + 1;
        }
        if (bits >> (batch.count - 1) != 0) {
            open = last_run_of(bits << (kHalf - batch.count));
            bits &= ~(~uint64_t{0} << (batch.count - open));
        }
        for (uint64_t longer = starts_of(bits, longest + 1); longer != 0; longer &= longer >> 1)
            ++longest;
        return bits;
    }
};

// The keeps of 128 edges: words of so many bytes, or none at all. Those of more than 64 bits are
// numbers of ones.
struct KeepLog {
    const void* words;
    unsigned bytes, width;

    // The ones at the edges of a batch.
    uint64_t ones_at(uint64_t edges, const Batch& batch) const {
        switch (bytes) {
            case 1:
                return sum<uint8_t>(edges, batch);
            case 2:
                return sum<uint16_t>(edges, batch);
            case 4:
                return sum<uint32_t>(edges, batch);
            default:
                return sum<uint64_t>(edges, batch);
        }
    }

private:
    template <typename Word>
    uint64_t sum(uint64_t edges, const Batch& batch) const {
        const Word* const half = static_cast<const Word*>(words) + batch.half();
        Word any = 0, each = static_cast<Word>(~Word{0});
        for (unsigned i = 0; i < kHalf; ++i) {
            any |= half[i];
            each &= half[i];
        }
        if (any == each) return ones_of(edges) * (width > 64 ? any : ones_of(any));  // as mostly
        const Word* const keeps = half + batch.place % kHalf;
        uint64_t all = 0, last = 0, ones = 0;
        for (; edges != 0; edges &= edges - 1) {
            const Word keep = keeps[first_of(edges)];
            if (keep != last) {
                last = keep;
                ones = width > 64 ? last : ones_of(last);
            }
            all += ones;
        }
        return all;
    }
};

class StreamCounts : public Counts {
public:
    StreamCounts(const Log& log, const KeepLog& keeps) : Counts(log), keeps_(keeps) {}

private:
    void add(const Batch& batch) override {
        if (!add_rest(batch)) add_all(batch);
    }

    // Most streams rest most of the time. Returns false, and adds nothing, when this one does not.
    bool add_rest(const Batch& batch) {
        const int sample = log_.resting(batch);
        if (sample < 0 || bursts_.open != 0 || blocks_.open != 0) return false;
        if (is_set(sample, kReset))
            reset_cycles_ += batch.count;
        else if (is_set(sample, kValid))
            return false;
        else if (is_set(sample, kReady))
            starved_cycles_ += batch.count;
        return true;
    }

    void add_all(const Batch& batch) {
        const uint64_t reset = log_.bits(kReset, batch);
        const uint64_t observed = batch.all & ~reset;
        const uint64_t valid = log_.bits(kValid, batch) & observed;
        const uint64_t ready = log_.bits(kReady, batch) & observed;
        const uint64_t transfers = valid & ready;
        const uint64_t blocked = valid & ~ready;
        reset_cycles_ += ones_of(reset);
        transfer_cycles_ += ones_of(transfers);
        blocked_cycles_ += ones_of(blocked);
        starved_cycles_ += ones_of(ready & ~valid);
        const uint64_t bursts = bursts_.add(transfers, batch, [this](uint64_t length) {
            ++ended_bursts_;
            burst_histogram_.add(length);
        });
        if (bursts != 0) ended_bursts_ += burst_histogram_.add_runs(bursts);
        blocks_.add(blocked, batch, [](uint64_t) {});
        packets_ += ones_of(transfers & log_.bits(kLast, batch));
        if (keeps_.words) kept_ += keeps_.ones_at(transfers, batch);
    }

    // A beat without keep has as many bytes as its bits need; a bit of keep stands for its share.
    uint64_t bytes(uint64_t beat_bits, uint64_t keep_bits) const {
        const uint64_t beat_bytes = (beat_bits + 7) / 8;
        if (!keeps_.words) return transfer_cycles_ * beat_bytes;
        if (beat_bytes <= keep_bits || keep_bits == 0) return kept_;
        return kept_ * (beat_bytes / keep_bits);
    }

    void tell_numbers(Record& line, uint64_t observed, bool, uint32_t beat_bits,
                      uint32_t keep_bits) override {
        line.word("saturated", keep_bits > keeps_.width);
        line.word("transfer_cycles", transfer_cycles_);
        line.word("blocked_cycles", blocked_cycles_);
        line.word("starved_cycles", starved_cycles_);
        line.word("idle_cycles", observed - transfer_cycles_ - blocked_cycles_ - starved_cycles_);
        line.word("packets", packets_);
        line.word("bytes", bytes(beat_bits, keep_bits));
        line.word("longest_block", blocks_.longest_now());
        line.word("bursts", ended_bursts_ + (bursts_.open != 0));
        line.word("longest_burst", bursts_.longest_now());
        burst_histogram_.tell(line, "burst_histogram", bursts_.open);
    }

    const KeepLog keeps_;
    uint64_t transfer_cycles_ = 0, blocked_cycles_ = 0, starved_cycles_ = 0;
    uint64_t packets_ = 0, kept_ = 0, ended_bursts_ = 0;
    Runs bursts_, blocks_;
    Histogram burst_histogram_;
};

}  // namespace

#endif
