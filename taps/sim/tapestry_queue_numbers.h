// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a queue; docs/counting.md defines them.

#ifndef TAPESTRY_QUEUE_NUMBERS_H
#define TAPESTRY_QUEUE_NUMBERS_H

#include <vector>

#include "tapestry_edges.h"

namespace {

// A number that goes up and down by one, at no edge both. Bit i of `upper`: before edge i it is the
// larger one of the only two that it takes on. Returns false when it takes on others.
inline bool find_upper(uint64_t rises, uint64_t falls, uint64_t all, uint64_t& upper) {
    const uint64_t moves = rises | falls;
    const uint64_t starts_upper = (falls & moves & -moves) != 0;
    upper = ((falls << 1) - (rises << 1) - starts_upper) & all;
    return (rises & upper) == 0 && (falls & ~upper) == 0 && (upper & 1) == starts_upper &&
           ((upper >> 1 ^ upper ^ moves) & all >> 1) == 0;
}

class QueueNumbers {
public:
    // Occupancies from `bins` on share a bin.
    explicit QueueNumbers(uint64_t bins) : last_bin_(bins) {}

    template <typename Edges>
    void add(const Edges& reset, const Edges& push, const Edges& full, const Edges& pop,
             const Edges& empty) {
        const Edges observed = ~reset;
        const Edges is_full = full & observed, is_empty = empty & observed;
        refused_pushes_ += (push & is_full).count();
        refused_pops_ += (pop & is_empty).count();
        full_cycles_ += is_full.count();
        empty_cycles_ += is_empty.count();
        add_moves(reset, push & observed & ~is_full, pop & observed & ~is_empty);
    }

    // Of a queue that refuses nothing and says of itself neither that it is full nor empty.
    template <typename Edges>
    void add_moves(const Edges& reset, const Edges& pushed, const Edges& popped) {
        pushes_ += pushed.count();
        pops_ += popped.count();
        add_levels(reset, pushed & ~popped, popped & ~pushed);
    }

    template <typename Out>
    void tell(Out& out) const {
        uint64_t sum = shared_sum_, most = shared_max_;
        for (uint64_t k = 0; k < bins_.size(); ++k) {
            sum += k * bins_[k];
            if (bins_[k] != 0 && shared_ == 0) most = k;
        }
        out.word("pushes", pushes_);
        out.word("pops", pops_);
        out.word("refused_pushes", refused_pushes_);
        out.word("refused_pops", refused_pops_);
        out.word("full_cycles", full_cycles_);
        out.word("empty_cycles", empty_cycles_);
        out.word("max_occupancy", most);
        out.word("occupancy_sum", sum);
        out.word("underflows", underflows_);
        for (uint64_t k = 0; k < bins_.size(); ++k) tell_bin(out, k, bins_[k]);
        tell_bin(out, last_bin_, shared_);
    }

private:
    template <typename Out>
    static void tell_bin(Out& out, uint64_t bin, uint64_t edges) {
        if (edges == 0) return;
        out.word("histogram", bin);
        out.number(edges);
    }

    void add_levels(const Run& reset, const Run& rises, const Run& falls) {
        if (reset.on) {
            occupancy_ = 0;
            return;
        }
        if (!rises.on && !falls.on) return add_level(reset.edges);
        for (uint64_t left = reset.edges; left != 0;) {
            const auto edges = static_cast<unsigned>(std::min<uint64_t>(left, kHalf));
            add_levels(reset.word(edges), rises.word(edges), falls.word(edges));
            left -= edges;
        }
    }

    // An observed edge has the occupancy before its own push or pop; an edge of a reset has none.
    void add_levels(const Word& reset, const Word& rises, const Word& falls) {
        if (reset.bits == 0 && add_two_levels(rises, falls)) return;
        unsigned next = 0;
        for (uint64_t moves = reset.bits | rises.bits | falls.bits; moves != 0;
             moves &= moves - 1) {
            const unsigned at = first_of(moves);
            const bool is_reset = reset.bits >> at & 1;
            add_level(at - next + !is_reset);
            next = at + 1;
            if (is_reset)
                occupancy_ = 0;
            else if (rises.bits >> at & 1)
                ++occupancy_;
            else if (occupancy_ != 0)
                --occupancy_;
            else
                ++underflows_;
        }
        add_level(reset.edges - next);
    }

    // The same for an occupancy that goes to and fro between two values. Returns false, and adds
    // nothing, when it does not.
    bool add_two_levels(const Word& rises, const Word& falls) {
        uint64_t upper;
        if (!find_upper(rises.bits, falls.bits, all_of(rises.edges), upper)) return false;
        if ((upper & 1) != 0 && occupancy_ == 0) return false;
        const unsigned edges = ones_of(upper);
        occupancy_ -= upper & 1;
        add_level(rises.edges - edges);
        ++occupancy_;
        add_level(edges);
        occupancy_ -= ((upper ^ rises.bits ^ falls.bits) >> (rises.edges - 1) & 1) == 0;
        return true;
    }

    // `length` edges of the same occupancy.
    void add_level(uint64_t length) {
        if (occupancy_ < bins_.size())
            bins_[occupancy_] += length;
        else if (length != 0)
            add_high_level(length);
    }

    // One that was not reached before, or that shares the last bin: those have their sum and most
    // here.
    void add_high_level(uint64_t length) {
        if (occupancy_ < last_bin_) {
            bins_.resize(occupancy_ + 1);
            bins_[occupancy_] += length;
            return;
        }
        shared_ += length;
        shared_sum_ += occupancy_ * length;
        shared_max_ = std::max(shared_max_, occupancy_);
    }

    uint64_t pushes_ = 0, pops_ = 0, refused_pushes_ = 0, refused_pops_ = 0;
    uint64_t full_cycles_ = 0, empty_cycles_ = 0, underflows_ = 0;
    uint64_t occupancy_ = 0;
    uint64_t last_bin_, shared_ = 0, shared_sum_ = 0, shared_max_ = 0;
    std::vector<uint64_t> bins_;  // below the last one, as far as they were reached
};

}  // namespace

#endif
