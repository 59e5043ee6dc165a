// SPDX-License-Identifier: Apache-2.0
//
// What tapestry_fsm counts, from its log.

#ifndef TAPESTRY_FSM_COUNTS_H
#define TAPESTRY_FSM_COUNTS_H

#include "tapestry_counts.h"

namespace {

// The values of 128 edges. Narrow ones are bytes: there 255 is no code, and stands for all that
// need more.
struct FsmLanes {
    Lane reset;
    Lane narrow;
    const uint64_t* wide;  // where there is no narrow one
};

class FsmCounts : public Counts {
public:
    // `codes` are the values of the states, or the only bit that is 1 in each.
    FsmCounts(const FsmLanes& lanes, bool one_hot, std::vector<uint64_t> codes)
        : lanes_(lanes),
          one_hot_(one_hot),
          codes_(std::move(codes)),
          other_(codes_.size()),
          none_(other_ + 1),
          row_log2_(log2_of(none_) + 1),
          rows_(none_ + 1),
          moves_(rows_.size() << row_log2_),
          open_{none_, none_, 0, 0} {
        std::fill(std::begin(number_), std::end(number_), static_cast<uint16_t>(other_));
        for (size_t k = other_; k-- > 0;)  // the first state of a code is its state
            if (codes_[k] < kTable) number_[codes_[k]] = static_cast<uint16_t>(k);
    }

private:
    void add(const Batch& batch) override {
        const uint64_t reset = bits_of(lanes_.reset, batch);
        uint64_t moves = (reset ^ (reset << 1 | in_reset_)) & batch.all;
        if (lanes_.narrow)
            add_moves(batch, reset, moves | narrow_changes(batch),
                      [this](unsigned place) -> size_t { return number_[lanes_.narrow[place]]; });
        else
            add_moves(batch, reset, moves | wide_changes(batch),
                      [this](unsigned place) { return state_of(lanes_.wide[place]); });
        in_reset_ = reset >> (batch.count - 1) & 1;
        now_ = batch.start + batch.count;
        reset_cycles_ = rows_[none_].cycles + (open_.here == none_ ? now_ - open_.start : 0);
    }

    // A bit of `moves` is an edge at which the state may be another one.
    template <typename StateAt>
    void add_moves(const Batch& batch, uint64_t reset, uint64_t moves, const StateAt& state_at) {
        Visit open = open_;
        for (; moves != 0; moves &= moves - 1) {
            const unsigned at = first_of(moves);
            const size_t next = reset >> at & 1 ? none_ : state_at(batch.place + at);
            const uint64_t now = batch.start + at;
            if (next == open.here) continue;
            if (now != open.start) close(open, now - open.start);
            open.here = next;
            open.start = now;
        }
        open_ = open;
    }

    uint64_t narrow_changes(const Batch& batch) {
        const auto before = static_cast<uint8_t>(value_);
        value_ = lanes_.narrow[batch.place + batch.count - 1];
        return changes_of(lanes_.narrow, batch, before);
    }

    uint64_t wide_changes(const Batch& batch) {
        uint64_t bits = 0;
        for (unsigned i = 0; i < batch.count; ++i) {
            const uint64_t value = lanes_.wide[batch.place + i];
            if (value == value_) continue;
            bits |= uint64_t{1} << i;
            value_ = value;
        }
        return bits;
    }

    size_t state_of(uint64_t value) const {
        if (one_hot_) {
            if (value == 0 || (value & (value - 1)) != 0) return other_;
            value = first_of(value);
        }
        if (value < kTable) return number_[value];
        return static_cast<size_t>(std::find(codes_.begin(), codes_.end(), value) - codes_.begin());
    }

    // The visit that is open, and the one before it when no reset came between.
    struct Visit {
        size_t here, from;
        uint64_t start, from_dwell;
    };

    // How a visit ended is known when the next one has an edge; so its least dwell is noted with
    // that one.
    void close(Visit& visit, uint64_t dwell) {
        Row* const rows = rows_.data();
        Row& row = rows[visit.here];
        Row& before = rows[visit.from];
        row.cycles += dwell;
        ++row.entries;
        if (dwell > row.most) row.most = dwell;
        ++moves_[(visit.from << row_log2_) + visit.here];
        if (visit.from_dwell < before.least && visit.here != none_) before.least = visit.from_dwell;
        visit.from = visit.here;
        visit.from_dwell = dwell;
    }

    void tell_numbers(Record& line, uint64_t, bool at_end, uint32_t, uint32_t) override {
        const uint64_t open = now_ - open_.start;  // edges of the visit that is not closed
        line.word("saturated", 0);
        for (size_t k = 0; k <= other_; ++k) tell_state(line, k, open);
        // Frames of a machine with very many states leave its transitions to the end of the run.
        if (!at_end && other_ > 64) return;
        for (size_t k = 0; k <= other_; ++k)
            if (rows_[k].entries != 0) tell_moves(line, k, open);
    }

    void tell_state(Record& line, size_t k, uint64_t open) const {
        const bool is_open = open != 0 && k == open_.here;
        if (rows_[k].cycles == 0 && !is_open) return;
        Row row = rows_[k];
        if (is_open) {
            row.cycles += open;
            ++row.entries;
            row.most = std::max(row.most, open);
        }
        if (open != 0 && open_.here != none_ && k == open_.from)
            row.least = std::min(row.least, open_.from_dwell);
        line.word("state", k);
        line.number(row.cycles);
        line.number(row.entries);
        line.number(row.least == ~uint64_t{0} ? 0 : row.least);
        line.number(row.most);
    }

    void tell_moves(Record& line, size_t k, uint64_t open) const {
        for (size_t l = 0; l <= other_; ++l) {
            const uint64_t n =
                moves_[(k << row_log2_) + l] + (open != 0 && k == open_.from && l == open_.here);
            if (n == 0) continue;
            line.word("transition", k);
            line.number(l);
            line.number(n);
        }
    }

    // Of all visits of a state that are closed. That of no state holds the edges in reset.
    struct Row {
        uint64_t cycles = 0, entries = 0, least = ~uint64_t{0}, most = 0;
    };
    static constexpr uint64_t kTable = 256;

    const FsmLanes lanes_;
    const bool one_hot_;
    const std::vector<uint64_t> codes_;
    const size_t other_, none_;  // numbers: of samples that match no code, of reset or no state yet
    const unsigned row_log2_;
    uint16_t number_[kTable];  // of the state with a small code
    std::vector<Row> rows_;
    std::vector<uint64_t> moves_;  // from, to: a row for each, as long as a power of two
    Visit open_;
    uint64_t now_ = 0;    // edges that are added
    uint64_t value_ = 0;  // the last one
    bool in_reset_ = true;
};

}  // namespace

#endif
