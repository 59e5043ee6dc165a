// SPDX-License-Identifier: Apache-2.0
// A recording that is ready to be replayed, with how far to trust that.
#pragma once

#include <optional>

#include "explain/replay/replay.h"
#include "explain/replay/ticks.h"
#include "model/run.h"

namespace tapestry {

// Something else that explains what was recorded as well.
struct Contrary {
    Replay replay;
    bool together = false;              // pushes wait for each other
    std::size_t thread = 0;             // one that chooses
    std::optional<Arbitration> choice;  // as it may do
};

struct RecordedOperations {
    Operations operations;  // as recorded, or with other delays
    Replay replay;
    Ticks ticks = {};
    std::vector<std::uint64_t> periods = {};  // in ticks, by thread; empty with one clock
    // What `replay` takes for granted of pushes of which nothing recorded says whether they wait
    // for each other.
    bool gives_together = false;
    std::vector<Contrary> contraries = {};
    // The run ends so many cycles after the last beat that leaves the design.
    std::size_t last_thread = 0;
    std::uint64_t measured_cycles = 0;
    std::uint64_t tail = 0;  // in cycles of the run, as all here
    // The edge at which the run ended is recorded, so that no other beat came behind the last.
    bool has_end_edge = false;
    // Else there may be one: so long it may come later or earlier.
    std::uint64_t last_gap = 0;
    // At the recorded settings: visits that end at another time than they did.
    std::uint64_t visits = 0;
    std::uint64_t wrong = 0;
    std::string first_wrong = {};  // where, and by how much
    double total_error = 0;        // of the whole, as a share
    // A thread some of whose delays may have been waits; or empty.
    std::string guessed = {};
    std::vector<std::size_t> choosing = {};  // threads that choose as they were seen to
    // An outside end that moves beats at times of its own; or empty.
    std::string timed = {};
    // Outside ends that pause between beats, and nothing recorded says whether a pause begins with
    // the beat before it or ends at a time of its own.
    std::vector<std::size_t> pausing = {};
    std::string choice = {};  // a sentence: whose order of operations depends on times; or empty

    bool is_exact() const {
        return wrong == 0 && guessed.empty() && timed.empty() && choice.empty() &&
               choosing.empty() && !ticks.several;
    }
    std::uint64_t cycles(const Replayed& replayed) const {
        return replayed.end[last_thread] / ticks.by_run + tail;
    }
    double run_cycles(std::uint64_t in_ticks) const {
        return static_cast<double>(in_ticks) / static_cast<double>(ticks.by_run);
    }
    std::uint64_t period(std::size_t thread) const { return periods.empty() ? 1 : periods[thread]; }
};

// Whether pauses between beats are known to begin with the beat before: there are none, or they are
// all alike even where it had to wait for a time that is no multiple of them.
bool has_known_pauses(const OperationThread& thread);

RecordedOperations recorded_operations_of(const Run& run);

// How a thread chooses, as part of a sentence.
std::string text_of(ChoicePolicy policy);

// The same with other delays, or clocks, which is no longer checked.
RecordedOperations with_operations(const RecordedOperations& recording, Operations operations,
                                   std::vector<std::uint64_t> periods);

}  // namespace tapestry
