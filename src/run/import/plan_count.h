// SPDX-License-Identifier: Apache-2.0
// Ties the taps of a map to the signals of a waveform, for each place where the design stands.
#pragma once

#include "base/diagnostics.h"
#include "model/tap_map.h"
#include "run/import/count.h"
#include "run/import/design_names.h"
#include "run/import/wave_names.h"

namespace tapestry {

// Taps that cannot be tied are reported and left out.
CountPlan plan_count(const TapMap& map, const DesignNames& design, const WaveNames& names,
                     const std::vector<ScopeId>& places, Diagnostics& diagnostics);

}  // namespace tapestry
