// SPDX-License-Identifier: Apache-2.0
//
// What tapestry_fsm counts, from its log.

#ifndef TAPESTRY_FSM_COUNTS_H
#define TAPESTRY_FSM_COUNTS_H

#include "tapestry_counts.h"

namespace {

class FsmCounts : public Counts {
public:
    // `codes` are the values of the states, or the only bit that is 1 in each. The values of 128
    // edges are `wide`, or where that is null beside the reset in the log itself: 127 in 7 bits
    // stands there for all that need more.
    FsmCounts(const Log& log, const uint64_t* wide, bool one_hot, std::vector<uint64_t> codes)
        : Counts(log),
          wide_(wide),
          one_hot_(one_hot),
          codes_(std::move(codes)),
          other_(codes_.size()),
          none_(other_ + 1),
          row_log2_(last_of(none_) + 1),
          rows_(none_ + 1),
          moves_(rows_.size() << row_log2_),
          here_(none_) {
        std::fill(number_, number_ + kSmall, static_cast<uint16_t>(other_));
        std::fill(number_ + kSmall, std::end(number_), static_cast<uint16_t>(none_));
        for (size_t k = other_; k-- > 0;)  // the first state of a code is its state
            if (codes_[k] < kSmall) number_[codes_[k]] = static_cast<uint16_t>(k);
    }

private:
    void add(const Batch& batch) override {
        samples_ = log_.log->lane(log_.lane);
        const uint64_t changes = log_.resting(batch) < 0 ? changes_of(samples_, batch, sample_)
                                                         : samples_[batch.place] != sample_;
        sample_ = samples_[batch.place + batch.count - 1];
        if (wide_)
            add_moves(batch, changes | wide_changes(batch), [this](unsigned place) {
                return samples_[place] >> kReset ? none_ : state_of(wide_[place]);
            });
        else if (ones_of(changes) < kMany || !add_by_state(batch))
            add_moves(batch, changes,
                      [this](unsigned place) -> size_t { return number_[samples_[place]]; });
        now_ = batch.start + batch.count;
        reset_cycles_ = rows_[none_].cycles + (here_ == none_ ? now_ - start_ : 0);
    }

    // A bit of `moves` is an edge at which the state may be another one.
    template <typename StateAt>
    void add_moves(const Batch& batch, uint64_t moves, const StateAt& state_at) {
        Row* const rows = rows_.data();
        uint64_t* const counts = moves_.data();
        size_t here = here_;
        uint64_t start = start_;
        for (; moves != 0; moves &= moves - 1) {
            const unsigned at = first_of(moves);
            const size_t next = state_at(batch.place + at);
            if (next == here) continue;
            const uint64_t now = batch.start + at;
            rows[here].close(now - start, next != none_);
            ++rows[next].entries;
            ++counts[(here << row_log2_) + next];
            here = next;
            start = now;
        }
        here_ = here;
        start_ = start;
    }

    // The edges of a batch in one state.
    struct Group {
        size_t state;
        uint64_t bits;
    };
    static constexpr unsigned kGroups = 4, kMany = 8;

    // The same for a machine that moves to and fro between few states: all visits of a state at
    // once. Returns false, and adds nothing, when there is a reset or another number of states.
    bool add_by_state(const Batch& batch) {
        Group groups[kGroups];
        const unsigned count = group(batch, groups);
        if (count < 2) return false;
        const size_t here = here_, first = number_[samples_[batch.place]];
        const uint64_t start = start_;
        if (first != here) {
            rows_[here].close(batch.start - start, true);
            ++moves_[(here << row_log2_) + first];
            ++rows_[first].entries;
        }
        for (unsigned k = 0; k < count; ++k) {
            const size_t state = groups[k].state;
            uint64_t visits = groups[k].bits;
            const uint64_t entered = visits & ~(visits << 1 | 1);
            Row& row = rows_[state];
            row.entries += ones_of(entered);
            for (unsigned l = 0; l < count; ++l)
                moves_[(groups[l].state << row_log2_) + state] +=
                    ones_of(entered & groups[l].bits << 1);
            if (state == here && (visits & 1) != 0) {
                row.close(batch.start + run_of(visits) - start, true);
                visits &= visits + 1;
            }
            if (visits >> (batch.count - 1) != 0) {
                const unsigned length = last_run_of(visits << (kHalf - batch.count));
                here_ = state;
                start_ = batch.start + batch.count - length;
                visits &= ~(~uint64_t{0} << (batch.count - length));
            }
            if (visits != 0) row.close_all(visits);
        }
        return true;
    }

    // How many states a batch has, or 0 where those are too many or one of them is none.
    unsigned group(const Batch& batch, Group (&groups)[kGroups]) const {
        unsigned count = 0;
        for (uint64_t left = batch.all; left != 0;) {
            const uint8_t sample = samples_[batch.place + first_of(left)];
            const size_t state = number_[sample];
            if (count == kGroups || state == none_) return 0;
            const uint64_t bits = matches_of(samples_, batch, sample);
            left &= ~bits;
            unsigned k = 0;
            while (k < count && groups[k].state != state)
                ++k;  // of several values, where it is `other`
            if (k == count) groups[count++] = {state, 0};
            groups[k].bits |= bits;
        }
        return count;
    }

    uint64_t wide_changes(const Batch& batch) {
        uint64_t bits = 0;
        for (unsigned i = 0; i < batch.count; ++i) {
            const uint64_t value = wide_[batch.place + i];
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
        if (value < kSmall) return number_[value];
        return static_cast<size_t>(std::find(codes_.begin(), codes_.end(), value) - codes_.begin());
    }

    void tell_numbers(Record& line, uint64_t, bool at_end, uint32_t, uint32_t) override {
        line.word("saturated", 0);
        for (size_t k = 0; k <= other_; ++k)
            if (rows_[k].entries != 0) tell_state(line, k);
        // Frames of a machine with very many states leave its transitions to the end of the run.
        if (!at_end && other_ > 64) return;
        for (size_t k = 0; k <= other_; ++k)
            if (rows_[k].entries != 0) tell_moves(line, k);
    }

    void tell_state(Record& line, size_t k) const {
        const Row& row = rows_[k];
        const uint64_t open =
            k == here_ ? now_ - start_ : 0;  // edges of the visit that is not closed
        line.word("state", k);
        line.number(row.cycles + open);
        line.number(row.entries);
        line.number(row.least == ~uint64_t{0} ? 0 : row.least);
        line.number(std::max(row.most, open));
    }

    void tell_moves(Record& line, size_t k) const {
        for (size_t l = 0; l <= other_; ++l) {
            const uint64_t n = moves_[(k << row_log2_) + l];
            if (n == 0) continue;
            line.word("transition", k);
            line.number(l);
            line.number(n);
        }
    }

    // Of all visits of a state; cycles and dwell of those that are closed. That of no state holds
    // the edges in reset. A visit that a reset ended may have been a longer one.
    struct Row {
        uint64_t cycles = 0, entries = 0, least = ~uint64_t{0}, most = 0;

        void close(uint64_t dwell, bool is_whole) {
            cycles += dwell;
            if (dwell > most) most = dwell;
            if (dwell < least && is_whole) least = dwell;
        }
        // Each run of ones is a whole visit.
        void close_all(uint64_t visits) {
            cycles += ones_of(visits);
            for (uint64_t longer = starts_of(visits, most + 1); longer != 0; longer &= longer >> 1)
                ++most;
            if (least == 1) return;
            const unsigned all = runs_of(visits);
            if (runs_of(starts_of(visits, least)) == all) return;
            for (least = 1; runs_of(starts_of(visits, least + 1)) == all;) ++least;
        }
    };
    static constexpr uint64_t kSmall = 1u << kReset;

    Samples samples_ = nullptr;  // of the batch that is added
    const uint64_t* const wide_;
    const bool one_hot_;
    const std::vector<uint64_t> codes_;
    const size_t other_, none_;  // numbers: of samples that match no code, of reset or no state yet
    const unsigned row_log2_;
    uint16_t number_[2 * kSmall];  // of the state with a small code; none in reset
    std::vector<Row> rows_;
    std::vector<uint64_t> moves_;  // from, to: a row for each, as long as a power of two
    size_t here_;                  // the state of the visit that is open
    uint64_t start_ = 0;           // the edge at which it began
    uint64_t now_ = 0;             // edges that are added
    uint64_t value_ = 0;           // the last wide one
    uint8_t sample_ = kSmall;      // the last one: in reset, as it were
};

}  // namespace

#endif
