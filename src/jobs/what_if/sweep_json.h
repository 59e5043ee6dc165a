// SPDX-License-Identifier: Apache-2.0
// The points of a sweep for machines, and for the page.
#pragma once

#include "explain/prediction/sweep.h"

namespace tapestry {

// Of the prediction, against the simulation; nothing where there is none.
std::optional<double> error_of(const SweepPoint& point);

std::string sweep_json(const std::vector<SweepPoint>& points, std::uint64_t measured_cycles);

}  // namespace tapestry
