// SPDX-License-Identifier: Apache-2.0
// Sets runs side by side: what got faster, what slower, by how much, and whether that is more than
// runs differ by themselves.
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

// Each side against the first. With a and b the ranges of a number over the runs of two sides,
//   it differs  <=>  a and b do not touch, and |mean(b) - mean(a)| > max(width(a), width(b)).
// Single runs have width 0, so that any difference counts. Fails when a file is damaged.
Result<Comparison> compare(const std::vector<ComparedSide>& sides, Diagnostics& diagnostics);

}  // namespace tapestry
