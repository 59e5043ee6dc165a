// SPDX-License-Identifier: Apache-2.0
// Matches a reading with the design: the entry of this stage.
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/reading.h"
#include "model/run.h"
#include "model/run_facts.h"
#include "model/tap_map.h"

namespace tapestry {

// Every tap of the map becomes a tap of the run, once for each instance of the design that the
// testbench holds; with several, the top's name in all paths is replaced by that of the instance.
//
// Quality of a tap: `invalid` if a closed sum is open, a row fits no state or bin of the map, a
// number decreases from one record to the next, its record of the end is missing although other
// taps have theirs, or the tap is silent; else `lower_bound` if a counter saturated; else `exact`.
//
// Fails if a record belongs to no tap of the map, or if no tap at all has numbers to trust.
Result<Run> match(const TapMap& map, const Reading& reading, const RunFacts& facts,
                  Diagnostics& diagnostics);

}  // namespace tapestry
