// SPDX-License-Identifier: Apache-2.0
// What the names of signals alone suggest: streams, queues, calls and state registers, each with
// the clock and the reset that stand nearest. All of it is a guess; the numbers are `estimated`.
#pragma once

#include <string>
#include <vector>

#include "model/tap_map.h"
#include "run/import/wave_names.h"

namespace tapestry {

struct NameFindings {
    TapMap map;
    ScopeId place = kRootScope;        // of the map's top
    std::vector<std::int32_t> tables;  // by tap: names of its states, or kNoTable
};

// Below the scope `at`, or everywhere. A net that has names at several levels is taken once, at the
// highest. State registers have no states yet: those come with the values.
NameFindings findings_by_name(const WaveNames& names, ScopeId at);

}  // namespace tapestry
