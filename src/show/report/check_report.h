// SPDX-License-Identifier: Apache-2.0
// Results of performance checks: as text, as JSON, and as JUnit XML for CI servers.
#pragma once

#include <string>
#include <vector>

#include "model/check.h"
#include "show/report/report.h"

namespace tapestry {

std::string check_text(const std::vector<CheckResult>& results, const ReportStyle& style);
std::string check_json(const std::vector<CheckResult>& results);

// One test suite named after the run; a failed check is a failure, an undecided one an error.
std::string check_junit(const std::vector<CheckResult>& results, const std::string& run);

// Text escaped for an element or attribute. A character that XML 1.0 does not allow becomes '?'.
std::string xml_text(const std::string& text);

}  // namespace tapestry
