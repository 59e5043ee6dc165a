// SPDX-License-Identifier: Apache-2.0
// Scheduling as a problem, separate from its solvers: the problem is data, check() validates it,
// any solver may answer it, and verify() judges the answer without sharing code with a solver.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tapestry::hls {

struct Operation {
    unsigned latency = 0;  // cycles from its start to its result; 0: combinational
    double delay_ns =
        0;  // combinational: input to output; else: what its inputs need before the edge
    double ready_ns = 0;  // latency > 0: delay of its result in the cycle in which it arrives
    int resource = -1;    // occupied in the cycle in which it starts
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
    // Pairs, the smaller index first, of which at most one takes effect in an iteration: both may
    // use a resource in the same cycle of it.
    std::set<std::pair<int, int>> exclusive;
    double clock_ns = 10;
    bool is_loop = false;  // iterations overlap: find an initiation interval
    unsigned least_interval = 1;
    int exit = -1;  // loop: the operation that decides whether another iteration starts

    bool are_exclusive(int a, int b) const {
        return exclusive.contains(a < b ? std::pair(a, b) : std::pair(b, a));
    }
};

struct Schedule {
    std::vector<unsigned> cycle;   // start of each operation
    std::vector<double> start_ns;  // within that cycle, when its inputs have settled
    unsigned length = 1;           // cycles of one iteration
    unsigned interval = 0;         // initiation interval; 0: not a loop
};

// Both return a description of the first fault; empty: there is none.
std::string check(const Problem& problem);
std::string verify(const Problem& problem, const Schedule& schedule);

}  // namespace tapestry::hls
