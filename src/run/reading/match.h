// SPDX-License-Identifier: Apache-2.0
// Ties a reading to the design: the entry of this stage.
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
// Quality of a tap: `invalid` when a closed sum is open, when a row fits no state or bin of the
// map, when a number goes down from one record to the next, when the record of the end is missing
// although other taps have theirs, or when the tap is silent; else `lower_bound` when a counter
// saturated; else `exact`.
//
// Fails when a record belongs to no tap of the map, and when no tap at all has numbers to trust.
Result<Run> match(const TapMap& map, const Reading& reading, const RunFacts& facts,
                  Diagnostics& diagnostics);

}  // namespace tapestry
