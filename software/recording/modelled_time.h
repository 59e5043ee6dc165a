// SPDX-License-Identifier: Apache-2.0
// A recording in modelled time: as if the devices that its process simulated had been there. Times
// of a thread lie on straight lines between the stretches that its calls of a driver recorded; a
// thread without any follows those of its process.
#pragma once

#include "software/recording/recording.h"

namespace tapestry {

bool has_modelled_time(const Recording& recording);

// Does nothing to a recording without modelled time. What the process did before and after goes on
// from where the wall's clock stood at its start, so that processes stay beside each other.
void to_modelled_time(Recording& recording);

}  // namespace tapestry
