// SPDX-License-Identifier: Apache-2.0
// Blocks without a tap: instances with registers of their own that are neither measured nor an end
// of a measured channel. Waits for them, or caused by them, stay unknown.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/tap_map.h"
#include "weave/plan/spot.h"

namespace tapestry {

// The instances with a register in them or below.
std::set<std::string> holding_blocks(const Hierarchy& hierarchy);

// The wires to and from such blocks, as edges without a channel, one for each pair of blocks. Wires
// from the outside, which has no name, and from blocks with a tap also lead to blocks of which only
// streams are measured.
// Clocks, resets and tapped nets are excluded.
std::vector<GraphEdge> unseen_edges(const Hierarchy& hierarchy, const Findings& findings,
                                    const std::vector<Spot>& spots, const TapMap& map);

}  // namespace tapestry
