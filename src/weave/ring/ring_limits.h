// SPDX-License-Identifier: Apache-2.0
// What a record on the ring has room for: counts of words that fit the fields of a packet, and
// settings that fit a counter.
#pragma once

#include "base/diagnostics.h"
#include "model/tap_map.h"

namespace tapestry {

// Reports every tap that is too large for the link; false when one is.
bool fits_the_ring(const TapMap& map, Diagnostics& diagnostics);

}  // namespace tapestry
