// SPDX-License-Identifier: Apache-2.0
#include "run/import/count.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tapestry {

namespace {

constexpr std::uint64_t kFirstFrame = 64;
constexpr std::uint64_t kEdgesToLook = 1024;

// What the records of taps and clocks begin with.
ReadingRecord record_of(std::string_view kind, const std::string& path, std::uint64_t edges,
                        std::uint64_t reset_cycles, bool at_end, bool saturated) {
    ReadingRecord record;
    record.kind = kind;
    record.path = path;
    record.words = {{"edges", {edges}},
                    {"reset_cycles", {reset_cycles}},
                    {"observed_cycles", {edges - reset_cycles}},
                    {"end", {at_end ? 1u : 0u}},
                    {"saturated", {saturated ? 1u : 0u}}};
    return record;
}

// A trace of changes tells the value at the edge of the end.
void put_end(const Tap& tap, const Sample& sample, std::vector<ReadingWord>& words) {
    if (!tap.is(TapKind::trace) || tap.trace().rule.trigger != "change") return;
    words.push_back({"end_edge", {1}});
    if ((sample.flags & Sample::kReset) == 0 && !sample.flag(flag::kTraceUnknown))
        words.push_back({"end_value", {sample.number}});
}

}  // namespace

struct WaveCount::Clock {
    Program program;
    bool was_one = false;
    bool in_run[2] = {};  // whether it is one with either value of a run
    std::uint64_t edges = 0;
    EdgeTimes times = {};
    std::uint64_t frame_end = 0;
    std::chrono::steady_clock::time_point told = std::chrono::steady_clock::now();
    std::vector<std::uint32_t> taps;
    std::vector<std::uint32_t> marked;  // taps to sample anew at the next edge
};

struct WaveCount::TapState {
    TapState(const Tap& tap, std::vector<Program> programs)
        : sampler(tap, std::move(programs)), counter(make_counter(tap)) {}

    Sampler sampler;
    std::unique_ptr<Counter> counter;
    std::uint32_t clock = 0;
    Sample sample;
    std::uint64_t since = 1;  // the first edge that is not yet counted
    bool is_marked = true;
    std::size_t planned = 0;
};

// The tap with the widths that this waveform has.
static Tap as_counted(const PlannedTap& planned) {
    Tap tap = *planned.tap;
    if (planned.stream) tap.own = *planned.stream;
    return tap;
}

void WaveCount::add_reader(std::vector<Reader>& readers, std::uint32_t tap,
                           std::uint32_t programs) {
    if (readers.empty() || readers.back().tap != tap) readers.push_back({tap, 0});
    readers.back().programs |= programs;
}

WaveCount::~WaveCount() = default;

WaveCount::WaveCount(CountPlan plan, const WaveHeader& header, std::uint64_t frame,
                     std::function<void(double)> on_progress)
    : plan_(std::move(plan)),
      frame_(frame),
      on_progress_(std::move(on_progress)),
      slot_of_signal_(header.widths.size(), kNoSignal),
      readers_(plan_.signals.size()),
      feeds_a_clock_(plan_.signals.size()),
      pending_(plan_.signals.size()) {
    const double unit_ns = timescale_ns(header.timescale).value_or(0);
    femtoseconds_ = static_cast<std::uint64_t>(std::llround(unit_ns * 1e6));
    for (std::uint32_t slot = 0; slot < plan_.signals.size(); ++slot) {
        const std::uint32_t signal = plan_.signals[slot];
        slot_of_signal_[signal] = slot;
        values_.add(header.widths[signal]);
        clock_values_.add(header.widths[signal]);
    }
    for (std::size_t i = 0; i < plan_.taps.size(); ++i) {
        PlannedTap& planned = plan_.taps[i];
        const auto known = std::find_if(clocks_.begin(), clocks_.end(),
                                        [&](const Clock& c) { return c.program == planned.clock; });
        const auto clock = static_cast<std::uint32_t>(known - clocks_.begin());
        if (known == clocks_.end()) {
            clocks_.push_back({});
            clocks_.back().program = planned.clock;
            clocks_.back().frame_end = frame_ ? frame_ : kFirstFrame;
            for (std::uint32_t slot : planned.clock.slots()) feeds_a_clock_[slot] = true;
        }
        const auto number = static_cast<std::uint32_t>(i);
        clocks_[clock].taps.push_back(number);
        clocks_[clock].marked.push_back(number);
        TapState state(as_counted(planned), std::move(planned.programs));
        state.clock = clock;
        state.planned = i;
        const std::vector<Program>& programs = state.sampler.programs();
        for (std::size_t p = 0; p < programs.size(); ++p) {
            for (std::uint32_t slot : programs[p].slots())
                add_reader(readers_[slot], number, std::uint32_t{1} << p);
        }
        taps_.push_back(std::move(state));
    }
}

void WaveCount::on_progress(double share) {
    if (on_progress_) on_progress_(share);
}

void WaveCount::on_change(std::uint32_t signal, WaveValue value) {
    const std::uint32_t slot = slot_of_signal_[signal];
    if (slot == kNoSignal) return;
    if (feeds_a_clock_[slot]) {
        clock_moved_ = clock_values_.set(slot, value.ones, value.unknown) || clock_moved_;
        if (readers_[slot].empty()) return;
    }
    pending_.put(slot, value.ones, value.unknown, words_of_width(values_.width(slot)));
}

// What a clock does alone is counted without looking at anything else. The last change waits, as
// any does, for the next time stamp.
void WaveCount::on_run(const WaveRun& run) {
    const std::uint32_t slot = slot_of_signal_[run.signal];
    if (slot == kNoSignal || !feeds_a_clock_[slot] || !readers_[slot].empty())
        return WaveSink::on_run(run);
    on_time(run.begin);
    const auto set = [&](std::size_t i) {
        clock_values_.set(slot, run.values[i].ones, run.values[i].unknown);
    };
    for (std::size_t i = 0; i < 2 && i + 1 < run.count; ++i) {
        set(i);
        for (Clock& clock : clocks_)
            clock.in_run[i] = is_one(clock.program, clock_values_, evaluator_);
    }
    for (std::uint64_t i = 0; i + 1 < run.count; ++i) {
        for (Clock& clock : clocks_) rise(clock, clock.in_run[i % 2]);
        is_start_ = false;
        time_ += run.apart[i % 2];
    }
    set((run.count - 1) % 2);
    clock_moved_ = true;
}

void WaveCount::rise(Clock& clock, bool now) {
    const bool is_edge = now && !clock.was_one && !is_start_ && time_ > 0;
    clock.was_one = now;
    if (!is_edge) return;
    if (clock.edges == clock.frame_end)
        end_frame(clock);
    else if (glimpses_.tell && clock.edges > 0 && clock.edges % kEdgesToLook == 0)
        look_at(clock);
    ++clock.edges;
    clock.times.add(time_);
    if (!clock.marked.empty()) sample(clock);
}

void WaveCount::on_time(std::uint64_t time) {
    if (any_time_ && time != time_) commit();
    any_time_ = true;
    time_ = time;
}

// The time stamp is over: edges count with the values before it, which then become those at it.
void WaveCount::commit() {
    if (clock_moved_) {
        for (Clock& clock : clocks_) rise(clock, is_one(clock.program, clock_values_, evaluator_));
        clock_moved_ = false;
    }
    is_start_ = false;
    apply();
}

void WaveCount::apply() {
    pending_.take([this](std::uint32_t slot, const std::uint64_t* ones) {
        if (!values_.set(slot, ones, ones + words_of_width(values_.width(slot)))) return;
        for (const Reader& reader : readers_[slot]) {
            TapState& tap = taps_[reader.tap];
            tap.sampler.mark(reader.programs);
            if (!tap.is_marked) clocks_[tap.clock].marked.push_back(reader.tap);
            tap.is_marked = true;
        }
    });
}

// At an edge, of the taps that may see something else than at the one before.
void WaveCount::sample(Clock& clock) {
    for (std::uint32_t i : clock.marked) {
        TapState& tap = taps_[i];
        tap.is_marked = false;
        const Sample sample = tap.sampler.sample(evaluator_, values_);
        if (sample == tap.sample) continue;
        catch_up(tap, clock.edges - 1);
        tap.sample = sample;
    }
    clock.marked.clear();
}

// Counts all edges up to number `edges`.
void WaveCount::catch_up(TapState& tap, std::uint64_t edges) {
    if (edges >= tap.since) tap.counter->add(tap.sample, edges + 1 - tap.since);
    tap.since = edges + 1;
}

void WaveCount::end_frame(Clock& clock) {
    if (glimpses_.outdate) glimpses_.outdate(index_of(clock));
    for (std::uint32_t i : clock.taps) {
        catch_up(taps_[i], clock.edges);
        put_record(taps_[i], false);
    }
    put_clocks(&clock, false);
    if (glimpses_.tell) clock.told = std::chrono::steady_clock::now();
    clock.frame_end = frame_ ? clock.frame_end + frame_ : clock.frame_end * 5 / 4;
}

// Clocks that leave no records of their own have none.
int WaveCount::index_of(const Clock& clock) const {
    for (const PlannedClock& planned : plan_.clocks)
        if (&clocks_[taps_[planned.tap].clock] == &clock) return planned.clock;
    return -1;
}

// Between frames: how far the run is, and what it has done so far.
void WaveCount::look_at(Clock& clock) {
    const auto now = std::chrono::steady_clock::now();
    const int index = index_of(clock);
    if (index == 0 && now - edges_told_ >= glimpses_.edges_every) {
        glimpses_.tell({clock.edges, index});
        edges_told_ = now;
    }
    if (index >= 0 && now - clock.told >= glimpses_.records_every) {
        tell_numbers(clock, index);
        clock.told = now;
    }
}

void WaveCount::tell_numbers(Clock& clock, int index) {
    Glimpse glimpse{clock.edges, index};
    for (const std::uint32_t i : clock.taps) {
        if (plan_.taps[taps_[i].planned].tap->kind() == TapKind::trace) continue;
        catch_up(taps_[i], clock.edges);
        glimpse.records.push_back(record_now(taps_[i], false));
    }
    for (const PlannedClock& planned : plan_.clocks)
        if (&clocks_[taps_[planned.tap].clock] == &clock)
            glimpse.records.push_back(record_now(planned, clock, false));
    glimpses_.tell(glimpse);
}

ReadingRecord WaveCount::record_now(TapState& tap, bool at_end) {
    const PlannedTap& planned = plan_.taps[tap.planned];
    ReadingRecord record =
        record_of(to_word(planned.tap->kind()), planned.path, clocks_[tap.clock].edges,
                  tap.counter->reset_cycles(), at_end, tap.counter->saturated());
    tap.counter->put_words(record.words);
    return record;
}

void WaveCount::put_record(TapState& tap, bool at_end) {
    const PlannedTap& planned = plan_.taps[tap.planned];
    ReadingRecord record = record_now(tap, at_end);
    record.trace = tap.counter->take_trace();
    if (at_end && ends_at_edge(clocks_[tap.clock]))
        put_end(*planned.tap, tap.sampler.sample(evaluator_, values_), record.words);
    hand_out(std::move(record));
}

void WaveCount::put_times(const EdgeTimes& times, std::vector<ReadingWord>& words) const {
    if (femtoseconds_ == 0 || !is_even(times)) return;
    const bool is_rounded = times.longest != times.shortest;
    words.push_back({"timed_edges", {times.edges}});
    words.push_back({"first_edge_fs", {times.first * femtoseconds_}});
    words.push_back({"last_edge_fs", {times.last * femtoseconds_}});
    words.push_back({"edge_step_fs", {is_rounded ? femtoseconds_ : 0}});
}

ReadingRecord WaveCount::record_now(const PlannedClock& planned, const Clock& clock,
                                    bool at_end) const {
    ReadingRecord record = record_of("clock", planned.path, clock.edges, 0, at_end, false);
    record.words.push_back({"clock", {static_cast<std::uint64_t>(planned.clock)}});
    record.words.push_back({"time", {time_}});
    return record;
}

void WaveCount::put_clocks(const Clock* of, bool at_end) {
    for (const PlannedClock& planned : plan_.clocks) {
        const Clock& clock = clocks_[taps_[planned.tap].clock];
        if (of && of != &clock) continue;
        ReadingRecord record = record_now(planned, clock, at_end);
        if (at_end && gaps_ == 0) put_times(clock.times, record.words);
        hand_out(std::move(record));
    }
}

void WaveCount::hand_out(ReadingRecord record) {
    if (on_record_)
        on_record_(std::move(record));
    else
        reading_.records.push_back(std::move(record));
}

std::vector<std::pair<int, EdgeTimes>> WaveCount::clock_times() const {
    std::vector<std::pair<int, EdgeTimes>> times;
    for (const PlannedClock& planned : plan_.clocks)
        times.emplace_back(planned.clock, clocks_[taps_[planned.tap].clock].times);
    return times;
}

// Whether there is an edge on the last time stamp, which does not count.
bool WaveCount::ends_at_edge(const Clock& clock) {
    return clock_moved_ && !clock.was_one && !is_start_ && time_ > 0 &&
           is_one(clock.program, clock_values_, evaluator_);
}

Reading WaveCount::finish() {
    for (TapState& tap : taps_) {
        catch_up(tap, clocks_[tap.clock].edges);
        put_record(tap, true);
    }
    put_clocks(nullptr, true);
    return std::move(reading_);
}

std::uint64_t WaveCount::edges() const {
    return clocks_.empty() ? 0 : std::ranges::max_element(clocks_, {}, &Clock::edges)->edges;
}

const StateCodes& WaveCount::states(std::size_t tap) const { return taps_[tap].sampler.states(); }

}  // namespace tapestry
