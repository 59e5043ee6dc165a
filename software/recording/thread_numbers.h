// SPDX-License-Identifier: Apache-2.0
// Counts a thread like a state machine: a clock cycle is a nanosecond, and at every moment the
// thread is in its innermost state, or in `other` if it is in none.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/run.h"
#include "software/recording/call_tree.h"

namespace tapestry {

// A visit of a state, in run time; `state` is an index into the tap's states.
struct ThreadVisit {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t bytes = 0;
    std::uint32_t state = 0;
    std::uint32_t depth = 0;
    std::uint32_t site = 0;  // number of the line that it was entered on
};

// All threads of a run have the same frames, so that they can be compared.
struct FrameGrid {
    std::uint64_t length = 1;
    std::size_t frames = 1;
    std::uint64_t end = 1;  // end of the last frame
};

struct ThreadNumbers {
    std::vector<HostState> host;       // the caller fills in the tap,
    std::vector<HostSizes> sizes;      // here too
    std::vector<TraceRecord> changes;  // every change of state; empty if there are too many
    CallTree tree;
};

// Goes from the end of a thread to its start, so that an outer state is known before those inside
// it, in memory that does not depend on their number.
class ThreadCounter {
public:
    // Fills in the counters of `tap`, whose states are set. The thread lived from `start` to `end`.
    ThreadCounter(TapNumbers& tap, std::uint64_t start, std::uint64_t end, const FrameGrid& grid);
    ~ThreadCounter();

    // By descending end, and of equal ends the outer one first.
    void add(const ThreadVisit& visit);
    ThreadNumbers finish();

private:
    class Sweep;
    std::unique_ptr<Sweep> sweep_;
};

// The order in which visits are added.
bool is_added_before(const ThreadVisit& a, const ThreadVisit& b);

// Visits in any order.
ThreadNumbers count_thread(TapNumbers& tap, std::vector<ThreadVisit> visits, std::uint64_t start,
                           std::uint64_t end, const FrameGrid& grid);

}  // namespace tapestry
