// SPDX-License-Identifier: Apache-2.0
// The beats that a block without a machine has to see while it gives, and takes only later: an
// input beat that it gives in several parts, for instance. It gives before it has taken anything,
// and the valid of its input leads combinationally to that of its output:
//
//   output valid  only while  input valid, and both rise in the same cycle at least once
//
// If only one of these conditions holds, and beats were given only while the input was valid, the
// recording does not show whether that was chance (`perhaps`).
#pragma once

#include "explain/replay/thread_visits.h"

namespace tapestry {

struct SeenTakes {
    std::uint64_t sure = 0, perhaps = 0;  // a bit for each end, as in `ends`
};

SeenTakes seen_takes(const std::vector<ThreadEnd>& ends);

}  // namespace tapestry
