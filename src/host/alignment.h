// SPDX-License-Identifier: Apache-2.0
// Times of a process on the clock that all processes of a run share: that of rank 0. Processes of
// one machine have one clock. For others there is what round trips told at the beginning and the
// end: between those moments, and beyond, the offset lies on a straight line.
#pragma once

#include "host/recording.h"

namespace tapestry {

class Alignment {
public:
    Alignment(const Recording& process, const Recording& reference);

    std::uint64_t shared_ns(std::uint64_t ns) const;
    double offset_ns() const { return offset_ns_; }
    double doubt_ns() const { return doubt_ns_; }
    bool known() const { return known_; }

private:
    double at_ns_ = 0;
    double offset_ns_ = 0;  // there
    double drift_ = 0;      // nanoseconds of offset for each nanosecond
    double doubt_ns_ = 0;
    bool known_ = true;
};

}  // namespace tapestry
