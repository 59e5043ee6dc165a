// SPDX-License-Identifier: Apache-2.0
// A program in C that became hardware, as those see it who do not know its compiler: functions, the
// threads that run them, and what each state of a thread is for. The run keeps it as a fact.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/run_facts.h"

namespace tapestry {

// What a thread does in a state.
enum class ProgramTime {
    idle,
    work,     // on the line, with what it waits for memory there
    lock,     // waits for one that others hold
    turn,     // waits for its turn at the datapath
    meeting,  // waits for others to come: a barrier, a stream
};

struct ProgramState {
    std::string place;  // "gemm.c:14"; empty: no line
    bool is_loop = false;
    ProgramTime time = ProgramTime::idle;
    bool is_locked = false;  // it holds a lock
};

struct ProgramThread {
    std::string path;  // of the tap that counts its states
    std::string name;  // "matmul (gemm.c:6) thread 3"
};

struct ProgramFunction {
    std::string name;
    std::vector<ProgramThread> threads;
    std::vector<ProgramState> states;  // as of the taps
};

struct ProgramParts {
    bool all_at_once = false;  // processes; else one function runs after the other
    std::vector<ProgramFunction> functions;
};

void keep_program(const ProgramParts& parts, RunFacts& facts);
// Nothing where the run is not of such a program.
std::optional<ProgramParts> kept_program(const RunFacts& facts);

}  // namespace tapestry
