// SPDX-License-Identifier: Apache-2.0
// The sums of docs/counting.md that must close, whatever was measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/run.h"

namespace tapestry {

// A sum that does not close: the `bins` add up to `sum` where `total` were counted.
struct OpenSum {
    std::string bins;
    std::uint64_t sum = 0;  // stops at the largest value
    std::uint64_t total = 0;
};

// The first open sum of a tap, if any. A saturated tap is not to be asked.
std::optional<OpenSum> find_open_sum(const TapNumbers& tap);

}  // namespace tapestry
