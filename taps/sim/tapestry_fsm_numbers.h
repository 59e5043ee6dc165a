// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a state machine; docs/counting.md defines them.

#ifndef TAPESTRY_FSM_NUMBERS_H
#define TAPESTRY_FSM_NUMBERS_H

#include <map>
#include <utility>
#include <vector>

#include "tapestry_edges.h"

namespace {

// How often a machine moved from each row to each other: a table, or where that would be too large
// a map of those moves that happened.
class MoveCounts {
public:
    // Makes room for moves from and to this row.
    void reserve(size_t row) {
        if (is_sparse_ || row >> log2_ == 0) return;
        const std::vector<uint64_t> old = std::move(table_);
        const unsigned old_log2 = log2_;
        is_sparse_ = row >= kMostRows;
        log2_ = last_of(row) + 1;
        table_.assign(is_sparse_ ? 0 : size_t{1} << 2 * log2_, 0);
        for (size_t i = 0; i < old.size(); ++i)
            add(i >> old_log2, i & ((size_t{1} << old_log2) - 1), old[i]);
    }

    void add(size_t from, size_t to, uint64_t n) {
        if (!is_sparse_)
            table_[(from << log2_) + to] += n;
        else if (n != 0)
            sparse_[{from, to}] += n;
    }

    // Calls `use` with what counts a move, as it stands for this form of them.
    template <typename Use>
    void counting(const Use& use) {
        if (is_sparse_) return use([this](size_t from, size_t to) { ++sparse_[{from, to}]; });
        uint64_t* const table = table_.data();
        use([table, log2 = log2_](size_t from, size_t to) { ++table[(from << log2) + to]; });
    }

    // In order, those that are not 0.
    template <typename Tell>
    void each(const Tell& tell) const {
        for (const auto& [rows, n] : sparse_) tell(rows.first, rows.second, n);
        for (size_t i = 0; i < table_.size(); ++i)
            if (table_[i] != 0) tell(i >> log2_, i & ((size_t{1} << log2_) - 1), table_[i]);
    }

private:
    static constexpr size_t kMostRows = 512;

    unsigned log2_ = 0;  // of the rows of the table
    bool is_sparse_ = false;
    std::vector<uint64_t> table_ = std::vector<uint64_t>(1);
    std::map<std::pair<size_t, size_t>, uint64_t> sparse_;
};

// State k of a machine has row k + 1; row 0 is that of no state, which edges in reset have.
class FsmNumbers {
public:
    static constexpr size_t kNone = 0;

    // Makes room for the rows up to this one.
    void reserve(size_t row) {
        if (row < rows_.size()) return;
        rows_.resize(row + 1);
        moves_.reserve(row);
    }

    // From edge `now` on the machine is in the state of the row.
    void move_to(size_t row, uint64_t now) {
        reserve(row);
        add_moves(now, 1, [row](unsigned) { return row; });
    }

    // Bit i of `moves` is edge `first` + i, at which the state may be another one; row_at(i) is it,
    // and there is room for it.
    template <typename RowAt>
    void add_moves(uint64_t first, uint64_t moves, const RowAt& row_at) {
        moves_.counting([&](const auto& count) {
            Row* const rows = rows_.data();
            size_t here = here_;
            uint64_t start = start_;
            for (; moves != 0; moves &= moves - 1) {
                const unsigned at = first_of(moves);
                const size_t next = row_at(at);
                if (next == here) continue;
                const uint64_t now = first + at;
                rows[here].close(now - start, next != kNone);
                ++rows[next].entries;
                count(here, next);
                here = next;
                start = now;
            }
            here_ = here;
            start_ = start;
        });
    }

    // Edges of a word at which the machine is in one state, outside of reset.
    struct Visits {
        size_t row;
        uint64_t bits;
    };

    // The same for a machine that moves to and fro between few states: all visits of a state at
    // once.
    void add_visits(uint64_t first, unsigned edges, size_t first_row, const Visits* all,
                    unsigned count) {
        const size_t here = here_;
        const uint64_t start = start_;
        if (first_row != here) {
            rows_[here].close(first - start, true);
            moves_.add(here, first_row, 1);
            ++rows_[first_row].entries;
        }
        for (unsigned k = 0; k < count; ++k) {
            uint64_t visits = all[k].bits;
            const uint64_t entered = visits & ~(visits << 1 | 1);
            Row& row = rows_[all[k].row];
            row.entries += ones_of(entered);
            for (unsigned l = 0; l < count; ++l)
                moves_.add(all[l].row, all[k].row, ones_of(entered & all[l].bits << 1));
            if (all[k].row == here && (visits & 1) != 0) {
                row.close(first + run_of(visits) - start, true);
                visits &= visits + 1;
            }
            if (visits >> (edges - 1) != 0) {
                const unsigned length = last_run_of(visits << (kHalf - edges));
                here_ = all[k].row;
                start_ = first + edges - length;
                visits &= ~(~uint64_t{0} << (edges - length));
            }
            if (visits != 0) row.close_all(visits);
        }
    }

    // Edges in reset, before edge `now`.
    uint64_t reset_cycles(uint64_t now) const {
        return rows_[kNone].cycles + (here_ == kNone ? now - start_ : 0);
    }

    template <typename Out>
    void tell_states(Out& out, uint64_t now) const {
        for (size_t k = 1; k < rows_.size(); ++k) {
            const Row& row = rows_[k];
            if (row.entries == 0) continue;
            const uint64_t open = k == here_ ? now - start_ : 0;  // of the visit that is not closed
            out.word("state", k - 1);
            out.number(row.cycles + open);
            out.number(row.entries);
            out.number(row.least == ~uint64_t{0} ? 0 : row.least);
            out.number(std::max(row.most, open));
        }
    }

    template <typename Out>
    void tell_moves(Out& out) const {
        moves_.each([&out](size_t from, size_t to, uint64_t n) {
            if (from == kNone || to == kNone) return;
            out.word("transition", from - 1);
            out.number(to - 1);
            out.number(n);
        });
    }

private:
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

    std::vector<Row> rows_ = std::vector<Row>(1);
    MoveCounts moves_;
    size_t here_ = kNone;  // the state of the visit that is open
    uint64_t start_ = 0;   // the edge at which it began
};

}  // namespace

#endif
