// SPDX-License-Identifier: Apache-2.0
// Which operations of a visit wait for each other, from the ends that moved while others had to
// wait. HLS splits the operations of a pipeline stage into groups: a group moves when all of it
// can, and the stage ends with the last group. The operations of one state of a machine move
// together.
#pragma once

#include <map>

#include "explain/replay/thread_visits.h"

namespace tapestry {

using EndMask = std::uint64_t;  // a bit for each end of a thread
constexpr EndMask end_bit(std::size_t end) { return EndMask{1} << end; }

class VisitGroups {
public:
    // For one cycle of a visit of `set`: ends that move, ends that could and do not, ends that
    // wait.
    void note(std::uint32_t set, EndMask moved, EndMask held, EndMask waits);

    // Assigns the groups of each set. Operations for which the recording does not show whether they
    // wait for the others are perhaps apart.
    void settle(OperationThread& thread, const std::vector<ThreadEnd>& ends) const;

private:
    struct Seen {
        std::map<std::size_t, EndMask> apart, together;  // by end
    };
    static std::vector<EndMask> groups_of(const Seen& seen, EndMask all);
    static bool is_apart(const Seen& seen, EndMask group, EndMask rest);

    std::map<std::uint32_t, Seen> seen_;  // by set
};

}  // namespace tapestry
