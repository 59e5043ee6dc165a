// SPDX-License-Identifier: Apache-2.0
// Performance assertions over a run.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/check.h"
#include "show/store/run_view.h"

namespace tapestry {

// One result for each rule, in order. A rule with a syntax error is reported (check_malformed, with
// the column) and stays undecided; the others are still checked. Fails if a file is damaged.
// `baseline` may be nullptr.
Result<std::vector<CheckResult>> check_run(const std::vector<CheckRule>& rules, const RunView& run,
                                           const RunView* baseline, Diagnostics& diagnostics);

}  // namespace tapestry
