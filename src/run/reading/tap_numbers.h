// SPDX-License-Identifier: Apache-2.0
// From the records of one tap to its numbers: the last record holds the totals, its closed sums are
// verified, and consecutive records become frames.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "model/reading.h"
#include "model/run.h"

namespace tapestry {

// `records` are all of one tap, in the order of the reading; an empty list makes a silent tap.
TapNumbers tap_numbers(const Tap& tap, const std::vector<const ReadingRecord*>& records,
                       Diagnostics& diagnostics);

}  // namespace tapestry
