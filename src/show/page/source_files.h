// SPDX-License-Identifier: Apache-2.0
// The sources that a run names, as far as they can be read when the page is made.
#pragma once

#include <string>

#include "show/page/page.h"

namespace tapestry {

// [{"file":"rtl/a.sv","text":"…"}, {"file":…,"missing":"why"}], in order of the name.
Result<std::string> source_files(const RunView& run, const PageSources& sources,
                                 Diagnostics& diagnostics);

// Where `file` lies, or an empty path when it must not or cannot be read.
std::filesystem::path find_source(const std::string& file, const PageSources& sources);

}  // namespace tapestry
