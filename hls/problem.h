// SPDX-License-Identifier: Apache-2.0
// Scheduling as a problem: what has to be scheduled is data, check() says whether it makes sense,
// any solver may answer it, and verify() judges the answer with no code of a solver.
#pragma once

#include <string>
#include <vector>

namespace tapestry::hls {

struct Operation {
    unsigned latency = 0;  // cycles from its start to its result; 0: combinational
    double delay_ns =
        0;  // combinational: input to output; else: what its inputs need before the edge
    double ready_ns = 0;  // latency > 0: when its result settles in the cycle it arrives
    int resource = -1;    // taken in the cycle it starts
};

// Data flows from `from` to `to`, `distance` iterations later.
struct Dependence {
    int from = 0;
    int to = 0;
    unsigned distance = 0;
};

// `after` starts at least `cycles` after the start of `before`, `distance` iterations earlier.
struct Precedence {
    int before = 0;
    int after = 0;
    unsigned distance = 0;
    unsigned cycles = 1;
};

struct Resource {
    std::string name;
    unsigned limit = 1;  // operations that may start in one cycle
};

struct Problem {
    std::vector<Operation> operations;
    std::vector<Dependence> dependences;
    std::vector<Precedence> precedences;
    std::vector<Resource> resources;
    double clock_ns = 10;
    bool is_loop = false;  // iterations overlap: find an initiation interval
    int exit = -1;         // a loop: the operation that says whether another iteration starts
};

struct Schedule {
    std::vector<unsigned> cycle;   // in which each operation starts
    std::vector<double> start_ns;  // when in the cycle its inputs are there
    unsigned length = 1;           // cycles of one iteration
    unsigned interval = 0;         // cycles from one iteration to the next; 0: no loop
};

// An empty text: fine. Else what is wrong, for a person.
std::string check(const Problem& problem);
std::string verify(const Problem& problem, const Schedule& schedule);

}  // namespace tapestry::hls
