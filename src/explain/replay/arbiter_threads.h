// SPDX-License-Identifier: Apache-2.0
// An arbiter without a machine: a block that takes from one of several channels at a time. It is
// first treated as if its inputs were one channel, which gives its visits; arbitration.h then finds
// which input each visit takes from.
#pragma once

#include <optional>

#include "explain/replay/elastic.h"

namespace tapestry {

struct ArbiterThreads {
    OperationThread taker;
    std::optional<OperationThread> giver;  // only if beats are in flight inside the block
    OperationChannel inside;
};

// Nothing if the block takes from two inputs in one cycle, or if no known policy explains it.
std::optional<ArbiterThreads> arbiter_threads(const std::vector<ThreadEnd>& ends,
                                              std::uint32_t inside);

}  // namespace tapestry
