// SPDX-License-Identifier: Apache-2.0
// The frames of a run file's taps.
#pragma once

#include "show/store/run_rows.h"

namespace tapestry {

// Fills the frames of the taps that were read.
void read_frames(RunRows& rows);
// A number of a frame that no column has room for.
void set_growth(TapNumbers& tap, std::size_t frame, std::int64_t position, std::uint64_t value);

}  // namespace tapestry
