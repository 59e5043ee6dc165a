// SPDX-License-Identifier: Apache-2.0
// Reads tapestry.toml.
#pragma once

#include <filesystem>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/project.h"

namespace tapestry {

// Paths in the file are relative to its folder.
Result<Project> project_from_text(const std::string& text, const std::filesystem::path& path,
                                  Diagnostics& diagnostics);
Result<Project> read_project_file(const std::filesystem::path& path, Diagnostics& diagnostics);

}  // namespace tapestry
