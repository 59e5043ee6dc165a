// SPDX-License-Identifier: Apache-2.0
// The order in which a ring passes the taps of the design.
#pragma once

#include <string>
#include <vector>

#include "weave/ring/ring_modules.h"

namespace tapestry {

struct RingTap {
    std::string instance;  // hierarchical name
    std::size_t site = 0;  // index in TapPlan::sites
};

// The taps on a thread of the top, from the hub's output on.
std::vector<RingTap> taps_of(const RingModules& modules, const Thread& thread);

}  // namespace tapestry
