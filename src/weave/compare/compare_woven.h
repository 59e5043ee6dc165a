// SPDX-License-Identifier: Apache-2.0
// What of a woven design is neither text of the original nor what weaving inserts. It is a matter
// of text alone, so it sees what no synthesis reads: branches of conditional compilation, what only
// other tools obey, code without effect on an output.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/source_set.h"

namespace tapestry {

struct WovenDifference {
    Place place;  // in the woven design
    std::string what;
};

// The first difference of each file. The original's text is that with the states of its pragmas
// (SourceSet::texts).
std::vector<WovenDifference> compare_woven(const SourceSet& original, const SourceSet& woven);

}  // namespace tapestry
