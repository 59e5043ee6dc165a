// SPDX-License-Identifier: Apache-2.0
// What stands beside a reading while its run is under way, for the terminal and for `report live`:
// how far the run is, and the numbers between two frames. The taps of Verilator write the same
// files by themselves (taps/sim/tapestry_sim.cpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "run/import/glimpse.h"

namespace tapestry {

// Edges of clock 0 so far; 0: not known.
std::uint64_t progress_of(const std::filesystem::path& reading);

// The text of what was told since the last frames. Read after the reading itself: it is removed
// before a frame is added there.
std::string glimpses_of(const std::filesystem::path& reading);

// Files of a run whose taps are counted here.
GlimpseOptions glimpses_beside(const std::filesystem::path& reading);

void remove_live_files(const std::filesystem::path& reading);

}  // namespace tapestry
