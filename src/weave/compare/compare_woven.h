// SPDX-License-Identifier: Apache-2.0
// Finds what of a woven design is neither the original nor an insertion, in everything that a build
// of it reads: the file list, sources, headers, data and the tap library. It compares text only, so
// it covers what synthesis does not read: branches of conditional compilation, comments that other
// tools obey, code without effect on an output.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/source_set.h"

namespace tapestry {

struct WovenDifference {
    Place place;  // in the woven design
    std::string what;
};

// The first difference of each file. `folder` has the file list and the tap map of the woven
// design. The text of the original includes the states of its pragmas (SourceSet::texts).
std::vector<WovenDifference> compare_woven(const SourceSet& original, const SourceSet& woven,
                                           const std::filesystem::path& folder);

}  // namespace tapestry
