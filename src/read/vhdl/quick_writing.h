// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// Linker arguments that add simulation/quick_writing.c, compiled in `folder`, to a GHDL simulation;
// none without a C compiler. GHDL writes a waveform byte by byte and locks the file for each, which
// costs more than simulating a small design. The bytes stay the same, unless the name of the output
// pipe ends in `.runs` (waveform/ghw_reader.h).
std::vector<std::string> quick_writing(const std::filesystem::path& folder,
                                       std::string_view ghdl_version);

}  // namespace tapestry
