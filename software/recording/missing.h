// SPDX-License-Identifier: Apache-2.0
// Reports data that a run of software lacks, and marks it in the run.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "model/run.h"
#include "software/recording/alignment.h"
#include "software/recording/host_places.h"
#include "software/recording/recording.h"

namespace tapestry {

void say_what_is_missing(const std::vector<Recording>& recordings,
                         const std::vector<Alignment>& alignments, const HostPlaces& places,
                         Run& run, Diagnostics& diagnostics);

}  // namespace tapestry
