// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// Words that link a simulation of GHDL with simulation/quick_writing.c, compiled in `folder`; none
// where there is no C compiler. The waveform has the same bytes, unless the pipe that it goes into
// has a name that ends in `.runs` (waveform/ghw_reader.h). GHDL writes it byte by byte and locks
// the file for each, which costs more than the simulation of a small design.
std::vector<std::string> quick_writing(const std::filesystem::path& folder,
                                       std::string_view ghdl_version);

}  // namespace tapestry
