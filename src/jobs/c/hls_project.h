// SPDX-License-Identifier: Apache-2.0
// Hardware made from C as a project that can be measured: what tapestry-hls left in its folder, the
// program as its testbench, and taps that speak of lines, threads and ports.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/project.h"

namespace tapestry {

// hls.json of the folder: all that the compiler knows.
Result<nlohmann::json> read_hls_facts(const std::filesystem::path& made, Diagnostics& diagnostics);

// `hosts`: how many objects of the program there are, host0.o and so on.
Project hls_project(const std::filesystem::path& made, const nlohmann::json& facts,
                    std::size_t hosts);

}  // namespace tapestry
