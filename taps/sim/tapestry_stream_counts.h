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

    // `close` is called with the length of each run that has ended.
    template <typename Close>
    void add(uint64_t bits, const Batch& batch, const Close& close) {
        if (open != 0) {
            const unsigned more = run_of(bits);
            open += more;
            if (more == batch.count) return;
            end(open, close);
            open = 0;
            bits &= bits + 1;
        }
        while (bits != 0) {
            const unsigned begin = first_of(bits);
            const unsigned length = run_of(bits >> begin);
            if (begin + length == batch.count) {
                open = length;
                return;
            }
            end(length, close);
            bits &= bits + (bits & -bits);
        }
    }

private:
    template <typename Close>
    void end(uint64_t length, const Close& close) {
        if (length > longest) longest = length;
        close(length);
    }
};

struct StreamLanes {
    Lane reset, valid, ready;
    Lane last;             // or null
    const uint64_t* keep;  // 128 words, or null
    unsigned keep_width;   // beyond 64 the words are the numbers of ones
};

class StreamCounts : public Counts {
public:
    explicit StreamCounts(const StreamLanes& lanes) : lanes_(lanes) {}

private:
    void add(const Batch& batch) override {
        const uint64_t reset = bits_of(lanes_.reset, batch);
        const uint64_t observed = batch.all & ~reset;
        const uint64_t valid = bits_of(lanes_.valid, batch) & observed;
        const uint64_t ready = bits_of(lanes_.ready, batch) & observed;
        const uint64_t transfers = valid & ready;
        const uint64_t blocked = valid & ~ready;
        reset_cycles_ += ones_of(reset);
        transfer_cycles_ += ones_of(transfers);
        blocked_cycles_ += ones_of(blocked);
        starved_cycles_ += ones_of(ready & ~valid);
        bursts_.add(transfers, batch, [this](uint64_t length) {
            ++ended_bursts_;
            burst_histogram_.add(length);
        });
        blocks_.add(blocked, batch, [](uint64_t) {});
        if (lanes_.last && transfers != 0)
            packets_ += ones_of(transfers & bits_of(lanes_.last, batch));
        if (lanes_.keep) add_kept(transfers, batch);
    }

    void add_kept(uint64_t transfers, const Batch& batch) {
        for (; transfers != 0; transfers &= transfers - 1) {
            const uint64_t keep = lanes_.keep[batch.place + first_of(transfers)];
            if (keep != counted_keep_) {  // most beats have the same
                counted_keep_ = keep;
                counted_ones_ = lanes_.keep_width > 64 ? keep : ones_of(keep);
            }
            kept_ += counted_ones_;
        }
    }

    // A beat without keep has as many bytes as its bits need; a bit of keep stands for its share.
    uint64_t bytes(uint64_t beat_bits, uint64_t keep_bits) const {
        const uint64_t beat_bytes = (beat_bits + 7) / 8;
        if (!lanes_.keep) return transfer_cycles_ * beat_bytes;
        if (beat_bytes <= keep_bits || keep_bits == 0) return kept_;
        return kept_ * (beat_bytes / keep_bits);
    }

    void tell_numbers(Record& line, uint64_t observed, bool, uint32_t beat_bits,
                      uint32_t keep_bits) override {
        line.word("saturated", keep_bits > lanes_.keep_width);
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

    const StreamLanes lanes_;
    uint64_t transfer_cycles_ = 0, blocked_cycles_ = 0, starved_cycles_ = 0;
    uint64_t packets_ = 0, kept_ = 0, ended_bursts_ = 0;
    uint64_t counted_keep_ = 0, counted_ones_ = 0;
    Runs bursts_, blocks_;
    Histogram burst_histogram_;
};

}  // namespace

#endif
