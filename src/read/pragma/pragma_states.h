// SPDX-License-Identifier: Apache-2.0
// The stage that adds state signals to sources with pragmas.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/pragma.h"
#include "model/project.h"
#include "model/source_set.h"

namespace tapestry {

// Scans the files and library files of the set, and the VHDL libraries; for files with pragmas,
// `sources.texts` receives the text to read instead.
Result<std::vector<PragmaBlock>> add_pragma_states(SourceSet& sources, const VhdlSettings& vhdl,
                                                   Diagnostics& diagnostics);

}  // namespace tapestry
