// SPDX-License-Identifier: Apache-2.0
// A C program compiled to hardware, independent of the compiler: its functions, the threads that
// run them, and the purpose of each state of a thread. It is stored as a fact of the run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/run_facts.h"

namespace tapestry {

// What a thread does in a state.
enum class ProgramTime {
    idle,
    work,     // computes the line, including its memory accesses
    lock,     // waits for a lock that another thread holds
    turn,     // waits for its turn at the shared datapath
    meeting,  // waits for other threads: a barrier, a stream
    memory,   // work that waits for an answer of a memory, or for its port
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
    std::vector<ProgramState> states;  // in the order of the tap's states
    std::vector<std::string> ports;    // paths of the taps that count requests to memory
};

struct ProgramParts {
    bool all_at_once = false;  // concurrent processes; else the functions run one after the other
    std::vector<ProgramFunction> functions;
};

void keep_program(const ProgramParts& parts, RunFacts& facts);
// Nothing if the run is not one of such a program.
std::optional<ProgramParts> kept_program(const RunFacts& facts);

}  // namespace tapestry
