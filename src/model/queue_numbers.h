// SPDX-License-Identifier: Apache-2.0
// When a queue was full or empty: according to its flags or its occupancy. A queue whose `full` is
// tied to 0, or is 0 during a simultaneous pop, still counts as full. The view `queues` has the
// same definition in SQL; a test keeps them equal.
#pragma once

#include "model/run.h"

namespace tapestry {

std::uint64_t full_cycles(const TapNumbers& queue);
std::uint64_t empty_cycles(const TapNumbers& queue);
// The same as shares of the observed cycles.
double full_share(const TapNumbers& queue);
double empty_share(const TapNumbers& queue);

}  // namespace tapestry
