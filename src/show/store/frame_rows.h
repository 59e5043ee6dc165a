// SPDX-License-Identifier: Apache-2.0
// Reads the frames of taps from a run file.
#pragma once

#include "show/store/run_rows.h"

namespace tapestry {

// Fills in the frames of the taps in `rows.run`.
void read_frames(RunRows& rows);
// Sets a number of a frame that is too large for an SQLite integer.
void set_growth(TapNumbers& tap, std::size_t frame, std::int64_t position, std::uint64_t value);

}  // namespace tapestry
