// SPDX-License-Identifier: Apache-2.0
// Taps that do not fit a budget together, shared out to passes that do.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/result.h"

namespace tapestry {

// Whether sites, by their indices, fit a budget together.
using FitsTogether = std::function<Result<bool>(const std::vector<std::size_t>& sites)>;

// Sites in the order of usefulness, the least useful first, as passes of which each fits: the first
// holds the most useful ones. Unless `all`, there is one pass. What fits into none is dropped.
struct Passes {
    std::vector<std::vector<std::size_t>> passes;
    std::vector<std::size_t> dropped;
};
Result<Passes> into_passes(std::vector<std::size_t> sites, bool all, const FitsTogether& fits);

}  // namespace tapestry
