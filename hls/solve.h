// SPDX-License-Identifier: Apache-2.0
// Solves scheduling problems: list scheduling for straight-line code, iterative modulo scheduling
// for loops (Rau 1994). Operations are placed by height; conflicting ones are evicted and placed
// again.
#pragma once

#include <algorithm>
#include <optional>

#include "hls/problem.h"

namespace tapestry::hls {

// Lower bounds of a loop's initiation interval.
struct Bounds {
    unsigned resource = 1;  // from the busiest resource
    int resource_index = -1;
    unsigned recurrence = 1;           // from the longest dependence cycle
    std::vector<int> recurrence_path;  // operations on that cycle; empty: none
    unsigned exit = 1;                 // cycles until it is known whether another iteration starts
    unsigned asked = 1;                // from the program
    unsigned interval() const { return std::max({resource, recurrence, exit, asked}); }
};

Bounds bounds_of(const Problem& problem);

// Straight-line code always has a schedule. A loop has none if no interval below `most` is
// feasible.
std::optional<Schedule> solve(const Problem& problem, unsigned most = 256);

}  // namespace tapestry::hls
