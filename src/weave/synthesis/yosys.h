// SPDX-License-Identifier: Apache-2.0
// The interface to Yosys: commands that read a design, and running a script.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/source_set.h"

namespace tapestry {

// Commands that read the sources and elaborate `top`.
Result<std::string> read_commands(const SourceSet& sources, const std::string& top,
                                  Diagnostics& diagnostics);

// Runs the script in `folder` (which exists); returns the log.
Result<std::string> run_yosys(const std::string& script, const std::filesystem::path& folder,
                              const std::string& name, Diagnostics& diagnostics);

}  // namespace tapestry
