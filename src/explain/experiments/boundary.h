// SPDX-License-Identifier: Apache-2.0
// What crosses the edge of a module: handshakes, calls, pulses, and ports that nothing announces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explain/experiments/bus_gates.h"
#include "explain/experiments/unread_outputs.h"
#include "model/finding.h"
#include "model/step_plan.h"

namespace tapestry {

// Adds what crosses the edge of one elaborated module to its site: fires, levels and watches.
// Its clocks are known already.
void add_boundary(const Design& design, ModuleId module, const Findings& findings,
                  UnreadOutputs& unread, BusGates& gates, StepSite& site);

// Adds the outputs of the design's top that belong to no handshake.
void add_shows(const Design& design, ModuleId module, StepSite& site);

// The most one-bit ports whose resting value is kept apart; a module with more is refused.
inline constexpr std::size_t kMostLevels = 64;

}  // namespace tapestry
