// SPDX-License-Identifier: Apache-2.0
// A run for machines.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/run_view.h"

namespace tapestry {

// The whole content of all views as one JSON object: the name of each view, with an array of its
// rows in their natural order, each row an object. Same run, same bytes.
Result<std::string> views_json(const RunView& run, Diagnostics& diagnostics);

}  // namespace tapestry
