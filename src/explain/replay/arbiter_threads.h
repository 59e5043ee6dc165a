// SPDX-License-Identifier: Apache-2.0
// A block without a machine that takes from one of several channels at a time: seen as one that
// takes from all of them together, what it does is known; which one it takes from is found by
// arbitration.h.
#pragma once

#include <optional>

#include "explain/replay/elastic.h"

namespace tapestry {

struct ArbiterThreads {
    OperationThread taker;
    std::optional<OperationThread> giver;  // when beats are under way inside
    OperationChannel inside;
};

// None when it takes from two at once, or in no way that is known.
std::optional<ArbiterThreads> arbiter_threads(const std::vector<ThreadEnd>& ends,
                                              std::uint32_t inside);

}  // namespace tapestry
