// SPDX-License-Identifier: Apache-2.0
// A run of software: from what each process recorded to one run, on one clock.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "host/recording.h"
#include "model/run.h"

namespace tapestry {

// Recordings in any order. What is missing or was lost is said, and marked in the run.
Run host_run(std::vector<Recording> recordings, RunFacts facts, Diagnostics& diagnostics);

}  // namespace tapestry
