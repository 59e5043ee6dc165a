// SPDX-License-Identifier: Apache-2.0
// The limits of a record on the ring: the number of words must fit the fields of a packet, and
// settings must fit a counter.
#pragma once

#include "base/diagnostics.h"
#include "model/tap_map.h"

namespace tapestry {

// Reports every tap that is too large for the link; false if there is one.
bool fits_the_ring(const TapMap& map, Diagnostics& diagnostics);

}  // namespace tapestry
