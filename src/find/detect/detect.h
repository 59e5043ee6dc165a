// SPDX-License-Identifier: Apache-2.0
// Scan: runs the detectors on every module below the top of a design, and adds the taps requested
// by the user.
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"
#include "find/module/name_source.h"
#include "model/finding.h"
#include "model/pragma.h"
#include "model/project.h"

namespace tapestry {

Result<Findings> detect(const Design& design, const NameSource& names,
                        const std::vector<CustomTap>& taps, Diagnostics& diagnostics,
                        const std::vector<PragmaSite>& pragmas = {});

}  // namespace tapestry
