// SPDX-License-Identifier: Apache-2.0
// The effect of a change, in words.
#pragma once

#include <string>
#include <vector>

#include "model/comparison.h"

namespace tapestry {

// "1.45 times as fast: 45,854 -> 31,594 cycles. Most of it: WAIT_ROOT of top.u_norm.state, -14,260
// cycles. The bottleneck moved from top.u_root to top.u_norm." `differences` are sorted as in
// SideComparison; a limiter is the bottleneck of a side, empty if unknown.
std::string answer_of(const std::vector<Difference>& differences, const std::string& limiter_before,
                      const std::string& limiter_after);

}  // namespace tapestry
