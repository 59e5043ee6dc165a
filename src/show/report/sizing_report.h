// SPDX-License-Identifier: Apache-2.0
// Sufficient queue depths, as text and as JSON.
#pragma once

#include <string>

#include "model/prediction.h"
#include "show/report/report.h"

namespace tapestry {

std::string sizing_text(const Sizing& sizing, const ReportStyle& style);
std::string sizing_json(const Sizing& sizing);

// The ranked list of the effects of small changes.
std::string sensitivities_text(const Sensitivities& sensitivities, const ReportStyle& style);
std::string sensitivities_json(const Sensitivities& sensitivities);

}  // namespace tapestry
