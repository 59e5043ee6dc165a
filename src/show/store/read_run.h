// SPDX-License-Identifier: Apache-2.0
// A stored run back as it was before it was stored, so that it can be analysed again.
#pragma once

#include <filesystem>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/run.h"

namespace tapestry {

// Fails like open_run; with run_malformed when rows of the file do not fit together, or when
// it is of a format that did not hold the tap map yet.
Result<Run> read_run(const std::filesystem::path& path, Diagnostics& diagnostics);

}  // namespace tapestry
