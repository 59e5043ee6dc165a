// SPDX-License-Identifier: Apache-2.0
// An outside end that shows its signal at times of its own, as a testbench whose ready is a random
// bit: it gives up waiting, so its clock is not that of its beats. What is recorded is when it was
// open; a beat moves in the first open cycle.
//
// Behind the visits of such a thread stand visits without operations: cycles for which it was
// closed, cycles for which it was open, and so on from the first cycle.
#pragma once

#include <optional>

#include "explain/replay/thread_visits.h"

namespace tapestry {

// The thread of one outside end, when it gave up waiting at least once.
std::optional<OperationThread> thread_with_openings(const ThreadEnd& end);

bool has_openings(const OperationThread& thread);
// Visits that move a beat.
std::size_t moving_visits(const OperationThread& thread);
// From now on its beats move as its channels and delays allow.
void forget_openings(OperationThread& thread);

class Openings {
public:
    Openings() = default;
    explicit Openings(const OperationThread& thread);
    bool empty() const { return open_.empty(); }
    // The first open cycle from `time` on; behind the end of the recording they come as before.
    std::uint64_t from(std::uint64_t time) const;

private:
    struct OpenTime {
        std::uint64_t start = 0, end = 0;
    };
    std::vector<OpenTime> open_;
    std::uint64_t length_ = 0;
};

}  // namespace tapestry
