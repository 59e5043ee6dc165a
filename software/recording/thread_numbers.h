// SPDX-License-Identifier: Apache-2.0
// The numbers of a thread, as those of a state machine: a cycle of its clock is a nanosecond, and
// at every moment it is in its innermost state, or in `other` when it is in none.
#pragma once

#include <cstdint>
#include <vector>

#include "model/run.h"

namespace tapestry {

// A visit of a state, in the time of the run; `state` is an index in the tap's states.
struct ThreadVisit {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t bytes = 0;
    std::uint32_t state = 0;
    std::uint32_t depth = 0;
};

// All frames of a run are alike, so that those of threads can be compared.
struct FrameGrid {
    std::uint64_t length = 1;
    std::size_t frames = 1;
    std::uint64_t end = 1;  // of the last one
};

struct ThreadNumbers {
    std::vector<HostState> host;       // tap is to be filled in
    std::vector<TraceRecord> changes;  // its states in time; empty when they are too many to keep
};

// Fills in the numbers of `tap`, whose form is there. The thread lived from `start` to `end`.
ThreadNumbers count_thread(TapNumbers& tap, std::vector<ThreadVisit> visits, std::uint64_t start,
                           std::uint64_t end, const FrameGrid& grid);

}  // namespace tapestry
