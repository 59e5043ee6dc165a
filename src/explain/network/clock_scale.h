// SPDX-License-Identifier: Apache-2.0
// Cycles of different clocks as cycles of one: the reference clock, which most taps have. Clocks of
// hardware alone are those of one simulation and last equally long. Beside software a clock may
// begin late or end early; there it has a rate on the time of the host.
#pragma once

#include "model/run.h"

namespace tapestry {

class ClockScale {
public:
    explicit ClockScale(const Run& run);

    int reference() const { return reference_; }
    double length() const { return length_; }      // of the run, in cycles of the reference clock
    double cycle_of(const TapNumbers& tap) const;  // one of its own in those

private:
    const Run& run_;
    int reference_ = -1;
    double of_reference_ = 0;  // as long as its own taps say
    double length_ = 0;
};

}  // namespace tapestry
