// SPDX-License-Identifier: Apache-2.0
// Predictions: how a run would change. Made by `predict`, shown by `report`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// exact: a replay that reproduces the recorded time of every operation and models the change
// completely. approximate: a model is involved. refused: nothing measured supports the change.
// tried: an experiment made it.
enum class PredictionLabel { exact, approximate, refused, tried };

std::string_view to_word(PredictionLabel label);

// Cycles of a block, or of one of its states, as measured and as predicted.
struct PredictedTime {
    std::string path;
    std::string state;          // empty: the whole block
    std::string category = {};  // of a state of a machine
    double measured_cycles = 0;
    double predicted_cycles = 0;
    double measured_wait = 0;  // cycles in which a block waits for others
    double predicted_wait = 0;
};

// Predicted bins of a stream, in cycles of its own clock.
struct PredictedStream {
    std::string path;
    double transfer_cycles = 0;
    double blocked_cycles = 0;
    double starved_cycles = 0;
    double idle_cycles = 0;
};

// Predicted operations compared by time with a run that was really changed.
struct ComparedOperations {
    std::uint64_t compared = 0;
    std::uint64_t different = 0;
    std::string first = {};  // the earliest that differs, or empty
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
    std::vector<PredictedTime> states;     // of machines, and changed kinds of waits
    std::vector<PredictedStream> streams;  // by replay only
    std::string bottleneck;                // the block that waits least
    double bottleneck_share = 0;           // share of the time in which it works
    // Amdahl's law: as if everything else stood still while the changed part works
    double amdahl_cycles = 0;
    std::vector<std::string> remarks;  // sentences: assumptions
    std::optional<ComparedOperations> against = {};
};

// A queue and its smallest sufficient depth.
struct QueueSize {
    std::string path;
    std::uint64_t depth = 0;      // in the source; 0: unknown
    std::uint64_t most_held = 0;  // maximum occupancy with the recorded depths
    // depth that keeps the throughput, given the needed depths of the others
    std::uint64_t needed = 0;
    std::uint64_t width_bits = 0;       // of an entry; 0: unknown
    std::string instance = {};          // the queue's instance, or the one that contains it
    std::string parameter = {};         // its parameter for the depth in the source; empty: unknown
    std::uint64_t parameter_value = 0;  // the value that gives the needed depth
    // Parameters of other instances, PATH.PARAMETER, that get the same value.
    std::vector<std::string> tied = {};
    std::string text = {};  // queues with the same one are made by one line, and equally deep
    // The run with this queue half or twice as deep and all others as recorded; 0: a deadlock.
    double half_cycles = 0;
    double double_cycles = 0;
};

struct Sizing {
    double measured_cycles = 0;
    double predicted_cycles = 0;                  // with the needed depths
    double loss = 0;                              // allowed loss, as a share
    std::optional<double> simulated_cycles = {};  // of a real run with the needed depths
    PredictionLabel label = PredictionLabel::approximate;
    std::vector<QueueSize> queues;
    std::vector<std::string> remarks;
};

// The effect of a small change of one thing on the whole run.
struct Sensitivity {
    std::string path;
    std::string what;    // work, depth
    std::string change;  // in the syntax of predict
    double saved_cycles = 0;
};

struct Sensitivities {
    double measured_cycles = 0;
    std::string engine;
    PredictionLabel label = PredictionLabel::approximate;
    std::vector<Sensitivity> list;  // largest effect first
};

struct WhatIfAnswer {
    std::string change;   // in the syntax of predict
    std::string why_not;  // why it is refused; empty: it is answered
    Prediction prediction;
};

// Answers to the likeliest questions about a run, one change each.
struct WhatIfTable {
    Sensitivities sensitivities;
    std::vector<WhatIfAnswer> answers;
};

}  // namespace tapestry
