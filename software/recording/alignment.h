// SPDX-License-Identifier: Apache-2.0
// Times of a process on the clock that all processes of a run share: that of rank 0. Processes of
// one machine have one clock. Of others there are round trips at the beginning and the end, each of
// which bounds the clock from both sides: all straight lines between the bounds tell where it is
// and how far off that may be.
#pragma once

#include <vector>

#include "software/recording/recording.h"

namespace tapestry {

class Alignment {
public:
    // `round_trips` are those of all processes that share the clock of this one.
    Alignment(const Recording& process, const Recording& reference,
              const std::vector<RecordedAlignment>& round_trips);

    std::uint64_t shared_ns(std::uint64_t ns) const;
    double offset_ns() const { return offset_ns_; }
    double doubt_ns() const { return doubt_ns_; }
    bool known() const { return known_; }
    bool is_of_other_machine() const { return is_other_; }

private:
    double at_ns_ = 0;
    double offset_ns_ = 0;  // there
    double drift_ = 0;      // nanoseconds of offset for each nanosecond
    double doubt_ns_ = 0;
    bool known_ = true;
    bool is_other_ = false;
};

// The clock of each recording on that of rank 0, or of the first one where there are no ranks.
std::vector<Alignment> align_clocks(const std::vector<Recording>& recordings);

}  // namespace tapestry
