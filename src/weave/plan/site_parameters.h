// SPDX-License-Identifier: Apache-2.0
// The parameters of a woven tap: one text serves all parameterisations of its module.
#pragma once

#include <vector>

#include "model/tap_plan.h"
#include "weave/plan/spot.h"

namespace tapestry {

// Makes each parameter large enough for all places.
void fill_parameters(TapSite& site, const std::vector<Spot>& places);

}  // namespace tapestry
