// SPDX-License-Identifier: Apache-2.0
// Compares runs: what got faster or slower, by how much, and whether that exceeds the spread of
// repeated runs. A side is a group of repeated runs of the same design.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/comparison.h"
#include "show/store/run_view.h"

namespace tapestry {

struct ComparedSide {
    std::string name;
    std::vector<const RunView*> runs;  // at least one
};

// Compares each side with the first. With a and b the ranges of a number over the runs of two
// sides,
//   it differs  <=>  a and b do not touch, and |mean(b) - mean(a)| > max(width(a), width(b)).
// A single run has width 0, so that any difference counts. Fails if a file is damaged.
Result<Comparison> compare(const std::vector<ComparedSide>& sides, Diagnostics& diagnostics);

}  // namespace tapestry
