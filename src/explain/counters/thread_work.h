// SPDX-License-Identifier: Apache-2.0
// A thread of a program says what it does while it does it, and does one thing after the other.
#pragma once

#include "explain/network/load.h"

namespace tapestry {

// The run is no shorter than the work of a thread in the states that it names, so whoever works
// less than that explains no more of it than the rest. The walk along the critical path does not
// know that: where one message has many beats, and many cores share them at the same time, it goes
// from core to core as if they worked one after the other. What is too much is the thread's.
// `time`: cycles of the path by block; `suspect_of`: by block.
void keep_thread_work(const Network& network, const Run& run, const Period& period,
                      const Load& load, const std::vector<std::size_t>& suspect_of,
                      std::vector<double>& time);

}  // namespace tapestry
