// SPDX-License-Identifier: Apache-2.0
// The page of one or more stored runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/page/page.h"

namespace tapestry {

// One run for the page. Its sources are looked for in `folders`, here, and beside the run.
Result<std::string> html_run(const std::filesystem::path& run,
                             const std::vector<std::string>& folders, Diagnostics& diagnostics);

Result<Done> write_html_report(const std::vector<std::string>& runs,
                               const std::vector<std::string>& folders,
                               const std::filesystem::path& file, Diagnostics& diagnostics);

// The report of a run that was just made from the sources it names: they may lie anywhere.
Result<Done> write_own_html_report(const std::filesystem::path& run,
                                   const std::filesystem::path& file, Diagnostics& diagnostics);

}  // namespace tapestry
