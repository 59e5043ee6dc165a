// SPDX-License-Identifier: Apache-2.0
// Names of a project, made fit to be arguments of other programs (docs/security.md).
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/project.h"

namespace tapestry {

// Paths become ones that no program takes for an option; what cannot be an argument is refused.
Result<Done> make_names_safe(Project& project, Diagnostics& diagnostics);
Result<Done> make_names_safe(SourceSet& sources, Diagnostics& diagnostics);

}  // namespace tapestry
