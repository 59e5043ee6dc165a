// SPDX-License-Identifier: Apache-2.0
// Runs side by side, for people and for machines.
#pragma once

#include <string>

#include "model/comparison.h"
#include "show/report/report.h"

namespace tapestry {

// What got faster, what slower, what else changed, the largest effect first; then renames, what is
// gone and what is new. `style.top` limits each list.
std::string comparison_text(const Comparison& comparison, const ReportStyle& style);

// Everything that `Comparison` holds, by the same names.
std::string comparison_json(const Comparison& comparison);

}  // namespace tapestry
