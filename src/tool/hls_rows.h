// SPDX-License-Identifier: Apache-2.0
// What the taps of a program's hardware are called in the words of the program, for exports:
// threads of functions, lines and loops, ports of arrays, streams.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "model/run.h"

namespace tapestry {

// The fact of the run that holds them; src/export/program_names.h says how they are written.
inline constexpr const char* kProgramNames = "program_names";

// `facts` is hls.json.
std::string program_names_of(const nlohmann::json& facts, const Run& run);

}  // namespace tapestry
