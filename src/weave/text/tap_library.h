// SPDX-License-Identifier: Apache-2.0
// The tap library (taps/), carried inside the program so that it needs no installed files.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

struct TapLibraryFile {
    std::string name;  // sim/tapestry_sim.sv
    std::string text;
};

const std::vector<TapLibraryFile>& tap_library();

}  // namespace tapestry
