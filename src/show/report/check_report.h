// SPDX-License-Identifier: Apache-2.0
// What came of checks: for people, for machines, and as JUnit XML for CI servers.
#pragma once

#include <string>
#include <vector>

#include "model/check.h"
#include "show/report/report.h"

namespace tapestry {

std::string check_text(const std::vector<CheckResult>& results, const ReportStyle& style);
std::string check_json(const std::vector<CheckResult>& results);

// One test suite named after the run; what failed is a failure, what is undecided an error.
std::string check_junit(const std::vector<CheckResult>& results, const std::string& run);

}  // namespace tapestry
