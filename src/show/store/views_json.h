// SPDX-License-Identifier: Apache-2.0
// All views of a run as JSON.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/run_view.h"

namespace tapestry {

// One JSON object: a member for each view, with an array of its rows in their natural order, each
// row an object. Deterministic: the same run gives the same bytes.
Result<std::string> views_json(const RunView& run, Diagnostics& diagnostics);

}  // namespace tapestry
