// SPDX-License-Identifier: Apache-2.0
// When a queue was full, and when empty: it said so, or its occupancy shows it. A queue whose
// `full` is tied to 0, or is 0 while a pop makes room, is full all the same. The view `queues` says
// the same in SQL; a test keeps them equal.
#pragma once

#include "model/run.h"

namespace tapestry {

std::uint64_t full_cycles(const TapNumbers& queue);
std::uint64_t empty_cycles(const TapNumbers& queue);
// The same as fractions of the cycles observed.
double full_share(const TapNumbers& queue);
double empty_share(const TapNumbers& queue);

}  // namespace tapestry
