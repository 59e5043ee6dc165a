// SPDX-License-Identifier: Apache-2.0
// Evaluates a condition on a run.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/check/expression.h"
#include "show/check/interval.h"
#include "show/store/run_view.h"

namespace tapestry {

struct Evaluated {
    Truth truth = Truth::unknown;
    bool is_estimated = false;  // an estimated number was used
    std::string sentence;       // the comparisons with their numbers, and why one is unknown
};

// `text` is the source of the condition. `baseline` may be nullptr: values of it are unknown then.
// Fails if a file is damaged.
Result<Evaluated> evaluate(const Expression& condition, std::string_view text, const RunView& run,
                           const RunView* baseline, Diagnostics& diagnostics);

}  // namespace tapestry
