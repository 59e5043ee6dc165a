// SPDX-License-Identifier: Apache-2.0
#include "run/import/counter.h"

#include <algorithm>
#include <limits>
#include <map>

#include "run/import/trace_counter.h"
#include "taps/sim/tapestry_call_numbers.h"
#include "taps/sim/tapestry_fsm_numbers.h"
#include "taps/sim/tapestry_queue_numbers.h"
#include "taps/sim/tapestry_stream_numbers.h"

namespace tapestry {

namespace {

using Count = std::uint64_t;
using Words = std::vector<ReadingWord>;

void put(Words& words, const char* word, Count number) { words.push_back({word, {number}}); }

// Takes what the numbers of taps/sim tell: a word with its first number, then more of the same row.
class WordTaker {
public:
    explicit WordTaker(Words& words) : words_(words) {}
    void word(const char* name, Count number) { put(words_, name, number); }
    void number(Count number) { words_.back().numbers.push_back(number); }

private:
    Words& words_;
};

class FsmCounter : public Counter {
public:
    void put_words(Words& words) const override {
        WordTaker out(words);
        numbers_.tell_states(out, edges());
        numbers_.tell_moves(out);
    }

protected:
    void observe(const Sample& sample, Count) override {
        numbers_.move_to(sample.number + 1, edges());
    }
    void reset(Count) override { numbers_.move_to(FsmNumbers::kNone, edges()); }

private:
    FsmNumbers numbers_;
};

class StreamCounter : public Counter {
public:
    explicit StreamCounter(const Tap& tap)
        : bytes_{tap.stream().bytes_per_beat, tap.stream().bytes_per_keep,
                 !tap.observed("keep").empty()} {}

    void put_words(Words& words) const override {
        WordTaker out(words);
        numbers_.tell(out, edges() - reset_cycles(), bytes_);
    }

protected:
    void observe(const Sample& sample, Count edges) override {
        const auto run = [&](std::uint32_t bit) { return Run{sample.flag(bit), edges}; };
        numbers_.add(run(flag::kValid), run(flag::kReady), run(flag::kLast),
                     [&](const Run& transfers) { return transfers.count() * sample.number; });
    }
    void reset(Count edges) override { observe({}, edges); }

private:
    BeatBytes bytes_;
    StreamNumbers numbers_;
};

class QueueCounter : public Counter {
public:
    explicit QueueCounter(const Tap& tap) : numbers_(tap.queue().bins) {}

    void put_words(Words& words) const override {
        WordTaker out(words);
        numbers_.tell(out);
    }

protected:
    void observe(const Sample& sample, Count edges) override { add(false, sample, edges); }
    void reset(Count edges) override { add(true, {}, edges); }

private:
    void add(bool reset, const Sample& sample, Count edges) {
        const auto run = [&](std::uint32_t bit) { return Run{sample.flag(bit), edges}; };
        numbers_.add({reset, edges}, run(flag::kPush), run(flag::kFull), run(flag::kPop),
                     run(flag::kEmpty));
    }

    QueueNumbers numbers_;
};

class CallCounter : public Counter {
public:
    void put_words(Words& words) const override {
        WordTaker out(words);
        numbers_.tell(out);
    }

protected:
    void observe(const Sample& sample, Count edges) override { add(false, sample, edges); }
    void reset(Count edges) override { add(true, {}, edges); }

private:
    void add(bool reset, const Sample& sample, Count edges) {
        const auto run = [&](std::uint32_t bit) { return Run{sample.flag(bit), edges}; };
        numbers_.add(this->edges(), {reset, edges}, run(flag::kStart), run(flag::kTaken),
                     run(flag::kDone));
    }

    CallNumbers numbers_;
};

class EventCounter : public Counter {
public:
    void put_words(Words& words) const override {
        put(words, "cycles_true", cycles_true_);
        put(words, "rising_edges", rising_edges_);
        put(words, "longest_run", longest_run_);
    }

protected:
    void observe(const Sample& sample, Count edges) override {
        if (!sample.flag(flag::kTrue)) return reset(edges);
        if (run_ == 0) ++rising_edges_;
        run_ += edges;
        cycles_true_ += edges;
        longest_run_ = std::max(longest_run_, run_);
    }
    void reset(Count) override { run_ = 0; }

private:
    Count run_ = 0;
    Count cycles_true_ = 0, rising_edges_ = 0, longest_run_ = 0;
};

class ValueCounter : public Counter {
public:
    explicit ValueCounter(const Tap& tap)
        : from_(tap.value().from),
          step_(std::max<Count>(1, tap.value().step)),
          bins_(tap.value().bins) {}

    bool saturated() const override { return saturated_; }
    void put_words(Words& words) const override {
        put(words, "samples", samples_);
        put(words, "value_sum", value_sum_);
        put(words, "least", least_);
        put(words, "most", most_);
        put(words, "below", below_);
        put(words, "above", above_);
        put(words, "unknown", unknown_);
        for (const auto& [bin, count] : histogram_) words.push_back({"histogram", {bin, count}});
    }

protected:
    void observe(const Sample& sample, Count edges) override {
        if (!sample.flag(flag::kEnable)) return;
        if (sample.flag(flag::kUnknown)) {
            unknown_ += edges;
            return;
        }
        const Count value = sample.number;
        if (samples_ == 0 || value < least_) least_ = value;
        most_ = std::max(most_, value);
        samples_ += edges;
        add_to_sum(value, edges);
        const Count bin = (value - from_) / step_;
        if (value < from_)
            below_ += edges;
        else if (bin >= bins_)
            above_ += edges;
        else
            histogram_[bin] += edges;
    }
    void reset(Count) override {}

private:
    void add_to_sum(Count value, Count edges) {
        const unsigned __int128 sum = static_cast<unsigned __int128>(value) * edges + value_sum_;
        saturated_ = saturated_ || (sum >> 64) != 0;
        value_sum_ = (sum >> 64) != 0 ? std::numeric_limits<Count>::max() : static_cast<Count>(sum);
    }

    Count from_, step_, bins_;
    Count samples_ = 0, value_sum_ = 0, least_ = 0, most_ = 0;
    Count below_ = 0, above_ = 0, unknown_ = 0;
    bool saturated_ = false;
    std::map<Count, Count> histogram_;
};

class SumCounter : public Counter {
public:
    bool saturated() const override { return saturated_; }
    void put_words(Words& words) const override {
        put(words, "samples", samples_);
        put(words, "total", total_);
        put(words, "unknown", unknown_);
    }

protected:
    void observe(const Sample& sample, Count edges) override {
        if (!sample.flag(flag::kEnable)) return;
        if (sample.flag(flag::kUnknown)) {
            unknown_ += edges;
            return;
        }
        samples_ += edges;
        const auto sum = static_cast<unsigned __int128>(sample.number) * edges + total_;
        saturated_ = saturated_ || (sum >> 64) != 0;
        total_ = (sum >> 64) != 0 ? std::numeric_limits<Count>::max() : static_cast<Count>(sum);
    }
    void reset(Count) override {}

private:
    Count samples_ = 0, total_ = 0, unknown_ = 0;
    bool saturated_ = false;
};

class AssertCounter : public Counter {
public:
    void put_words(Words& words) const override {
        put(words, "violations", violations_);
        put(words, "first_violation", first_);
    }

protected:
    void observe(const Sample& sample, Count edges) override {
        if (sample.flag(flag::kHolds)) return;
        if (violations_ == 0) first_ = this->edges();
        violations_ += edges;
    }
    void reset(Count) override {}

private:
    Count violations_ = 0, first_ = 0;
};

}  // namespace

std::unique_ptr<Counter> make_counter(const Tap& tap) {
    switch (tap.kind()) {
        case TapKind::fsm:
            return std::make_unique<FsmCounter>();
        case TapKind::stream:
            return std::make_unique<StreamCounter>(tap);
        case TapKind::queue:
            return std::make_unique<QueueCounter>(tap);
        case TapKind::call:
            return std::make_unique<CallCounter>();
        case TapKind::event:
            return std::make_unique<EventCounter>();
        case TapKind::value:
            return std::make_unique<ValueCounter>(tap);
        case TapKind::sum:
            return std::make_unique<SumCounter>();
        case TapKind::trace:
            return make_trace_counter(tap);
        case TapKind::assertion:
            return std::make_unique<AssertCounter>();
    }
    return nullptr;
}

}  // namespace tapestry
