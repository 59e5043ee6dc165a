// SPDX-License-Identifier: Apache-2.0
// A run whose bottleneck moves, cut where it does.
#pragma once

#include <vector>

#include "explain/network/period.h"

namespace tapestry {

// Frames that belong together.
struct Stretch {
    std::size_t first = 0;
    std::size_t behind = 0;
    std::size_t top = 0;  // the worst suspect of its frames
};

// Stretches of frames with the same worst suspect, given that of each frame. Those that are too
// short to be told apart from chance go to the longer neighbour, the shortest first. One stretch
// when it does not move, or all the time.
std::vector<Stretch> phases_of(const std::vector<std::size_t>& tops, const Periods& periods);

}  // namespace tapestry
