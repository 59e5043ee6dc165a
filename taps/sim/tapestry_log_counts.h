// SPDX-License-Identifier: Apache-2.0
//
// What is counted from the logs of streams, queues, calls and state machines.

#ifndef TAPESTRY_LOG_COUNTS_H
#define TAPESTRY_LOG_COUNTS_H

#include "tapestry_call_numbers.h"
#include "tapestry_counts.h"
#include "tapestry_fsm_numbers.h"
#include "tapestry_queue_numbers.h"
#include "tapestry_stream_numbers.h"

namespace {

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
    template <typename Keep>
    uint64_t sum(uint64_t edges, const Batch& batch) const {
        const Keep* const half = static_cast<const Keep*>(words) + batch.half();
        Keep any = 0, each = static_cast<Keep>(~Keep{0});
        for (unsigned i = 0; i < kHalf; ++i) {
            any |= half[i];
            each &= half[i];
        }
        if (any == each) return ones_of(edges) * (width > 64 ? any : ones_of(any));  // as mostly
        const Keep* const keeps = half + batch.place % kHalf;
        uint64_t all = 0, last = 0, ones = 0;
        for (; edges != 0; edges &= edges - 1) {
            const Keep keep = keeps[first_of(edges)];
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
        const int sample = log_.resting(batch);
        if (sample >= 0)
            add_edges(batch, [&](unsigned bit) { return batch.run(is_set(sample, bit)); });
        else
            add_edges(batch, [&](unsigned bit) { return batch.word(log_.bits(bit, batch)); });
    }

    template <typename EdgesOf>
    void add_edges(const Batch& batch, const EdgesOf& edges_of) {
        const auto reset = edges_of(kReset);
        const auto observed = ~reset;
        reset_cycles_ += reset.count();
        numbers_.add(edges_of(kValid) & observed, edges_of(kReady) & observed, edges_of(kLast),
                     [&](const auto& edges) { return kept_at(edges, batch); });
    }

    uint64_t kept_at(const Word& edges, const Batch& batch) const {
        return keeps_.words ? keeps_.ones_at(edges.bits, batch) : 0;
    }
    uint64_t kept_at(const Run& edges, const Batch& batch) const {
        return edges.on ? kept_at(edges.word(batch.count), batch) : 0;
    }

    // A beat without keep has as many bytes as its bits need; a bit of keep stands for its share.
    void tell_numbers(Record& line, uint64_t observed, bool, uint32_t beat_bits,
                      uint32_t keep_bits) override {
        const uint64_t beat = (uint64_t{beat_bits} + 7) / 8;
        const bool is_byte = beat <= keep_bits || keep_bits == 0;
        line.word("saturated", keep_bits > keeps_.width);
        numbers_.tell(line, observed,
                      {beat, is_byte ? 1 : beat / keep_bits, keeps_.words != nullptr});
    }

    const KeepLog keeps_;
    StreamNumbers numbers_;
};

class QueueCounts : public Counts {
public:
    QueueCounts(const Log& log, const LastEnd& end, unsigned bins)
        : Counts(log), end_(end), numbers_(bins) {}

private:
    enum Bit { kPush, kFull, kPop, kEmpty };

    void add(const Batch& batch) override {
        const int sample = log_.resting(batch);
        if (end_.stream)
            add_between(batch, sample >= 0 && !is_set(sample, kReset) && rests(log_, batch) &&
                                   rests(*end_.stream, batch));
        else if (sample >= 0)
            add_edges([&](unsigned bit) { return batch.run(is_set(sample, bit)); });
        else
            add_edges([&](unsigned bit) { return batch.word(log_.bits(bit, batch)); });
    }

    template <typename EdgesOf>
    void add_edges(const EdgesOf& edges_of) {
        const auto reset = edges_of(kReset);
        reset_cycles_ += reset.count();
        numbers_.add(reset, edges_of(kPush), edges_of(kFull), edges_of(kPop), edges_of(kEmpty));
    }

    void add_between(const Batch& batch, bool is_resting) {
        const Run none = batch.run(false);
        if (is_resting) return numbers_.add_moves(none, none, none);
        const Word reset = batch.word(log_.bits(kReset, batch));
        const Word observed = ~reset;
        reset_cycles_ += reset.count();
        numbers_.add_moves(reset, batch.word(transfers_of(log_, batch)) & observed,
                           batch.word(end_.transfers(batch)) & observed);
    }

    void tell_numbers(Record& line, uint64_t, bool, uint32_t, uint32_t) override {
        line.word("saturated", 0);
        numbers_.tell(line);
    }

    const LastEnd end_;
    QueueNumbers numbers_;
};

class CallCounts : public Counts {
public:
    CallCounts(const Log& log, const LastEnd& end) : Counts(log), end_(end) {}

private:
    enum Bit { kStart, kTaken, kDone };

    void add(const Batch& batch) override {
        const int sample = log_.resting(batch);
        if (end_.stream)
            add_between(batch, sample >= 0 && !is_set(sample, kReset) && rests(log_, batch) &&
                                   rests(*end_.stream, batch));
        else if (sample >= 0)
            add_edges(batch, [&](unsigned bit) { return batch.run(is_set(sample, bit)); });
        else
            add_edges(batch, [&](unsigned bit) { return batch.word(log_.bits(bit, batch)); });
    }

    template <typename EdgesOf>
    void add_edges(const Batch& batch, const EdgesOf& edges_of) {
        const auto reset = edges_of(kReset);
        reset_cycles_ += reset.count();
        numbers_.add(batch.start, reset, edges_of(kStart), edges_of(kTaken), edges_of(kDone));
    }

    void add_between(const Batch& batch, bool is_resting) {
        if (is_resting) return numbers_.rest_until(batch.start + batch.count);
        const Word reset = batch.word(log_.bits(kReset, batch));
        const Word observed = ~reset;
        reset_cycles_ += reset.count();
        numbers_.add_events(batch.start, reset, batch.word(transfers_of(log_, batch)) & observed,
                            batch.word(end_.transfers(batch)) & observed);
    }

    void tell_numbers(Record& line, uint64_t, bool, uint32_t, uint32_t) override {
        line.word("saturated", 0);
        numbers_.tell(line);
    }

    const LastEnd end_;
    CallNumbers numbers_;
};

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
          other_(codes_.size() + 1) {
        numbers_.reserve(other_);
        std::fill(row_, row_ + kSmall, static_cast<uint16_t>(other_));
        std::fill(row_ + kSmall, std::end(row_), static_cast<uint16_t>(FsmNumbers::kNone));
        for (size_t k = codes_.size(); k-- > 0;)  // the first state of a code is its state
            if (codes_[k] < kSmall) row_[codes_[k]] = static_cast<uint16_t>(k + 1);
    }

private:
    void add(const Batch& batch) override {
        samples_ = log_.log->lane(log_.lane);
        const uint64_t changes = log_.resting(batch) < 0 ? changes_of(samples_, batch, sample_)
                                                         : samples_[batch.place] != sample_;
        sample_ = samples_[batch.place + batch.count - 1];
        if (wide_)
            numbers_.add_moves(batch.start, changes | wide_changes(batch), [&](unsigned at) {
                const unsigned place = batch.place + at;
                return samples_[place] >> kReset ? FsmNumbers::kNone : row_of(wide_[place]);
            });
        else if (ones_of(changes) < kMany || !add_by_state(batch))
            numbers_.add_moves(batch.start, changes, [&](unsigned at) -> size_t {
                return row_[samples_[batch.place + at]];
            });
        now_ = batch.start + batch.count;
        reset_cycles_ = numbers_.reset_cycles(now_);
    }

    static constexpr unsigned kGroups = 4, kMany = 8;

    // Returns false, and adds nothing, when there is a reset or another number of states than few.
    bool add_by_state(const Batch& batch) {
        FsmNumbers::Visits visits[kGroups];
        const unsigned count = group(batch, visits);
        if (count < 2) return false;
        numbers_.add_visits(batch.start, batch.count, row_[samples_[batch.place]], visits, count);
        return true;
    }

    // How many states a batch has, or 0 where those are too many or one of them is none.
    unsigned group(const Batch& batch, FsmNumbers::Visits (&visits)[kGroups]) const {
        unsigned count = 0;
        for (uint64_t left = batch.all; left != 0;) {
            const uint8_t sample = samples_[batch.place + first_of(left)];
            const size_t row = row_[sample];
            if (count == kGroups || row == FsmNumbers::kNone) return 0;
            const uint64_t bits = matches_of(samples_, batch, sample);
            left &= ~bits;
            unsigned k = 0;
            while (k < count && visits[k].row != row)
                ++k;  // of several values, where it is `other`
            if (k == count) visits[count++] = {row, 0};
            visits[k].bits |= bits;
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

    size_t row_of(uint64_t value) const {
        if (one_hot_) {
            if (value == 0 || (value & (value - 1)) != 0) return other_;
            value = first_of(value);
        }
        if (value < kSmall) return row_[value];
        const auto found = std::find(codes_.begin(), codes_.end(), value);
        return static_cast<size_t>(found - codes_.begin()) + 1;
    }

    void tell_numbers(Record& line, uint64_t, bool at_end, uint32_t, uint32_t) override {
        line.word("saturated", 0);
        numbers_.tell_states(line, now_);
        // Frames of a machine with very many states leave its transitions to the end of the run.
        if (at_end || codes_.size() <= 64) numbers_.tell_moves(line);
    }

    static constexpr uint64_t kSmall = 1u << kReset;

    Samples samples_ = nullptr;  // of the batch that is added
    const uint64_t* const wide_;
    const bool one_hot_;
    const std::vector<uint64_t> codes_;
    const size_t other_;        // the row of samples that match no code
    uint16_t row_[2 * kSmall];  // of the state with a small code; none in reset
    FsmNumbers numbers_;
    uint64_t now_ = 0;         // edges that are added
    uint64_t value_ = 0;       // the last wide one
    uint8_t sample_ = kSmall;  // the last one: in reset, as it were
};

}  // namespace

#endif
