// SPDX-License-Identifier: Apache-2.0
#include "run/import/counter.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "model/record_layout.h"
#include "taps/sim/tapestry_call_numbers.h"
#include "taps/sim/tapestry_fsm_numbers.h"
#include "taps/sim/tapestry_queue_numbers.h"
#include "taps/sim/tapestry_stream_numbers.h"

namespace tapestry {

namespace {

// The counter of a trace tap: records at changes or around a trigger (docs/counting.md).

class TraceCounter : public Counter {
public:
    explicit TraceCounter(const Tap& tap)
        : rule_(tap.trace().rule),
          window_(trace_window(rule_, kTraceDepth)),
          depth_(rule_.depth != 0 ? rule_.depth : kTraceDepth) {}

    void put_words(std::vector<ReadingWord>& words) const override {
        words.push_back({"records", {records_}});
        words.push_back({"lost", {lost_}});
    }
    std::vector<TraceRecord> take_trace() override { return std::exchange(fresh_, {}); }

protected:
    // Edges with one and the same sample: only at the first can the value have changed.
    void observe(const Sample& sample, std::uint64_t edges) override {
        const bool unknown = sample.flag(flag::kTraceUnknown);
        const TraceRecord now{0, this->edges(), unknown ? 0 : sample.number, !unknown};
        const bool changes = !last_ || last_->value != now.value || last_->known != now.known;
        last_ = now;
        if (rule_.trigger == "change") {
            if (changes) happens(now, true, true);
            return;
        }
        const bool when = sample.flag(flag::kWhen);
        for (std::uint64_t i = 0; i < edges; ++i) {
            const bool changes_here = changes && i == 0;
            const bool fires = when && fires_after(run_ + i);
            TraceRecord here = now;
            here.edge += i;
            if (changes_here || fires) happens(here, changes_here, fires);
            const std::uint64_t rest = edges - i - 1;
            if (when && rule_.trigger == "level" && !room_) lost_ += rest;
            i += uneventful(when, i, rest);
        }
        run_ = when ? run_ + edges : 0;
    }
    void reset(std::uint64_t) override {
        last_.reset();
        run_ = 0;
    }

private:
    // Whether the trigger fires when its condition has held for so many edges before.
    bool fires_after(std::uint64_t run) const {
        if (rule_.trigger == "level") return true;
        return run == (rule_.trigger == "edge" ? 0 : rule_.lasted - 1);
    }

    // Of the `rest` edges behind number i, those that can be passed over before the trigger may
    // fire.
    std::uint64_t uneventful(bool when, std::uint64_t i, std::uint64_t rest) const {
        if (!when) return rest;
        if (rule_.trigger == "level") return open_ || !room_ ? rest : 0;
        const std::uint64_t held = run_ + i + 1;  // before the next edge
        if (rule_.trigger != "lasted" || held > rule_.lasted - 1) return rest;
        return std::min(rest, rule_.lasted - 1 - held);
    }

    void happens(const TraceRecord& now, bool changes, bool fires) {
        if (!room_) {
            ++lost_;
        } else if (open_ || fires) {
            if (!open_) {
                for (const TraceRecord& earlier : earlier_) keep(earlier);
                earlier_.clear();
                left_ = window_.after;
            }
            if (!open_ || changes) {
                keep(now);
                --left_;
            }
            open_ = left_ != 0;
            room_ = open_ || records_ + window_.before + window_.after <= depth_;
        } else if (window_.before > 0) {
            if (earlier_.size() == window_.before) earlier_.pop_front();
            earlier_.push_back(now);
        }
    }
    void keep(TraceRecord record) {
        record.record = records_++;
        fresh_.push_back(record);
    }

    TraceRule rule_;
    TraceWindow window_;
    std::uint64_t depth_;
    std::optional<TraceRecord> last_;
    std::uint64_t run_ = 0;  // edges that the condition has held
    bool open_ = false, room_ = true;
    std::uint64_t left_ = 0, records_ = 0, lost_ = 0;
    std::deque<TraceRecord> earlier_;
    std::vector<TraceRecord> fresh_;
};

std::unique_ptr<Counter> make_trace_counter(const Tap& tap) {
    return std::make_unique<TraceCounter>(tap);
}

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
