// SPDX-License-Identifier: Apache-2.0
// A merge by several processes, which mpirun starts: each makes the threads of its share of the
// recordings, the first joins them. What they tell each other goes through a folder beside the run
// file, which is gone in the end; so the tool needs no MPI of its own.
#pragma once

#include "tool/recordings.h"

namespace tapestry {

struct MergeGroup {
    int rank = 0;
    int size = 1;
};
// As the launcher says in the environment; alone without one.
MergeGroup merge_group();

// The answer is that of the whole in the first process, and empty in the others.
Result<HostRunMade> merge_in_group(const MergeGroup& group, const HostRunFiles& files,
                                   RunFacts facts, const std::filesystem::path& run,
                                   Diagnostics& diagnostics);

}  // namespace tapestry
