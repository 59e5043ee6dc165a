// SPDX-License-Identifier: Apache-2.0
// The parameters of a woven tap: its text is one for all parameterisations of its module.
#pragma once

#include <vector>

#include "model/tap_plan.h"
#include "weave/plan/spot.h"

namespace tapestry {

// Makes each parameter large enough for every place of the text.
void fill_parameters(TapSite& site, const std::vector<Spot>& places);

}  // namespace tapestry
