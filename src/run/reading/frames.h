// SPDX-License-Identifier: Apache-2.0
// Records are cumulative; what happened in a frame is the difference of two consecutive ones.
#pragma once

#include <vector>

#include "model/reading.h"
#include "model/run.h"

namespace tapestry {

// Fills the frames of `tap` and says whether the numbers never go down. A single record makes no
// frame, for it would say nothing that the totals do not. The growth of a state's cycles is named
// `state.NAME`, that of a number by its word.
bool add_frames(TapNumbers& tap, const std::vector<const ReadingRecord*>& records);

}  // namespace tapestry
