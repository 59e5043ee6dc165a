// SPDX-License-Identifier: Apache-2.0
#include "run/import/counter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <optional>

#include "run/import/trace_counter.h"

namespace tapestry {

namespace {

using Count = std::uint64_t;
using Words = std::vector<ReadingWord>;

void put(Words& words, const char* word, Count number) { words.push_back({word, {number}}); }

// Bin k counts lengths 2^k .. 2^(k+1)-1.
class LogHistogram {
public:
    void add(Count length) { ++bins_[static_cast<std::size_t>(std::bit_width(length)) - 1]; }
    void put_rows(Words& words, const char* word) const {
        for (std::size_t k = 0; k < bins_.size(); ++k) {
            if (bins_[k]) words.push_back({word, {k, bins_[k]}});
        }
    }

private:
    std::array<Count, 64> bins_ = {};
};

struct Range {
    Count least = 0;  // 0: there is none
    Count most = 0;

    void add(Count length) {
        if (least == 0 || length < least) least = length;
        most = std::max(most, length);
    }
};

class FsmCounter : public Counter {
public:
    void put_words(Words& words) const override {
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const State& s = states_[i];
            if (s.cycles == 0) continue;
            const Count longest = i == now_ ? std::max(s.longest, dwell_) : s.longest;
            words.push_back({"state", {i, s.cycles, s.entries, s.left.least, longest}});
        }
        for (const auto& [pair, count] : transitions_)
            words.push_back({"transition", {pair.first, pair.second, count}});
    }

protected:
    void observe(const Sample& sample, Count edges) override {
        const Count next = sample.number;
        if (next >= states_.size()) states_.resize(next + 1);
        if (now_ != next) {
            if (now_ != kNowhere) {
                states_[now_].left.add(dwell_);
                states_[now_].longest = std::max(states_[now_].longest, dwell_);
                ++transitions_[{now_, next}];
            }
            ++states_[next].entries;
            now_ = next;
            dwell_ = 0;
        }
        dwell_ += edges;
        states_[next].cycles += edges;
    }

    void reset() override {
        if (now_ == kNowhere) return;
        states_[now_].longest = std::max(states_[now_].longest, dwell_);
        now_ = kNowhere;
        dwell_ = 0;
    }

private:
    static constexpr Count kNowhere = ~Count{0};
    struct State {
        Count cycles = 0;
        Count entries = 0;
        Range left;  // dwells that ended by moving on
        Count longest = 0;
    };
    std::vector<State> states_;
    std::map<std::pair<Count, Count>, Count> transitions_;
    Count now_ = kNowhere;
    Count dwell_ = 0;
};

class StreamCounter : public Counter {
public:
    explicit StreamCounter(const Tap& tap)
        : bytes_per_beat_(tap.stream().bytes_per_beat),
          bytes_per_keep_(tap.stream().bytes_per_keep),
          has_keep_(!tap.observed("keep").empty()) {}

    void put_words(Words& words) const override {
        put(words, "transfer_cycles", transfer_);
        put(words, "blocked_cycles", blocked_);
        put(words, "starved_cycles", starved_);
        put(words, "idle_cycles", idle_);
        put(words, "packets", packets_);
        put(words, "bytes", bytes_);
        put(words, "longest_block", std::max(longest_block_, block_));
        put(words, "bursts", bursts_ + (burst_ > 0 ? 1 : 0));
        put(words, "longest_burst", std::max(longest_burst_, burst_));
        LogHistogram lengths = lengths_;
        if (burst_ > 0) lengths.add(burst_);
        lengths.put_rows(words, "burst_histogram");
    }

protected:
    void observe(const Sample& sample, Count edges) override {
        const bool valid = sample.flag(flag::kValid);
        const bool ready = sample.flag(flag::kReady);
        if (!(valid && ready)) close_burst();
        if (!valid || ready) close_block();
        if (valid && ready) {
            transfer_ += edges;
            burst_ += edges;
            if (sample.flag(flag::kLast)) packets_ += edges;
            bytes_ += edges * (has_keep_ ? sample.number * bytes_per_keep_ : bytes_per_beat_);
        } else if (valid) {
            blocked_ += edges;
            block_ += edges;
        } else {
            (ready ? starved_ : idle_) += edges;
        }
    }

    void reset() override {
        close_burst();
        close_block();
    }

private:
    void close_burst() {
        if (burst_ == 0) return;
        ++bursts_;
        longest_burst_ = std::max(longest_burst_, burst_);
        lengths_.add(burst_);
        burst_ = 0;
    }
    void close_block() {
        longest_block_ = std::max(longest_block_, block_);
        block_ = 0;
    }

    Count bytes_per_beat_;
    Count bytes_per_keep_;
    bool has_keep_ = false;
    Count transfer_ = 0, blocked_ = 0, starved_ = 0, idle_ = 0, packets_ = 0, bytes_ = 0;
    Count burst_ = 0, block_ = 0;  // under way
    Count bursts_ = 0, longest_burst_ = 0, longest_block_ = 0;
    LogHistogram lengths_;
};

class QueueCounter : public Counter {
public:
    explicit QueueCounter(const Tap& tap) : bins_(tap.queue().bins) {}

    void put_words(Words& words) const override {
        put(words, "pushes", pushes_);
        put(words, "pops", pops_);
        put(words, "refused_pushes", refused_pushes_);
        put(words, "refused_pops", refused_pops_);
        put(words, "full_cycles", full_cycles_);
        put(words, "empty_cycles", empty_cycles_);
        put(words, "max_occupancy", max_occupancy_);
        put(words, "occupancy_sum", occupancy_sum_);
        put(words, "underflows", underflows_);
        for (const auto& [bin, count] : histogram_) words.push_back({"histogram", {bin, count}});
    }

protected:
    void observe(const Sample& sample, Count edges) override {
        const bool push = sample.flag(flag::kPush);
        const bool full = sample.flag(flag::kFull);
        const bool pop = sample.flag(flag::kPop);
        const bool empty = sample.flag(flag::kEmpty);
        if (full) full_cycles_ += edges;
        if (empty) empty_cycles_ += edges;
        if (push) (full ? refused_pushes_ : pushes_) += edges;
        if (pop) (empty ? refused_pops_ : pops_) += edges;
        const bool in = push && !full;
        const bool out = pop && !empty;
        if (in == out) return stay(edges);
        for (Count i = 0; i < edges; ++i) {
            stay(1);
            if (in)
                ++occupancy_;
            else if (occupancy_ > 0)
                --occupancy_;
            else
                ++underflows_;
        }
    }

    void reset() override { occupancy_ = 0; }

private:
    void stay(Count edges) {
        histogram_[std::min(occupancy_, bins_)] += edges;
        occupancy_sum_ += occupancy_ * edges;
        max_occupancy_ = std::max(max_occupancy_, occupancy_);
    }

    Count bins_;
    Count occupancy_ = 0;
    Count pushes_ = 0, pops_ = 0, refused_pushes_ = 0, refused_pops_ = 0;
    Count full_cycles_ = 0, empty_cycles_ = 0, max_occupancy_ = 0, occupancy_sum_ = 0;
    Count underflows_ = 0;
    std::map<Count, Count> histogram_;
};

class CallCounter : public Counter {
public:
    void put_words(Words& words) const override {
        put(words, "invocations", invocations_);
        put(words, "completions", completions_);
        put(words, "busy_cycles", busy_cycles_);
        put(words, "min_latency", latency_.least);
        put(words, "max_latency", latency_.most);
        put(words, "latency_sum", latency_sum_);
        put(words, "min_interval", interval_.least);
        put(words, "max_interval", interval_.most);
        put(words, "interval_sum", interval_sum_);
        put(words, "orphans", orphans_);
        put(words, "overflows", overflows_);
        latencies_.put_rows(words, "latency_histogram");
    }

protected:
    void observe(const Sample& sample, Count edges) override {
        const bool start = sample.flag(flag::kStart);
        const bool taken = sample.flag(flag::kTaken);
        const bool done = sample.flag(flag::kDone);
        // The first edge may begin an invocation. After it the edges are alike when nothing can
        // begin or complete any more: without done an offer stays, and with it all are orphans.
        Count rest = edges;
        do {
            step(start, taken, done);
            --rest;
        } while (rest > 0 && ((done && (start || count_ > 0)) || (start && taken)));
        now_ += rest;
        if (count_ > 0) busy_cycles_ += rest;
        if (done) orphans_ += rest;
    }

    void reset() override {
        count_ = 0;
        is_offered_ = false;
        last_begin_.reset();
    }

private:
    static constexpr std::size_t kMostUnderWay = 64;

    void step(bool start, bool taken, bool done) {
        ++now_;
        if (start && !is_offered_) begin();
        if (taken) is_offered_ = false;
        if (count_ > 0) ++busy_cycles_;
        if (done) complete();
    }

    void begin() {
        ++invocations_;
        is_offered_ = true;
        if (last_begin_) {
            interval_.add(now_ - *last_begin_);
            interval_sum_ += now_ - *last_begin_;
        }
        last_begin_ = now_;
        if (count_ == kMostUnderWay)
            ++overflows_;
        else
            begun_[(oldest_ + count_++) % kMostUnderWay] = now_;
    }

    void complete() {
        if (count_ == 0) {
            ++orphans_;
            return;
        }
        const Count latency = now_ - begun_[oldest_] + 1;
        oldest_ = (oldest_ + 1) % kMostUnderWay;
        --count_;
        ++completions_;
        latency_.add(latency);
        latency_sum_ += latency;
        latencies_.add(latency);
    }

    Count now_ = 0;  // observed edges up to the current one
    std::array<Count, kMostUnderWay> begun_ = {};
    std::size_t oldest_ = 0;
    std::size_t count_ = 0;  // under way
    bool is_offered_ = false;
    std::optional<Count> last_begin_;
    Count invocations_ = 0, completions_ = 0, busy_cycles_ = 0, latency_sum_ = 0;
    Count interval_sum_ = 0, orphans_ = 0, overflows_ = 0;
    Range latency_, interval_;
    LogHistogram latencies_;
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
        if (!sample.flag(flag::kTrue)) return reset();
        if (run_ == 0) ++rising_edges_;
        run_ += edges;
        cycles_true_ += edges;
        longest_run_ = std::max(longest_run_, run_);
    }
    void reset() override { run_ = 0; }

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
    void reset() override {}

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
    void reset() override {}

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
        if (violations_ == 0) first_ = edges_before();
        violations_ += edges;
    }
    void reset() override {}

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
