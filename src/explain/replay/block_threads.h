// SPDX-License-Identifier: Apache-2.0
// The threads of one block: most have one; what takes beats while others are under way has two with
// a channel between them, and so has one that lives on credits; a block without a machine has one
// for each passage.
#pragma once

#include "explain/replay/thread_visits.h"

namespace tapestry {

struct BlockThreads {
    std::vector<OperationThread> threads;    // with their paths
    std::vector<OperationChannel> channels;  // inside, numbered from `next_channel` on
};

// `machine` is null for a block without one that waits. `chooses`: it has a state that takes
// whichever of several beats comes first. The path of what is outside the design stands in
// brackets.
BlockThreads threads_of(const std::string& path, const std::vector<ThreadEnd>& ends,
                        const MachineWaits* machine, bool chooses, std::uint32_t next_channel);

}  // namespace tapestry
