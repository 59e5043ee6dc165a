// SPDX-License-Identifier: Apache-2.0
// Converts a recording to modelled time, as if the devices that its process simulated were real. A
// thread's times are interpolated linearly between the intervals recorded by its driver calls; a
// thread without driver calls uses those of its process.
#pragma once

#include "software/recording/recording.h"

namespace tapestry {

bool has_modelled_time(const Recording& recording);

// Leaves a recording without modelled time unchanged. Modelled time starts at the wall-clock time
// of the process's start, so that processes stay aligned with each other.
void to_modelled_time(Recording& recording);

}  // namespace tapestry
