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
//
// N threads in place of n share the work, and what they have in common: the ports of memory, each
// of which takes a request in a cycle. A port is busy for
//
//   busy  = requests of the busiest port; of all ports together if the memory behind them is shared
//   least = max over t of (own(t) - its waits for memory) * n / N
//   most  = max over t of own(t) * n / N
//
// If least is well below busy, the port is what takes the time, and it takes busy. If busy is well
// below least, and least and most are about the same, threads are what takes the time. Between
// these it is not known how long threads wait for each other, nor is it where they share datapaths
// or where a critical section could be in the way: such a change is refused.
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
    // The saving of 1% less work in each function, process, line and loop.
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
        double memory = 0;  // the part of own that waits for memory
        double waits() const { return lock + turn + meets; }
    };
    // The description of a place: "loop gemm.c:14 in matmul".
    using Labels = std::map<std::string, std::string>;
    using Scaled = std::vector<std::map<std::string, double>>;  // own, of each thread
    // What the changes make of the program.
    struct Changed {
        Scaled own;
        double clock = 1;
        std::map<std::size_t, double> takes;  // by group: cycles, where something shared decides
    };
    struct Saving {
        double expected = 0, least = 0, most = 0;
    };

    void add(const ProgramFunction& function, const Run& run, std::size_t group);
    Result<Done> apply(const Change& change, Changed& changed, Diagnostics& diagnostics) const;
    // Why N threads cannot be predicted, and what to do; empty: they can.
    struct Doubt {
        std::string why, hint;
    };
    Doubt share_work(const std::string& function, double count, Changed& changed) const;
    // The work of all threads of a group, or the part of it under a lock, after over before.
    double ratio_of(std::size_t group, const Scaled& own, bool of_held) const;
    Saving saving_of(std::size_t group, const Changed& changed) const;
    void note_times(const Scaled& own, const std::vector<Saving>& savings, Prediction& p) const;

    double cycles_ = 0;
    std::size_t groups_ = 0;
    std::map<std::string, double> busy_;  // by function
    std::vector<Thread> threads_;
    Labels labels_;
    std::vector<std::string> places_;  // in the order of the program
};

}  // namespace tapestry
