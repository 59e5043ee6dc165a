// SPDX-License-Identifier: Apache-2.0
// Reading and writing whole files. A written file appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

Result<std::string> read_file(const std::filesystem::path& path, Diagnostics& diagnostics);

// Writes to a temporary file in the same folder, then renames it, so that a full disk leaves no
// incomplete `path`.
Result<Done> write_file(const std::filesystem::path& path, std::string_view text,
                        Diagnostics& diagnostics);

// Absolute and without "." and "..".
std::string absolute_path(const std::filesystem::path& path);

Result<Done> make_folder(const std::filesystem::path& path, Diagnostics& diagnostics);

}  // namespace tapestry
