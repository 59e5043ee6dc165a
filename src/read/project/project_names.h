// SPDX-License-Identifier: Apache-2.0
// Makes the names in a project safe as arguments of other programs (docs/security.md).
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/project.h"

namespace tapestry {

// Paths become unmistakable for options; names that cannot be arguments are refused.
Result<Done> make_names_safe(Project& project, Diagnostics& diagnostics);
Result<Done> make_names_safe(SourceSet& sources, Diagnostics& diagnostics);

}  // namespace tapestry
