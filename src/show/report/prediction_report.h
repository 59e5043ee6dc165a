// SPDX-License-Identifier: Apache-2.0
// A prediction, for people and for machines.
#pragma once

#include <string>

#include "model/prediction.h"
#include "show/report/report.h"

namespace tapestry {

// The number before and after, how far to trust it, what would limit the design then, and the
// blocks and states that change. `style.top` limits each list.
std::string prediction_text(const Prediction& prediction, const ReportStyle& style);

// Everything that `Prediction` holds, by the same names.
std::string prediction_json(const Prediction& prediction);

}  // namespace tapestry
