// SPDX-License-Identifier: Apache-2.0
#include "counters.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <optional>

namespace recount {

namespace {

using Count = std::uint64_t;
using Histogram = std::map<Count, Count>;

bool is_one(const Bits& sample) { return sample.bit_is_one(0); }

// k with 2^k <= length < 2^(k+1)
Count log_bin(Count length) { return static_cast<Count>(std::bit_width(length) - 1); }

void add_rows(std::vector<Word>& words, const std::string& word, const Histogram& histogram) {
    for (const auto& [bin, count] : histogram) {
        if (count != 0) words.push_back({word, {bin, count}});
    }
}

// Least and most of the lengths seen; both 0 when there is none.
struct Extremes {
    Count least = 0;
    Count most = 0;
    bool any = false;

    void add(Count length) {
        least = any ? std::min(least, length) : length;
        most = any ? std::max(most, length) : length;
        any = true;
    }
};

// A run of consecutive edges with one property.
class Run {
public:
    // Counts the edge; true when a run just ended, with its length in `ended`.
    bool step(bool inside, Count& ended) {
        if (inside) {
            ++length_;
            return false;
        }
        return close(ended);
    }
    bool close(Count& ended) {
        ended = length_;
        length_ = 0;
        return ended != 0;
    }

private:
    Count length_ = 0;
};

class FsmCounter : public Counter {
public:
    explicit FsmCounter(const CounterSettings& settings)
        : codes_(settings.codes), states_(settings.codes.size() + 1) {}

    std::vector<Input> inputs() const override { return {{"state", ""}}; }

    void observe(const std::vector<Bits>& samples) override {
        const std::size_t now = index_of(samples[0]);
        if (current_ && *current_ != now) {
            State& left = states_[*current_];
            left.completed.add(dwell_);
            left.longest = std::max(left.longest, dwell_);
            ++transitions_[{*current_, now}];
        }
        if (!current_ || *current_ != now) {
            ++states_[now].entries;
            dwell_ = 0;
        }
        current_ = now;
        ++dwell_;
        ++states_[now].cycles;
    }

    void reset() override {
        if (current_) {
            State& cut = states_[*current_];
            cut.longest = std::max(cut.longest, dwell_);
        }
        current_.reset();
        dwell_ = 0;
    }

    void finish() override { reset(); }

    std::vector<Word> words() const override {
        std::vector<Word> words;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const State& state = states_[i];
            if (state.cycles == 0) continue;
            words.push_back(
                {"state", {i, state.cycles, state.entries, state.completed.least, state.longest}});
        }
        for (const auto& [pair, count] : transitions_) {
            words.push_back({"transition", {pair.first, pair.second, count}});
        }
        return words;
    }

private:
    struct State {
        Count cycles = 0;
        Count entries = 0;
        Extremes completed;
        Count longest = 0;
    };

    // The last index is the state `other`.
    std::size_t index_of(const Bits& sample) const {
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            if (same_number(sample, codes_[i])) return i;
        }
        return codes_.size();
    }

    std::vector<Bits> codes_;
    std::vector<State> states_;
    std::map<std::pair<Count, Count>, Count> transitions_;
    std::optional<std::size_t> current_;
    Count dwell_ = 0;
};

class StreamCounter : public Counter {
public:
    explicit StreamCounter(const CounterSettings& settings) : settings_(settings) {}

    std::vector<Input> inputs() const override {
        return {{"valid", ""}, {"ready", "1'b1"}, {"last", "1'b0"}, {"keep", "1'b0"}};
    }

    void observe(const std::vector<Bits>& samples) override {
        const bool valid = is_one(samples[0]);
        const bool ready = is_one(samples[1]);
        const bool transfer = valid && ready;
        if (transfer) {
            ++transfer_;
            if (is_one(samples[2])) ++packets_;
            bytes_ += settings_.has_keep
                          ? static_cast<Count>(samples[3].count_ones()) * settings_.bytes_per_keep
                          : settings_.bytes_per_beat;
        } else if (valid) {
            ++blocked_;
        } else if (ready) {
            ++starved_;
        } else {
            ++idle_;
        }
        Count length = 0;
        if (block_.step(valid && !ready, length)) add_block(length);
        if (burst_.step(transfer, length)) add_burst(length);
    }

    void reset() override {
        Count length = 0;
        if (block_.close(length)) add_block(length);
        if (burst_.close(length)) add_burst(length);
    }

    void finish() override { reset(); }

    std::vector<Word> words() const override {
        std::vector<Word> words{{"transfer_cycles", {transfer_}},
                                {"blocked_cycles", {blocked_}},
                                {"starved_cycles", {starved_}},
                                {"idle_cycles", {idle_}},
                                {"packets", {packets_}},
                                {"bytes", {bytes_}},
                                {"longest_block", {longest_block_}},
                                {"bursts", {bursts_}},
                                {"longest_burst", {longest_burst_}}};
        add_rows(words, "burst_histogram", burst_histogram_);
        return words;
    }

private:
    void add_block(Count length) { longest_block_ = std::max(longest_block_, length); }
    void add_burst(Count length) {
        ++bursts_;
        longest_burst_ = std::max(longest_burst_, length);
        ++burst_histogram_[log_bin(length)];
    }

    CounterSettings settings_;
    Count transfer_ = 0, blocked_ = 0, starved_ = 0, idle_ = 0, packets_ = 0, bytes_ = 0;
    Count longest_block_ = 0, bursts_ = 0, longest_burst_ = 0;
    Histogram burst_histogram_;
    Run block_, burst_;
};

class QueueCounter : public Counter {
public:
    explicit QueueCounter(const CounterSettings& settings) : bins_(settings.bins) {}

    std::vector<Input> inputs() const override {
        return {{"push", ""}, {"full", "1'b0"}, {"pop", ""}, {"empty", "1'b0"}};
    }

    void observe(const std::vector<Bits>& samples) override {
        const bool push = is_one(samples[0]);
        const bool full = is_one(samples[1]);
        const bool pop = is_one(samples[2]);
        const bool empty = is_one(samples[3]);
        // The occupancy during the cycle is the one before its push and pop.
        ++histogram_[std::min(occupancy_, bins_)];
        occupancy_sum_ += occupancy_;
        max_occupancy_ = std::max(max_occupancy_, occupancy_);
        if (full) ++full_cycles_;
        if (empty) ++empty_cycles_;
        if (push && full) ++refused_pushes_;
        if (pop && empty) ++refused_pops_;
        const bool accepted_push = push && !full;
        const bool accepted_pop = pop && !empty;
        if (accepted_push) ++pushes_;
        if (accepted_pop) ++pops_;
        if (accepted_pop && !accepted_push && occupancy_ == 0) {
            ++underflows_;
        } else {
            occupancy_ += accepted_push ? 1 : 0;
            occupancy_ -= accepted_pop ? 1 : 0;
        }
    }

    void reset() override { occupancy_ = 0; }
    void finish() override {}

    std::vector<Word> words() const override {
        std::vector<Word> words{{"pushes", {pushes_}},
                                {"pops", {pops_}},
                                {"refused_pushes", {refused_pushes_}},
                                {"refused_pops", {refused_pops_}},
                                {"full_cycles", {full_cycles_}},
                                {"empty_cycles", {empty_cycles_}},
                                {"max_occupancy", {max_occupancy_}},
                                {"occupancy_sum", {occupancy_sum_}},
                                {"underflows", {underflows_}}};
        add_rows(words, "histogram", histogram_);
        return words;
    }

private:
    Count bins_;
    Count occupancy_ = 0;
    Count pushes_ = 0, pops_ = 0, refused_pushes_ = 0, refused_pops_ = 0;
    Count full_cycles_ = 0, empty_cycles_ = 0, max_occupancy_ = 0, occupancy_sum_ = 0;
    Count underflows_ = 0;
    Histogram histogram_;
};

class CallCounter : public Counter {
public:
    std::vector<Input> inputs() const override {
        return {{"start", ""}, {"ready", "@done"}, {"done", ""}};
    }

    void observe(const std::vector<Bits>& samples) override {
        ++edge_;
        if (is_one(samples[0]) && !offered_) begin();
        if (is_one(samples[1])) offered_ = false;
        if (!under_way_.empty()) ++busy_cycles_;
        if (is_one(samples[2])) complete();
    }

    void reset() override {
        under_way_.clear();
        offered_ = false;
        last_begin_.reset();
    }

    void finish() override {}

    std::vector<Word> words() const override {
        std::vector<Word> words{
            {"invocations", {invocations_}},     {"completions", {completions_}},
            {"busy_cycles", {busy_cycles_}},     {"min_latency", {latency_.least}},
            {"max_latency", {latency_.most}},    {"latency_sum", {latency_sum_}},
            {"min_interval", {interval_.least}}, {"max_interval", {interval_.most}},
            {"interval_sum", {interval_sum_}},   {"orphans", {orphans_}},
            {"overflows", {overflows_}}};
        add_rows(words, "latency_histogram", latency_histogram_);
        return words;
    }

private:
    static constexpr std::size_t kMostUnderWay = 64;

    void begin() {
        ++invocations_;
        offered_ = true;
        if (last_begin_) {
            interval_.add(edge_ - *last_begin_);
            interval_sum_ += edge_ - *last_begin_;
        }
        last_begin_ = edge_;
        if (under_way_.size() == kMostUnderWay) {
            ++overflows_;
        } else {
            under_way_.push_back(edge_);
        }
    }

    void complete() {
        if (under_way_.empty()) {
            ++orphans_;
            return;
        }
        const Count latency = edge_ - under_way_.front() + 1;
        under_way_.pop_front();
        ++completions_;
        latency_.add(latency);
        latency_sum_ += latency;
        ++latency_histogram_[log_bin(latency)];
    }

    Count edge_ = 0;  // observed edges so far
    bool offered_ = false;
    std::deque<Count> under_way_;  // beginnings, oldest first
    std::optional<Count> last_begin_;
    Count invocations_ = 0, completions_ = 0, busy_cycles_ = 0, latency_sum_ = 0;
    Count interval_sum_ = 0, orphans_ = 0, overflows_ = 0;
    Extremes latency_, interval_;
    Histogram latency_histogram_;
};

class EventCounter : public Counter {
public:
    std::vector<Input> inputs() const override { return {{"event", ""}}; }

    void observe(const std::vector<Bits>& samples) override {
        // Not 0, with X taken as 0: any bit that is 1.
        const bool now = samples[0].any_one();
        if (now) ++cycles_true_;
        Count length = 0;
        if (true_run_.step(now, length)) add(length);
    }

    void reset() override {
        Count length = 0;
        if (true_run_.close(length)) add(length);
    }

    void finish() override { reset(); }

    std::vector<Word> words() const override {
        return {{"cycles_true", {cycles_true_}},
                {"rising_edges", {rising_edges_}},
                {"longest_run", {longest_run_}}};
    }

private:
    void add(Count length) {
        ++rising_edges_;
        longest_run_ = std::max(longest_run_, length);
    }

    Count cycles_true_ = 0, rising_edges_ = 0, longest_run_ = 0;
    Run true_run_;
};

class ValueCounter : public Counter {
public:
    explicit ValueCounter(const CounterSettings& settings) : settings_(settings) {}

    std::vector<Input> inputs() const override { return {{"enable", "1'b1"}, {"value", "", 64}}; }

    void observe(const std::vector<Bits>& samples) override {
        if (!is_one(samples[0])) return;
        if (samples[1].has_unknown()) {
            ++unknown_;
            return;
        }
        const Count value = samples[1].low_word();
        ++samples_;
        sum_ += value;
        extremes_.add(value);
        if (value < settings_.from) {
            ++below_;
            return;
        }
        const Count bin = (value - settings_.from) / settings_.step;
        if (bin < settings_.bins) {
            ++histogram_[bin];
        } else {
            ++above_;
        }
    }

    void reset() override {}
    void finish() override {}

    std::vector<Word> words() const override {
        std::vector<Word> words{{"samples", {samples_}},      {"value_sum", {sum_}},
                                {"least", {extremes_.least}}, {"most", {extremes_.most}},
                                {"below", {below_}},          {"above", {above_}},
                                {"unknown", {unknown_}}};
        add_rows(words, "histogram", histogram_);
        return words;
    }

private:
    CounterSettings settings_;
    Count samples_ = 0, sum_ = 0, below_ = 0, above_ = 0, unknown_ = 0;
    Extremes extremes_;
    Histogram histogram_;
};

// The lowest bits of a value, and whether one of them is X.
struct LowBits {
    Count number = 0;
    bool known = true;
    friend bool operator==(const LowBits&, const LowBits&) = default;
};

LowBits low_bits(const Bits& value, Count width) {
    LowBits low;
    for (Count i = 0; i < width && i < static_cast<Count>(value.width()); ++i) {
        const int bit = static_cast<int>(i);
        if (value.bit_is_one(bit)) low.number |= Count{1} << i;
        if (value.bit_is_unknown(bit)) low.known = false;
    }
    if (!low.known) low.number = 0;
    return low;
}

class SumCounter : public Counter {
public:
    explicit SumCounter(const CounterSettings& settings) : width_(settings.width) {}

    std::vector<Input> inputs() const override { return {{"enable", "1'b1"}, {"value", "", 64}}; }

    void observe(const std::vector<Bits>& samples) override {
        if (!is_one(samples[0])) return;
        const LowBits value = low_bits(samples[1], width_);
        ++(value.known ? samples_ : unknown_);
        total_ += value.number;
    }

    void reset() override {}
    void finish() override {}

    std::vector<Word> words() const override {
        return {{"samples", {samples_}}, {"total", {total_}}, {"unknown", {unknown_}}};
    }

private:
    Count width_;
    Count samples_ = 0, total_ = 0, unknown_ = 0;
};

class AssertCounter : public Counter {
public:
    std::vector<Input> inputs() const override { return {{"holds", ""}}; }

    void observe(const std::vector<Bits>& samples) override {
        if (!samples[0].any_one() && violations_++ == 0) first_ = edges_;
        ++edges_;
    }

    void reset() override { ++edges_; }
    void finish() override {}

    std::vector<Word> words() const override {
        return {{"violations", {violations_}}, {"first_violation", {first_}}};
    }

private:
    Count edges_ = 0, violations_ = 0, first_ = 0;
};

// Writes every edge down first; the windows are cut out at the end.
class TraceCounter : public Counter {
public:
    explicit TraceCounter(const CounterSettings& settings) : settings_(settings) {
        if (settings_.depth == 0) settings_.depth = 65536;
        if (settings_.trigger == "change") {
            settings_.before = 0;
            settings_.after = settings_.depth;
        }
    }

    std::vector<Input> inputs() const override { return {{"when", "1'b0"}, {"data", "", 64}}; }

    void observe(const std::vector<Bits>& samples) override {
        const LowBits value = low_bits(samples[1], settings_.width);
        const bool changes = after_reset_ || !(value == last_);
        run_ = samples[0].any_one() ? run_ + 1 : 0;
        bool fires = changes;
        if (settings_.trigger == "level") fires = run_ > 0;
        if (settings_.trigger == "edge") fires = run_ == 1;
        if (settings_.trigger == "lasted") fires = run_ == settings_.lasted;
        if (changes || fires) happened_.push_back({edges_, value, changes, fires});
        last_ = value;
        after_reset_ = false;
        ++edges_;
    }

    void reset() override {
        ++edges_;
        after_reset_ = true;
        run_ = 0;
    }
    void observe_end(const std::vector<Bits>& samples) override {
        if (settings_.trigger != "change") return;
        end_ = {{"end_edge", {1}}};
        if (samples.empty()) return;
        const LowBits value = low_bits(samples[1], settings_.width);
        if (value.known) end_.push_back({"end_value", {value.number}});
    }
    void finish() override {}

    std::vector<Word> words() const override {
        std::vector<Word> rows;
        Count lost = 0;
        std::size_t at = 0;
        const Count window = settings_.before + settings_.after;
        while (at < happened_.size() && rows.size() + window <= settings_.depth) {
            const std::size_t begin = at;
            while (at < happened_.size() && !happened_[at].fires) ++at;
            if (at == happened_.size()) break;
            for (std::size_t i = at - std::min<Count>(at - begin, settings_.before); i < at; ++i)
                add_row(rows, happened_[i]);
            add_row(rows, happened_[at++]);
            for (Count left = settings_.after - 1; left > 0 && at < happened_.size(); ++at) {
                if (!happened_[at].changes) continue;
                add_row(rows, happened_[at]);
                --left;
            }
        }
        lost = rows.size() + window > settings_.depth ? happened_.size() - at : 0;
        std::vector<Word> words = {{"records", {rows.size()}}, {"lost", {lost}}};
        words.insert(words.end(), rows.begin(), rows.end());
        words.insert(words.end(), end_.begin(), end_.end());
        return words;
    }

private:
    struct Happening {
        Count edge = 0;
        LowBits value;
        bool changes = false, fires = false;
    };

    static void add_row(std::vector<Word>& rows, const Happening& h) {
        if (h.value.known)
            rows.push_back({"record", {rows.size(), h.edge, h.value.number}});
        else
            rows.push_back({"unknown_record", {rows.size(), h.edge}});
    }

    CounterSettings settings_;
    Count edges_ = 0, run_ = 0;
    bool after_reset_ = true;
    LowBits last_;
    std::vector<Happening> happened_;
    std::vector<Word> end_;
};

}  // namespace

std::unique_ptr<Counter> make_counter(const std::string& kind, const CounterSettings& settings) {
    if (kind == "fsm") return std::make_unique<FsmCounter>(settings);
    if (kind == "stream") return std::make_unique<StreamCounter>(settings);
    if (kind == "queue") return std::make_unique<QueueCounter>(settings);
    if (kind == "call") return std::make_unique<CallCounter>();
    if (kind == "event") return std::make_unique<EventCounter>();
    if (kind == "value") return std::make_unique<ValueCounter>(settings);
    if (kind == "sum") return std::make_unique<SumCounter>(settings);
    if (kind == "trace") return std::make_unique<TraceCounter>(settings);
    if (kind == "assert") return std::make_unique<AssertCounter>();
    return nullptr;
}

}  // namespace recount
