// SPDX-License-Identifier: Apache-2.0
// Answers a scheduling problem: list scheduling for straight code, iterative modulo scheduling for
// loops (Rau 1994): operations are placed by height, and what stands in the way is placed again.
#pragma once

#include <algorithm>
#include <optional>

#include "hls/problem.h"

namespace tapestry::hls {

// What keeps the initiation interval of a loop from being smaller.
struct Bounds {
    unsigned resource = 1;  // busiest resource
    int resource_index = -1;
    unsigned recurrence = 1;           // longest cycle of dependences
    std::vector<int> recurrence_path;  // operations on it; empty: none
    unsigned exit = 1;                 // cycles until it is known whether another iteration starts
    unsigned interval() const { return std::max({resource, recurrence, exit}); }
};

Bounds bounds_of(const Problem& problem);

// Straight code always gets a schedule. A loop gets none when no interval below `most` is found.
std::optional<Schedule> solve(const Problem& problem, unsigned most = 256);

}  // namespace tapestry::hls
