// SPDX-License-Identifier: Apache-2.0
// What the taps of a program's hardware are called in the words of the program, for exports and
// predictions: threads of functions, lines and loops, ports of arrays, streams.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "model/program_parts.h"
#include "model/run.h"

namespace tapestry {

// The fact of the run that holds them; src/show/export/program_names.h says how they are written.
inline constexpr const char* kProgramNames = "program_names";

// `facts` is hls.json.
std::string program_names_of(const nlohmann::json& facts, const Run& run);

// The same for predictions: which thread spends which cycles on which line.
ProgramParts program_parts_of(const nlohmann::json& facts, const Run& run);

}  // namespace tapestry
