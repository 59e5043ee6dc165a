// SPDX-License-Identifier: Apache-2.0
// The sums of docs/counting.md that must close, whatever was measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/run.h"

namespace tapestry {

// A sum that does not close: `bins` add up to `sum`, but the total is `total`.
struct OpenSum {
    std::string bins;
    std::uint64_t sum = 0;  // saturates at the largest value
    std::uint64_t total = 0;
};

// The first open sum of a tap, if any. Not for saturated taps, whose sums need not close.
std::optional<OpenSum> find_open_sum(const TapNumbers& tap);

}  // namespace tapestry
