// SPDX-License-Identifier: Apache-2.0
// The threads of one block. Most blocks have one. A block that takes beats while older ones are in
// flight has two with a channel between them, and so has a block with credits; a block without a
// machine has one for each passage.
#pragma once

#include "explain/replay/thread_visits.h"

namespace tapestry {

struct BlockThreads {
    std::vector<OperationThread> threads;    // with their paths
    std::vector<OperationChannel> channels;  // internal ones, numbered from `next_channel` on
};

// `machine` is null if the block has no machine that waits. `chooses`: a state of it takes
// whichever of several beats comes first. The path of an outside end is in parentheses.
BlockThreads threads_of(const std::string& path, const std::vector<ThreadEnd>& ends,
                        const MachineWaits* machine, bool chooses, std::uint32_t next_channel);

}  // namespace tapestry
