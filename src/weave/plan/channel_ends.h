// SPDX-License-Identifier: Apache-2.0
// The producer and the consumer of a channel.
#pragma once

#include <vector>

#include "model/tap_map.h"
#include "weave/plan/spot.h"

namespace tapestry {

// Fills the ends of a stream or queue; other taps have none.
void add_ends(const Design& design, const Hierarchy& hierarchy, const Spot& spot, Tap& tap);

// The graph formed by the ends of all taps.
std::vector<GraphEdge> edges_of(const TapMap& map);

}  // namespace tapestry
