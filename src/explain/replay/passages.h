// SPDX-License-Identifier: Apache-2.0
// Independent paths through a block without a machine. In a passage a beat that one end takes
// leaves by one of several outputs in the same cycle, or a beat that one end gives came in by one
// of several inputs. A top level that deals beats to workers and collects their results has two
// passages.
#pragma once

#include "explain/replay/thread_visits.h"

namespace tapestry {

// The ends of each passage; all ends as one part if some of them belong to none.
std::vector<std::vector<ThreadEnd>> passages_of(const std::vector<ThreadEnd>& ends);

}  // namespace tapestry
