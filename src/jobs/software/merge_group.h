// SPDX-License-Identifier: Apache-2.0
// A merge by several processes, which mpirun starts: each makes the threads of its share of the
// recordings, the first joins them. What they tell each other goes through a folder beside the run
// file, which is gone in the end.
#pragma once

#include "base/process_group.h"
#include "jobs/software/recordings.h"

namespace tapestry {

// The answer is that of the whole in the first process, and empty in the others.
Result<HostRunMade> merge_in_group(const ProcessGroup& group, const HostRunFiles& files,
                                   RunFacts facts, const std::filesystem::path& run,
                                   Diagnostics& diagnostics);

}  // namespace tapestry
