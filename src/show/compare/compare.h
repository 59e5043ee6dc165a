// SPDX-License-Identifier: Apache-2.0
// Compares runs: what got faster or slower, by how much, and whether that exceeds the spread of
// repeated runs. A side is a group of repeated runs of the same design.
#pragma once

#include <string>
#include <vector>

#include "model/comparison.h"
#include "show/compare/run_numbers.h"

namespace tapestry {

struct ComparedSide {
    std::string name;
    std::vector<RunNumbers> runs;  // at least one
};

// Compares each side with the first. With a and b the ranges of a number over the runs of two
// sides,
//   it differs  <=>  a and b do not touch, and |mean(b) - mean(a)| > max(width(a), width(b)).
// A single run has width 0, so that any difference counts.
Comparison compare(const std::vector<ComparedSide>& sides);

}  // namespace tapestry
