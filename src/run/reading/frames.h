// SPDX-License-Identifier: Apache-2.0
// Records are cumulative; the numbers of a frame are the difference of two consecutive records.
#pragma once

#include <vector>

#include "model/reading.h"
#include "model/run.h"

namespace tapestry {

// Fills the frames of `tap`; false if some number decreases. A single record makes no frame,
// because it would only repeat the totals. The growth of a state's cycles is named `state.NAME`,
// that of a number by its word.
bool add_frames(TapNumbers& tap, const std::vector<const ReadingRecord*>& records);

}  // namespace tapestry
