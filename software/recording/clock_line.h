// SPDX-License-Identifier: Apache-2.0
// Where the clock of a device stands on that of the host, from round trips over its link: each
// tells between which two moments the device's counter stood at a number. A clock that runs evenly
// is a straight line through all of them; all such lines together bound its offset and its drift.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace tapestry {

// The counter stood at `edges` some time between `low_ns` and `high_ns`.
struct ClockSight {
    std::uint64_t edges = 0;
    double low_ns = 0;
    double high_ns = 0;
};

struct ClockLine {
    double ns_an_edge = 0;
    double at_zero_ns = 0;      // of edge 0
    double uncertainty_ns = 0;  // at every edge from 0 to the last one
    bool is_even = true;        // a straight line goes through all sights
};

// What is known of a clock beforehand: nanoseconds an edge, at least and at most.
struct RateBounds {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};

// From edge 0 to `last_edge`. A clock that does not run evenly, as that of a simulation, gets the
// line through its ends, and is as uncertain as its sights are off. False when nothing tells the
// rate.
bool fit_clock(const std::vector<ClockSight>& sights, std::uint64_t last_edge, ClockLine& line,
               const RateBounds& rates = {});

}  // namespace tapestry
