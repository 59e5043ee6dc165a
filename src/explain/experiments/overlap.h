// SPDX-License-Identifier: Apache-2.0
// Blocks that hold several beats at once: while one crosses the edge of the block, which keeps a
// further clock edge from it, the others inside would have gone on.
#pragma once

#include <string>

#include "explain/experiments/step_report.h"
#include "model/step_plan.h"

namespace tapestry {

// Whether beats entered and others left while earlier ones were still inside. A batch
// that is taken whole, worked on and given away does not do that. `reset_edges`: so many first
// edges are in reset, in which a side that is ready takes nothing.
bool holds_several(const StepSite& site, const std::string& path, const StepReport& step,
                   std::uint64_t reset_edges);

// Whether beats are seen on one of its sides only, and come so soon after each other there that it
// may hold several.
bool may_hold_several(const StepSite& site, const std::string& path, const StepReport& step);

// What a step with so many edges for each one of the clock may have saved beyond `saving`: as much
// for each further edge that it did not get, up to its last beat, as for each that it got.
double kept_saving(const StepReport& step, unsigned factor, double saving);

}  // namespace tapestry
