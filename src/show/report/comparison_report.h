// SPDX-License-Identifier: Apache-2.0
// Runs side by side, as text and as JSON.
#pragma once

#include <string>

#include "model/comparison.h"
#include "show/report/report.h"

namespace tapestry {

// What got slower, faster, or otherwise changed, each list with the largest effect first; then
// renamed, removed and new taps. `style.top` limits each list.
std::string comparison_text(const Comparison& comparison, const ReportStyle& style);

// Everything that `Comparison` holds, by the same names.
std::string comparison_json(const Comparison& comparison);

}  // namespace tapestry
