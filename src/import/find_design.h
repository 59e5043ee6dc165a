// SPDX-License-Identifier: Apache-2.0
// Finds where a design stands in the scopes of a waveform: below a testbench of any shape, once or
// several times.
#pragma once

#include <string>
#include <vector>

#include "import/design_names.h"
#include "import/wave_names.h"
#include "model/tap_map.h"

namespace tapestry {

// The scopes that fit best: first by how many taps find all their scopes and names there, then by
// how many names of the top's own module stand in it, then the deeper of two that contain each
// other (a wrapper may have the design's names). Equal ones are instances of the design, ordered by
// path. None when no scope fits a single tap.
std::vector<ScopeId> find_design(const TapMap& map, const DesignNames& design,
                                 const WaveNames& names);

}  // namespace tapestry
