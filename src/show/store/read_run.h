// SPDX-License-Identifier: Apache-2.0
// Reads a run back from its file, equal to the run that was stored, so that it can be analysed
// again. Messages and calls, which no analysis needs and of which there may be many, are left to
// read_calls.
#pragma once

#include <filesystem>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/run.h"

namespace tapestry {

// Fails like open_run, and with run_malformed if rows of the file are inconsistent or its format
// lacks the tap map.
Result<Run> read_run(const std::filesystem::path& path, Diagnostics& diagnostics);

}  // namespace tapestry
