// SPDX-License-Identifier: Apache-2.0
// Stores a run and its analysis as one SQLite file, NAME.tapdb.
#pragma once

#include <filesystem>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/analysis.h"
#include "model/run.h"

namespace tapestry {

// Writes to a temporary file (NewFile) in one transaction, then renames it. On failure nothing is
// left behind, and an earlier file at `path` is unchanged.
Result<Done> write_run(const Run& run, const Analysis& analysis, const std::filesystem::path& path,
                       Diagnostics& diagnostics);

}  // namespace tapestry
