// SPDX-License-Identifier: Apache-2.0
// What is different where threads of a program are blocks of the network too.
#pragma once

#include "explain/network/network.h"
#include "explain/network/period.h"

namespace tapestry {

// Cycles in which a thread of a program, or the clock of a device beside it, has not begun or is
// over; all of them when a thread enters no state, for what it does then nobody knows.
double not_there(const Network& network, const Run& run, const Period& period, std::size_t block);

// A thread that says when it waits for a block waits no longer than that, though a stream between
// them counts the same time. `cycles` and `firm` are those of all links.
void count_once(const Network& network, const Run& run, std::vector<double>& cycles,
                std::vector<double>& firm);

}  // namespace tapestry
