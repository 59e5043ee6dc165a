// SPDX-License-Identifier: Apache-2.0
// Stores a run and its analysis as one SQLite file, NAME.tapdb.
#pragma once

#include <filesystem>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/analysis.h"
#include "model/run.h"

namespace tapestry {

// Writes by way of a NewFile, in one transaction. On failure nothing is left behind, and a
// file that `path` named before stays as it was.
Result<Done> write_run(const Run& run, const Analysis& analysis, const std::filesystem::path& path,
                       Diagnostics& diagnostics);

}  // namespace tapestry
