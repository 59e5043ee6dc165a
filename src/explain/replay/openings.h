// SPDX-License-Identifier: Apache-2.0
// An outside end whose signal does not depend on the design, such as a testbench that drives ready
// with a random bit. It may give up waiting, so its local clock is not that of its beats. What is
// recorded instead is when it was open (ready to transfer): a beat moves in the first open cycle.
//
// In the thread of such an end the visits that move beats are followed by visits without
// operations: cycles closed, cycles open, and so on, counted from the first cycle of the run.
#pragma once

#include <optional>

#include "explain/replay/thread_visits.h"

namespace tapestry {

// The thread of one outside end, if the end gave up waiting at least once.
std::optional<OperationThread> thread_with_openings(const ThreadEnd& end);

bool has_openings(const OperationThread& thread);
// The number of visits that move a beat.
std::size_t moving_visits(const OperationThread& thread);
// Drops the open times: beats then move as the channels and delays allow.
void forget_openings(OperationThread& thread);

class Openings {
public:
    Openings() = default;
    explicit Openings(const OperationThread& thread);
    bool empty() const { return open_.empty(); }
    // The first open cycle from `time` on. After the end of the recording the pattern repeats.
    std::uint64_t from(std::uint64_t time) const;

private:
    struct OpenTime {
        std::uint64_t start = 0, end = 0;
    };
    std::vector<OpenTime> open_;
    std::uint64_t length_ = 0;
};

}  // namespace tapestry
