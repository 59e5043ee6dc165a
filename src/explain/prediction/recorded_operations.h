// SPDX-License-Identifier: Apache-2.0
// A recording that is ready to be replayed, and how far the replay can be trusted.
#pragma once

#include <optional>

#include "explain/replay/replay.h"
#include "explain/replay/ticks.h"
#include "model/run.h"

namespace tapestry {

// Another model that explains the recording equally well.
struct Contrary {
    Replay replay;
    bool together = false;              // pushes wait for each other
    std::size_t thread = 0;             // a thread that chooses
    std::optional<Arbitration> choice;  // its other possible policy
};

struct RecordedOperations {
    Operations operations;  // as recorded, or with other delays
    Replay replay;
    Ticks ticks = {};
    std::vector<std::uint64_t> periods = {};  // in ticks, by thread; empty with one clock
    // What `replay` assumes about pushes for which the recording does not show whether they wait
    // for each other.
    bool gives_together = false;
    std::vector<Contrary> contraries = {};
    // The run ends `tail` cycles after the last beat that leaves the design, which `last_thread`
    // takes.
    std::size_t last_thread = 0;
    std::uint64_t measured_cycles = 0;
    std::uint64_t tail = 0;  // in run cycles, as all numbers here
    // Whether the edge at which the run ended is recorded, so that no beat came after the last one.
    bool has_end_edge = false;
    // The check at the recorded settings: all visits, and visits that end at another time.
    std::uint64_t visits = 0;
    std::uint64_t wrong = 0;
    std::string first_wrong = {};   // where, and by how much
    double total_error = 0;         // relative error of the length of the run
    double missing_cycles = 0;      // of the recorded settings' replay, against the run
    std::uint64_t worst_error = 0;  // of the time of a visit, in cycles
    // A thread some of whose delays may have been waits; or empty.
    std::string guessed = {};
    std::vector<std::size_t> choosing = {};  // threads with a known arbitration policy
    // An outside end that moves beats independently of the design; or empty.
    std::string timed = {};
    // An outside source that waits for answers, as it was seen to (answers.h); or empty.
    std::string answered = {};
    // Outside ends that pause between beats, where the recording does not show whether a pause is
    // counted from the previous beat or ends at a fixed time.
    std::vector<std::size_t> pausing = {};

    // Whether the recording alone leaves nothing open. What a change depends on beside it is in
    // unexplained.h.
    bool is_exact() const { return !guesses() && timed.empty(); }
    // Whether the model had to guess how its parts behave. An outside end that is open at times of
    // its own is none of them: what else its times may bring is tried.
    bool guesses() const {
        return wrong > 0 || !guessed.empty() || !answered.empty() || !choosing.empty() ||
               ticks.several;
    }
    std::uint64_t cycles(const Replayed& replayed) const {
        return replayed.end[last_thread] / ticks.by_run + tail;
    }
    // The same, where what the replay is off on the recorded run itself is added again.
    double corrected_cycles(const Replayed& replayed) const {
        const double corrected = static_cast<double>(cycles(replayed)) + missing_cycles;
        return corrected > 0 ? corrected : 0;
    }
    double run_cycles(std::uint64_t in_ticks) const {
        return static_cast<double>(in_ticks) / static_cast<double>(ticks.by_run);
    }
    std::uint64_t period(std::size_t thread) const { return periods.empty() ? 1 : periods[thread]; }
};

// Whether pauses between beats are known to be counted from the previous beat: there are none, or
// they are all equal even after a stall that is no multiple of them.
bool has_known_pauses(const OperationThread& thread);

RecordedOperations recorded_operations_of(const Run& run);

// The policy by which a thread chooses, as part of a sentence.
std::string text_of(ChoicePolicy policy);

// The same with other delays or clocks; it is not checked again.
RecordedOperations with_operations(const RecordedOperations& recording, Operations operations,
                                   std::vector<std::uint64_t> periods);

}  // namespace tapestry
