// SPDX-License-Identifier: Apache-2.0
// Distributes taps that exceed a budget over several passes that fit it.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/result.h"

namespace tapestry {

// Whether sites, by their indices, fit a budget together.
using FitsTogether = std::function<Result<bool>(const std::vector<std::size_t>& sites)>;

// `sites` is ordered by usefulness, the least useful first. Each pass fits; the first has the most
// useful sites. Unless `all`, there is one pass. Sites that fit into no pass are dropped.
struct Passes {
    std::vector<std::vector<std::size_t>> passes;
    std::vector<std::size_t> dropped;
};
Result<Passes> into_passes(std::vector<std::size_t> sites, bool all, const FitsTogether& fits);

}  // namespace tapestry
