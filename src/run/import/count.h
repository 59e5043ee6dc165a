// SPDX-License-Identifier: Apache-2.0
// Counts a waveform: told of the changes in the order of time, it finds the edges of each clock,
// samples the taps of that clock as they stood before the edge, and writes records at the ends of
// frames and of the run, as woven taps do.
//
// Work is done at changes only. A change marks the taps that read the signal; at an edge the marked
// taps of the clock are sampled anew, and one whose sample differs counts the run of edges before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/expression/program.h"
#include "model/reading.h"
#include "run/import/clock_rate.h"
#include "run/import/counter.h"
#include "run/import/glimpse.h"
#include "run/import/sampler.h"
#include "run/waveform/waveform.h"

namespace tapestry {

// The changes of one time stamp: which slots, and their values. The last change of a slot stands.

class PendingChanges {
public:
    explicit PendingChanges(std::size_t slots) : at_(slots, kNone) {}

    void put(std::uint32_t slot, const std::uint64_t* ones, const std::uint64_t* unknown,
             std::uint32_t words) {
        std::size_t& at = at_[slot];
        if (at == kNone) {
            at = words_.size();
            slots_.push_back(slot);
            words_.resize(at + 2 * std::size_t{words});
        }
        std::copy_n(ones, words, &words_[at]);
        std::copy_n(unknown, words, &words_[at + words]);
    }

    // Calls `use(slot, words)` for each, with the words of ones before the unknown, and forgets it.
    template <typename Use>
    void take(const Use& use) {
        for (const std::uint32_t slot : slots_) {
            use(slot, &words_[at_[slot]]);
            at_[slot] = kNone;
        }
        slots_.clear();
        words_.clear();
    }

private:
    static constexpr std::size_t kNone = ~std::size_t{0};

    std::vector<std::uint32_t> slots_;
    std::vector<std::size_t> at_;  // by slot
    std::vector<std::uint64_t> words_;
};

// A tap with the programs of its clock and its samples. Slots of programs are indices in `signals`
// of CountPlan.
struct PlannedTap {
    const Tap* tap = nullptr;
    std::string path;  // of its records
    Program clock;
    std::vector<Program> programs;     // reset, then the ports of the kind in their order
    std::optional<StreamPart> stream;  // with the widths of the waveform
};

struct PlannedClock {
    std::size_t tap = 0;  // whose clock it is: index in CountPlan::taps
    int clock = 0;        // index in the tap map
    std::string path;
};

struct CountPlan {
    std::vector<std::uint32_t> signals;  // of the waveform, by slot
    std::vector<PlannedTap> taps;
    std::vector<PlannedClock> clocks;  // that leave records of their own
};

class WaveCount : public WaveSink {
public:
    // `frame` is the number of edges of a frame; 0: frames that grow.
    WaveCount(CountPlan plan, const WaveHeader& header, std::uint64_t frame,
              std::function<void(double)> on_progress);
    ~WaveCount() override;

    void on_time(std::uint64_t time) override;
    void on_change(std::uint32_t signal, WaveValue value) override;
    void on_run(const WaveRun& run) override;
    void on_gap() override {
        ++gaps_;
        is_start_ = true;
    }
    void on_progress(double share) override;

    // Records go there as they are made, and not into the reading.
    void hand_to(std::function<void(ReadingRecord)> on_record) {
        on_record_ = std::move(on_record);
    }
    void look(GlimpseOptions glimpses) { glimpses_ = std::move(glimpses); }
    // The simulation went on until then, though nothing changed any more.
    void end_at(std::uint64_t time) {
        if (any_time_ && time > time_) on_time(time);
    }
    // After the last change: the records of all. The last time stamp never counts.
    Reading finish();

    std::uint64_t gaps() const { return gaps_; }
    // Of the clocks of the tap map, by their index there; once for each design in the waveform.
    std::vector<std::pair<int, EdgeTimes>> clock_times() const;
    std::uint64_t edges() const;  // of the clock that has the most
    // What the states of a tap turned out to be, for taps whose map has none.
    const StateCodes& states(std::size_t tap) const;

private:
    struct Clock;
    struct TapState;
    struct Reader {
        std::uint32_t tap;
        std::uint32_t programs;  // of it, a bit for each
    };

    static void add_reader(std::vector<Reader>& readers, std::uint32_t tap, std::uint32_t programs);
    void commit();
    void rise(Clock& clock, bool now);
    void sample(Clock& clock);
    void catch_up(TapState& tap, std::uint64_t edges);
    void end_frame(Clock& clock);
    void look_at(Clock& clock);
    void tell_numbers(Clock& clock, int index);
    int index_of(const Clock& clock) const;
    ReadingRecord record_now(TapState& tap, bool at_end);
    ReadingRecord record_now(const PlannedClock& planned, const Clock& clock, bool at_end) const;
    void put_record(TapState& tap, bool at_end);
    bool ends_at_edge(const Clock& clock);
    void put_clocks(const Clock* of, bool at_end);
    void put_times(const EdgeTimes& times, std::vector<ReadingWord>& words) const;
    void hand_out(ReadingRecord record);
    void apply();

    CountPlan plan_;
    std::uint64_t frame_;
    std::function<void(double)> on_progress_;
    std::function<void(ReadingRecord)> on_record_;
    GlimpseOptions glimpses_;
    std::chrono::steady_clock::time_point edges_told_ = std::chrono::steady_clock::now();
    std::vector<std::uint32_t> slot_of_signal_;
    SignalValues values_;                       // before the current time stamp
    SignalValues clock_values_;                 // at it; of signals that clocks read
    std::vector<std::vector<Reader>> readers_;  // by slot
    std::vector<char> feeds_a_clock_;           // by slot
    std::vector<Clock> clocks_;
    std::vector<TapState> taps_;
    Evaluator evaluator_;

    PendingChanges pending_;          // at the current time stamp
    std::uint64_t femtoseconds_ = 0;  // of a unit of time; 0: the waveform does not say
    std::uint64_t time_ = 0, gaps_ = 0;
    bool any_time_ = false, clock_moved_ = false;
    bool is_start_ = true;  // of the dump, or after a gap: values appear, which are no changes
    Reading reading_;
};

}  // namespace tapestry
