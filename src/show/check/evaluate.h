// SPDX-License-Identifier: Apache-2.0
// What a run says to a condition.
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
    std::string sentence;       // the comparisons with their numbers, and why one is not known
};

// `text` is what the condition was parsed from. `baseline` may be nullptr: what asks for it is
// unknown then. Fails when a file is damaged.
Result<Evaluated> evaluate(const Expression& condition, std::string_view text, const RunView& run,
                           const RunView* baseline, Diagnostics& diagnostics);

}  // namespace tapestry
