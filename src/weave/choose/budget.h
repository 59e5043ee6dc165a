// SPDX-License-Identifier: Apache-2.0
// A budget for what weaving may add.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/area.h"

namespace tapestry {

// A limit as a number, or as a percentage of what the original design takes.
struct Limit {
    double value = 0;
    bool percent = false;
};

struct Budget {
    std::optional<Limit> lut;
    std::optional<Limit> ff;
    std::optional<Limit> bram;
};

// "lut=2%,ff=2%,bram=4"
Result<Budget> budget_of(const std::string& text, Diagnostics& diagnostics);

bool fits(const Area& added, const Area& original, const Budget& budget);

}  // namespace tapestry
