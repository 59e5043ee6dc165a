// SPDX-License-Identifier: Apache-2.0
// Ties the taps of a map to the signals of a waveform, for each place where the design stands.
#pragma once

#include "base/diagnostics.h"
#include "import/count.h"
#include "import/design_names.h"
#include "import/wave_names.h"
#include "model/tap_map.h"

namespace tapestry {

// Taps that cannot be tied are reported and left out.
CountPlan plan_count(const TapMap& map, const DesignNames& design, const WaveNames& names,
                     const std::vector<ScopeId>& places, Diagnostics& diagnostics);

}  // namespace tapestry
