// SPDX-License-Identifier: Apache-2.0
// What a change of a program in C brings, by its lines, loops, functions and threads, from the
// cycles that each thread spends on each line.
//
//   own(t)     cycles of thread t on its lines, with what it waits for memory there
//   held(t)    those of them in which it holds a lock
//   lock(t)    cycles in which it waits for a lock
//   turn(t)    cycles in which it waits for its turn at a datapath
//
// Threads that run at once take as long as the slowest of them. A change scales parts of own. Who
// waits for a lock waits for what others do while they hold it, who waits for a turn for all that
// they do, and who waits at a barrier or a stream does so for the slowest.
//
//   before = max over t of own(t) + lock(t) + turn(t)
//   after  = max over t of own'(t) + lock(t) * sum held' / sum held + turn(t) * sum own' / sum own
//
// The run gets shorter by before - after: at least 0, and at most by all that the threads save
// together, or down to the own time of one of them. Where nobody waits for another one, nothing is
// open, and these bounds are the answer itself. Functions that run one after the other add up.
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
    // Nothing where the run is not of a program in C.
    static std::optional<ProgramModel> of(const Run& run);

    // Fails with change_unknown or change_refused.
    Result<Prediction> predict(const std::vector<Change>& changes, Diagnostics& diagnostics) const;
    // What 1 % less work of each function, process, line and loop would save.
    Sensitivities sensitivities() const;

private:
    struct Thread {
        ProgramThread is;
        std::string function;
        std::size_t siblings = 0;           // threads of the function
        std::size_t group = 0;              // those that run at once
        std::map<std::string, double> own;  // by place
        std::map<std::string, double> held;
        double lock = 0, turn = 0, meets = 0;
        double waits() const { return lock + turn + meets; }
    };
    // What a place is said to be: "loop gemm.c:14 in matmul".
    using Labels = std::map<std::string, std::string>;
    using Scaled = std::vector<std::map<std::string, double>>;  // own, of each thread
    struct Saving {
        double expected = 0, least = 0, most = 0;
    };

    void add(const ProgramFunction& function, const Run& run, std::size_t group);
    bool apply(const Change& change, Scaled& own, double& clock, Diagnostics& diagnostics) const;
    // What the threads do together, all of it or what they hold a lock for, then by now.
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
