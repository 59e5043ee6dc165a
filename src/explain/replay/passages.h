// SPDX-License-Identifier: Apache-2.0
// Ends of a block without a machine that have nothing to do with each other: a beat that one end
// takes leaves by one of some others in the same cycle, or a beat that one end gives came in by one
// of some. A top that deals beats to workers, and collects what they give, has two such passages.
#pragma once

#include "explain/replay/thread_visits.h"

namespace tapestry {

// The ends of each passage; all ends in one part where they do not all belong to passages.
std::vector<std::vector<ThreadEnd>> passages_of(const std::vector<ThreadEnd>& ends);

}  // namespace tapestry
