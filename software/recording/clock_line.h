// SPDX-License-Identifier: Apache-2.0
// Fits a device's clock to the host's from round trips over the link. Each round trip bounds the
// host time at which the device's counter had a value. A clock of constant rate is a straight line
// through all these bounds; the set of all such lines bounds offset and drift.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "model/clock_steps.h"

namespace tapestry {

// The counter had the value `edges` at some time in [low_ns, high_ns].
struct ClockSight {
    std::uint64_t edges = 0;
    double low_ns = 0;
    double high_ns = 0;
};

struct ClockLine {
    double ns_an_edge = 0;         // of an uneven clock, while it runs
    double at_zero_ns = 0;         // time of edge 0
    double uncertainty_ns = 0;     // at every edge from 0 to the last one
    bool is_even = true;           // a straight line passes through all sights
    std::vector<ClockStep> steps;  // of an uneven clock
};

// Known bounds of a clock's period, in nanoseconds per edge.
struct RateBounds {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};

// Fits the line from edge 0 to `last_edge`. A clock of varying rate, such as a simulation's, gets
// straight pieces from sight to sight, and the time in which it did not count is not counted for
// its rate. Between two sights it may have stopped anywhere, so it is as uncertain there as it
// could have been faster. False: the rate is unknown.
bool fit_clock(const std::vector<ClockSight>& sights, std::uint64_t last_edge, ClockLine& line,
               const RateBounds& rates = {});

}  // namespace tapestry
