// SPDX-License-Identifier: Apache-2.0
// Converts cycles of different clocks to cycles of the reference clock, which most taps use. All
// clocks of one simulation last equally long. Next to software a clock may begin late or end early;
// there its rate relative to host time is used.
#pragma once

#include "model/run.h"

namespace tapestry {

class ClockScale {
public:
    explicit ClockScale(const Run& run);

    int reference() const { return reference_; }
    double length() const { return length_; }      // of the run, in cycles of the reference clock
    double cycle_of(const TapNumbers& tap) const;  // reference cycles in one cycle of the tap

private:
    const Run& run_;
    int reference_ = -1;
    double of_reference_ = 0;  // its cycles, according to its own taps
    double length_ = 0;
};

}  // namespace tapestry
