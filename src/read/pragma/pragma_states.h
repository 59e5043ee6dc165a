// SPDX-License-Identifier: Apache-2.0
// The stage: sources whose comments name states get text with signals of those states.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/pragma.h"
#include "model/project.h"
#include "model/source_set.h"

namespace tapestry {

// Looks at the files and library files of the set, and at the libraries of VHDL; for those with
// pragmas `sources.texts` has the text to read afterwards.
Result<std::vector<PragmaBlock>> add_pragma_states(SourceSet& sources, const VhdlSettings& vhdl,
                                                   Diagnostics& diagnostics);

}  // namespace tapestry
