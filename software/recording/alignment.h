// SPDX-License-Identifier: Apache-2.0
// Aligns the times of a process with the reference clock of the run, that of rank 0. Processes on
// one machine share its clock. For other machines, round trips at the beginning and the end of the
// run bound the clock from both sides; the straight lines between the bounds give offset and
// uncertainty.
#pragma once

#include <vector>

#include "software/recording/recording.h"

namespace tapestry {

class Alignment {
public:
    // `round_trips` are those of all processes that share this one's clock.
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
    double drift_ = 0;      // nanoseconds of offset per nanosecond
    double doubt_ns_ = 0;
    bool known_ = true;
    bool is_other_ = false;
};

// Aligns each recording with the clock of rank 0, or of the first recording if there are no ranks.
std::vector<Alignment> align_clocks(const std::vector<Recording>& recordings);

}  // namespace tapestry
