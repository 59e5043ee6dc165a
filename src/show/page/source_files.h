// SPDX-License-Identifier: Apache-2.0
// The texts of the source files that a run names, if they can be read when the page is made.
#pragma once

#include <string>

#include "show/page/page.h"

namespace tapestry {

// [{"file":"rtl/a.sv","text":"…"}, {"file":…,"missing":"why"}], sorted by name.
Result<std::string> source_files(const RunView& run, const PageSources& sources,
                                 Diagnostics& diagnostics);

// The canonical path of `file`, or an empty path if it must not or cannot be read.
std::filesystem::path find_source(const std::string& file, const PageSources& sources);

}  // namespace tapestry
