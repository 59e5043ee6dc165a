// SPDX-License-Identifier: Apache-2.0
// Special cases where threads of a program are blocks of the network too.
#pragma once

#include "explain/network/network.h"
#include "explain/network/period.h"

namespace tapestry {

// Cycles in which a thread of a program, or the clock of a device next to it, has not started or
// has ended. For a thread that enters no state this is the whole period: its activity is unknown.
double not_there(const Network& network, const Run& run, const Period& period, std::size_t block);

// A thread that records when it waits for a block waits exactly that long; a stream between the two
// counts the same time and is reduced. `cycles` and `firm` are those of all links.
void count_once(const Network& network, const Run& run, std::vector<double>& cycles,
                std::vector<double>& firm);

}  // namespace tapestry
