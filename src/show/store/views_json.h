// SPDX-License-Identifier: Apache-2.0
// All views of a run as JSON.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/run_view.h"

namespace tapestry {

// One JSON object: a member for each view, with an array of its rows in their natural order, each
// row an object. Deterministic: the same run gives the same bytes.
Result<std::string> views_json(const RunView& run, Diagnostics& diagnostics);
// The same piece by piece, since it need not fit into memory.
Result<Done> each_of_views_json(const RunView& run,
                                const std::function<void(std::string_view)>& take,
                                Diagnostics& diagnostics);

}  // namespace tapestry
