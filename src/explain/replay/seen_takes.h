// SPDX-License-Identifier: Apache-2.0
// What a block without a machine needs to see while it gives, and takes later: a beat that it gives
// in several parts, for instance. It gives before it has taken anything, and the valid of the take
// leads straight to that of the give:
//
//   valid of the give  only while  valid of the take, and they rise in the same cycle at least once
//
// Where only one of the two is so, and beats were given only while the other one was there, nothing
// recorded says whether that was chance.
#pragma once

#include "explain/replay/thread_visits.h"

namespace tapestry {

struct SeenTakes {
    std::uint64_t sure = 0, perhaps = 0;  // a bit for each end, as in `ends`
};

SeenTakes seen_takes(const std::vector<ThreadEnd>& ends);

}  // namespace tapestry
