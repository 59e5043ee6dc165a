// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace tapestry {

// An object to link a simulation of GHDL with, made in `folder`; empty where there is no C
// compiler. GHDL writes a waveform byte by byte and locks the file for each, which costs more than
// the simulation of a small design; a simulation has one thread and needs no lock.
std::filesystem::path quick_writing(const std::filesystem::path& folder);

}  // namespace tapestry
