// SPDX-License-Identifier: Apache-2.0
// Proves that a woven design is equivalent to the original. The ports that weaving adds are removed
// from the woven design; then every register and output of the original must have its equal there,
// by induction over all inputs, whatever the taps and the pins of the link do. Text that Yosys does
// not read, and logic that no output depends on, is not covered: weave/compare_woven.h compares the
// text.
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
    std::vector<std::string> unproven;   // nets without a proof of equality
    bool proved() const { return disturbed.empty() && unproven.empty(); }
};

Result<Proof> prove(const SourceSet& original, const SourceSet& woven, const std::string& top,
                    const std::filesystem::path& folder, Diagnostics& diagnostics);

}  // namespace tapestry
