// SPDX-License-Identifier: Apache-2.0
// Finds where a design stands in the scopes of a waveform: below a testbench of any shape, once or
// several times.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/tap_map.h"
#include "run/import/design_names.h"
#include "run/import/wave_names.h"

namespace tapestry {

// The scopes that fit best: first by how many taps find all their scopes and names there, then by
// how many names of the top's own module stand in it, then the deeper of two that contain each
// other (a wrapper may have the design's names). Equal ones are instances of the design, ordered by
// path. None when no scope fits a single tap.
std::vector<ScopeId> find_design(const TapMap& map, const DesignNames& design,
                                 const WaveNames& names);

// The same, or the one scope that the user names with `at`. Reports when there is none.
Result<std::vector<ScopeId>> design_places(const TapMap& map, const DesignNames& design,
                                           const WaveNames& names, const std::string& at,
                                           Diagnostics& diagnostics);

// The scope of that path; the root for no name. Reports when there is none.
Result<ScopeId> named_scope(const WaveNames& names, const std::string& at,
                            Diagnostics& diagnostics);

}  // namespace tapestry
