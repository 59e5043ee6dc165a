// SPDX-License-Identifier: Apache-2.0
// One run against an earlier one: did it get slower by more than is allowed, and where.
#pragma once

#include <string>

#include "model/comparison.h"

namespace tapestry {

struct Regression {
    Comparison comparison;  // of two sides
    double change = 0;      // of the run's cycles; 0.05: it takes 5% more
    double tolerance = 0;

    bool is_slower() const { return change > tolerance; }
};

Regression regression_of(Comparison comparison, double tolerance);

// "FAILED: 12.0% more cycles than main (at most 1.0% are allowed)."
std::string regression_answer(const Regression& regression);
// The same with what got slower and faster most, as a comment for a merge request.
std::string regression_markdown(const Regression& regression);

}  // namespace tapestry
