// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a stream; docs/counting.md defines them.

#ifndef TAPESTRY_STREAM_NUMBERS_H
#define TAPESTRY_STREAM_NUMBERS_H

#include "tapestry_edges.h"

namespace {

// What a beat weighs: bytes of a whole one, or where `has_keep` of each bit of keep that is 1.
struct BeatBytes {
    uint64_t of_beat;
    uint64_t of_keep_bit;
    bool has_keep;
};

class StreamNumbers {
public:
    // Edges in reset have neither valid nor ready. `kept_at` returns how many bits of keep are 1 at
    // some of the edges.
    template <typename Edges, typename KeptAt>
    void add(const Edges& valid, const Edges& ready, const Edges& last, const KeptAt& kept_at) {
        NoHistogram none;
        if (valid.none()) {  // as mostly
            starved_cycles_ += ready.count();
            bursts_.end(burst_lengths_);
            blocks_.end(none);
            return;
        }
        const Edges transfers = valid & ready;
        const Edges blocked = valid & ~ready;
        transfer_cycles_ += transfers.count();
        blocked_cycles_ += blocked.count();
        starved_cycles_ += (ready & ~valid).count();
        bursts_.add(transfers, burst_lengths_);
        blocks_.add(blocked, none);
        packets_ += (transfers & last).count();
        kept_ += kept_at(transfers);
    }

    // The words of a record, of so many edges outside of reset.
    template <typename Out>
    void tell(Out& out, uint64_t observed_cycles, const BeatBytes& bytes) const {
        out.word("transfer_cycles", transfer_cycles_);
        out.word("blocked_cycles", blocked_cycles_);
        out.word("starved_cycles", starved_cycles_);
        out.word("idle_cycles",
                 observed_cycles - transfer_cycles_ - blocked_cycles_ - starved_cycles_);
        out.word("packets", packets_);
        out.word("bytes",
                 bytes.has_keep ? kept_ * bytes.of_keep_bit : transfer_cycles_ * bytes.of_beat);
        out.word("longest_block", blocks_.longest_now());
        out.word("bursts", burst_lengths_.count() + (bursts_.open != 0));
        out.word("longest_burst", bursts_.longest_now());
        burst_lengths_.tell(out, "burst_histogram", bursts_.open);
    }

private:
    uint64_t transfer_cycles_ = 0, blocked_cycles_ = 0, starved_cycles_ = 0;
    uint64_t packets_ = 0, kept_ = 0;
    Runs bursts_, blocks_;
    Histogram burst_lengths_;  // of those that have ended
};

}  // namespace

#endif
