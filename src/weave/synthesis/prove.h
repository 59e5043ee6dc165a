// SPDX-License-Identifier: Apache-2.0
// Shows that a woven design does what the original does. The ports that weaving adds are taken away
// from the woven one; then every register and output of the original must have its equal there, by
// induction over all inputs, whatever the taps and the link's pins do. What Yosys does not read,
// and what no output depends on, is not seen here: weave/compare_woven.h compares the text.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/source_set.h"

namespace tapestry {

struct Proof {
    std::uint64_t points = 0;            // pairs of nets that were compared
    std::vector<std::string> disturbed;  // what differs
    std::vector<std::string> unproven;   // nets that could not be shown to be equal
    bool proved() const { return disturbed.empty() && unproven.empty(); }
};

Result<Proof> prove(const SourceSet& original, const SourceSet& woven, const std::string& top,
                    const std::filesystem::path& folder, Diagnostics& diagnostics);

}  // namespace tapestry
