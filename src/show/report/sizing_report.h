// SPDX-License-Identifier: Apache-2.0
// Depths of queues that do, for people and for machines.
#pragma once

#include <string>

#include "model/prediction.h"
#include "show/report/report.h"

namespace tapestry {

std::string sizing_text(const Sizing& sizing, const ReportStyle& style);
std::string sizing_json(const Sizing& sizing);

// The ranked list of what small changes bring.
std::string sensitivities_text(const Sensitivities& sensitivities, const ReportStyle& style);
std::string sensitivities_json(const Sensitivities& sensitivities);

}  // namespace tapestry
