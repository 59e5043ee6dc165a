// SPDX-License-Identifier: Apache-2.0
// What a run would be with changes: `predict` makes it, `report` shows it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// exact: a replay that returns the recorded time of every operation, of a change that it carries
// whole. approximate: a model stands in between. refused: nothing measured can carry the change.
// tried: an experiment did it.
enum class PredictionLabel { exact, approximate, refused, tried };

std::string_view to_word(PredictionLabel label);

// Cycles of a block, or of one of its states, as they were and as they would be.
struct PredictedTime {
    std::string path;
    std::string state;          // empty: the whole block
    std::string category = {};  // of a state of a machine
    double measured_cycles = 0;
    double predicted_cycles = 0;
    double measured_wait = 0;  // cycles of a block in which it waits for others
    double predicted_wait = 0;
};

// What a stream would do with each cycle, in those of its own clock.
struct PredictedStream {
    std::string path;
    double transfer_cycles = 0;
    double blocked_cycles = 0;
    double starved_cycles = 0;
    double idle_cycles = 0;
};

// Operations held against a run that really is as predicted, each by its own time.
struct ComparedOperations {
    std::uint64_t compared = 0;
    std::uint64_t different = 0;
    std::string first = {};  // the earliest that is different; or empty
};

struct Prediction {
    std::vector<std::string> changes;  // as they were written
    double measured_cycles = 0;
    double predicted_cycles = 0;
    double low = 0;
    double high = 0;
    std::string engine;  // replay, summary, experiment, program
    PredictionLabel label = PredictionLabel::approximate;
    bool deadlock = false;
    std::vector<std::string> stuck;  // sentences: who waits for what
    std::vector<PredictedTime> blocks;
    std::vector<PredictedTime> states;     // of machines, and ways to wait that change
    std::vector<PredictedStream> streams;  // by replay only
    std::string bottleneck;                // the block that waits least
    double bottleneck_share = 0;           // of the time, that it works
    double amdahl_cycles = 0;          // as if all else stood still while what was changed works
    std::vector<std::string> remarks;  // sentences: what it assumes
    std::optional<ComparedOperations> against = {};
};

// A queue, and the least depth that does.
struct QueueSize {
    std::string path;
    std::uint64_t depth = 0;       // in the source; 0: not known
    std::uint64_t most_held = 0;   // of the depth, with the recorded queues
    std::uint64_t needed = 0;      // depth that keeps the throughput, with those of the others
    std::uint64_t width_bits = 0;  // of an entry; 0: not known
    std::string instance = {};     // that it is, or is in
    std::string parameter = {};    // of it, that says the depth in the source; empty: none is known
    std::uint64_t parameter_value = 0;  // that gives the depth needed
    // With all queues as recorded but this one half as deep, or twice; 0: a deadlock.
    double half_cycles = 0;
    double double_cycles = 0;
};

struct Sizing {
    double measured_cycles = 0;
    double predicted_cycles = 0;  // with the needed depths
    double loss = 0;              // that was allowed, as a share
    PredictionLabel label = PredictionLabel::approximate;
    std::vector<QueueSize> queues;
    std::vector<std::string> remarks;
};

// What a small change of one thing brings in all.
struct Sensitivity {
    std::string path;
    std::string what;    // work, depth
    std::string change;  // as predict takes it
    double saved_cycles = 0;
};

struct Sensitivities {
    double measured_cycles = 0;
    std::string engine;
    PredictionLabel label = PredictionLabel::approximate;
    std::vector<Sensitivity> list;  // what brings most first
};

}  // namespace tapestry
