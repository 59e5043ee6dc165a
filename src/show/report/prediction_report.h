// SPDX-License-Identifier: Apache-2.0
// A prediction, as text and as JSON.
#pragma once

#include <string>

#include "model/prediction.h"
#include "show/report/report.h"

namespace tapestry {

// The cycles before and after, how far to trust them, the bottleneck after the change, and the
// blocks and states that change. `style.top` limits each list.
std::string prediction_text(const Prediction& prediction, const ReportStyle& style);

// Everything that `Prediction` holds, by the same names.
std::string prediction_json(const Prediction& prediction);

}  // namespace tapestry
