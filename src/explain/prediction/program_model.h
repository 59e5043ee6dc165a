// SPDX-License-Identifier: Apache-2.0
// The effect of a change of a C program, by its lines, loops, functions and threads, from the
// cycles that each thread spends on each line.
//
//   own(t)     cycles of thread t on its lines, waits for memory included
//   held(t)    the part of own(t) in which it holds a lock
//   lock(t)    cycles in which it waits for a lock
//   turn(t)    cycles in which it waits for its turn at a datapath
//
// Threads that run in parallel take as long as the slowest of them. A change scales parts of own. A
// wait for a lock scales with the work of the others while they hold it, a wait for a turn with all
// of their work; a wait at a barrier or a stream is for the slowest thread.
//
//   before = max over t of own(t) + lock(t) + turn(t)
//   after  = max over t of own'(t) + lock(t) * sum held' / sum held + turn(t) * sum own' / sum own
//
// The run gets shorter by before - after: at least 0, and at most by all that the threads save
// together, or down to the own time of one of them. If no thread waits for another, these bounds
// coincide with the answer. Functions that run one after the other add up.
#pragma once

#include <map>
#include <optional>

#include "base/diagnostics.h"
#include "base/result.h"
#include "explain/prediction/change.h"
#include "model/prediction.h"
#include "model/program_parts.h"
#include "model/run.h"

namespace tapestry {

class ProgramModel {
public:
    // Nothing if the run is not of a C program.
    static std::optional<ProgramModel> of(const Run& run);

    // Fails with change_unknown or change_refused.
    Result<Prediction> predict(const std::vector<Change>& changes, Diagnostics& diagnostics) const;
    // The saving of 1 % less work in each function, process, line and loop.
    Sensitivities sensitivities() const;

private:
    struct Thread {
        ProgramThread is;
        std::string function;
        std::size_t siblings = 0;           // threads of the function
        std::size_t group = 0;              // threads of one group run in parallel
        std::map<std::string, double> own;  // by place
        std::map<std::string, double> held;
        double lock = 0, turn = 0, meets = 0;
        double waits() const { return lock + turn + meets; }
    };
    // The description of a place: "loop gemm.c:14 in matmul".
    using Labels = std::map<std::string, std::string>;
    using Scaled = std::vector<std::map<std::string, double>>;  // own, of each thread
    struct Saving {
        double expected = 0, least = 0, most = 0;
    };

    void add(const ProgramFunction& function, const Run& run, std::size_t group);
    bool apply(const Change& change, Scaled& own, double& clock, Diagnostics& diagnostics) const;
    // The work of all threads of a group, or the part of it under a lock, after over before.
    double ratio_of(std::size_t group, const Scaled& own, bool of_held) const;
    Saving saving_of(std::size_t group, const Scaled& own) const;
    void note_times(const Scaled& own, const std::vector<Saving>& savings, Prediction& p) const;

    double cycles_ = 0;
    std::size_t groups_ = 0;
    std::vector<Thread> threads_;
    Labels labels_;
    std::vector<std::string> places_;  // in the order of the program
};

}  // namespace tapestry
