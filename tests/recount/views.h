// SPDX-License-Identifier: Apache-2.0
// What the public views of a run must say when its taps counted what a reading holds: computed from
// docs/counting.md and docs/views.md alone, so that neither the reader of readings nor the SQL of
// the views can agree with itself.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reading.h"

namespace recount {

// One line for each row or cell of `views` (the text of `tapestry report --json`) that is not as
// it must be. `records` are named as seen from below the design's top.
std::vector<std::string> view_differences(const std::map<std::string, Record>& records,
                                          const std::string& taps, const std::string& views);

}  // namespace recount
