// SPDX-License-Identifier: Apache-2.0
// Blocks that no tap looks at: instances that hold registers of their own, and are neither measured
// nor an end of anything that is. What waits for them, or lets others wait, stays unknown.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/tap_map.h"
#include "weave/plan/spot.h"

namespace tapestry {

// The instances that hold a register, themselves or somewhere below.
std::set<std::string> holding_blocks(const Hierarchy& hierarchy);

// The wires to and from such blocks, as edges without a channel, each pair of blocks once. Those
// from the outside, which has no name, also to blocks of which only streams are seen; clocks,
// resets and what taps look at are none of them.
std::vector<GraphEdge> unseen_edges(const Hierarchy& hierarchy, const Findings& findings,
                                    const std::vector<Spot>& spots, const TapMap& map);

}  // namespace tapestry
