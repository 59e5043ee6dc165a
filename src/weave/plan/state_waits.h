// SPDX-License-Identifier: Apache-2.0
// Which channel, call or port each signal that a state waits for belongs to.
#pragma once

#include <vector>

#include "model/tap_map.h"
#include "weave/plan/spot.h"

namespace tapestry {

// Fills the states of the map, once all its taps are known; `spots` has the finding of each tap.
void add_state_waits(const Design& design, const Hierarchy& hierarchy,
                     const std::vector<Spot>& spots, const Findings& findings, TapMap& map);

}  // namespace tapestry
