// SPDX-License-Identifier: Apache-2.0
// MPI calls that waited, with the thread that each waited for. They are found one by one and stored
// as sums.
#pragma once

#include <optional>
#include <vector>

#include "model/host_part.h"
#include "software/recording/messages.h"

namespace tapestry {

struct FoundWait {
    const RankMessages* who = nullptr;
    const char* pattern = "";
    int cause = -1;  // place of the thread that was late
    std::uint64_t ns = 0;
    std::uint64_t start = 0;  // when it began
};

// The wait from the call of `who` until `moment`, or until the call returned.
std::optional<FoundWait> wait_until(const RankMessages& who, std::uint64_t moment,
                                    const char* pattern, const RankMessages& cause);

// Waits for a lock, a signal or the end of a thread of the same process.
std::vector<FoundWait> waits_for_threads(const std::vector<RankMessages>& all);

// A call that waits for several events at once, such as MPI_Waitall, waits for the last of them.
std::vector<FoundWait> longest_of_each_call(std::vector<FoundWait> waits);

// The same without the calls they are of, by thread and in order of time.
std::vector<CallWait> call_waits(const std::vector<FoundWait>& waits);

// Sums by thread, pattern, cause, call and line; the longest first.
std::vector<HostWait> summed_waits(const std::vector<FoundWait>& waits);

}  // namespace tapestry
