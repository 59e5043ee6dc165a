// SPDX-License-Identifier: Apache-2.0
// What the blocks of a network are to each other: who asks and who answers, what is shared, what is
// called.
#pragma once

#include "explain/network/network.h"

namespace tapestry {

// Fills pairs, depths of servers, kinds of shared blocks and calls of a network whose blocks and
// links are complete.
void find_roles(const Run& run, Network& network);

}  // namespace tapestry
