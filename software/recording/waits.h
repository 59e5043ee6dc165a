// SPDX-License-Identifier: Apache-2.0
// Calls of MPI that waited, each with the thread it waited for; found one by one, stored as sums.
#pragma once

#include <optional>
#include <vector>

#include "model/host_part.h"
#include "software/recording/messages.h"

namespace tapestry {

struct FoundWait {
    const RankMessages* who = nullptr;
    const char* pattern = "";
    int cause = -1;  // place of the thread that came late
    std::uint64_t ns = 0;
};

// From when `who` called until `moment`, or until its call returned.
std::optional<FoundWait> wait_until(const RankMessages& who, std::uint64_t moment,
                                    const char* pattern, const RankMessages& cause);

// A call that waits for several at once, as MPI_Waitall does, waits for the last of them.
std::vector<FoundWait> longest_of_each_call(std::vector<FoundWait> waits);

// By thread, pattern, cause, call and its line; the longest first.
std::vector<HostWait> summed_waits(const std::vector<FoundWait>& waits);

}  // namespace tapestry
