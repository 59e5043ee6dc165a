// SPDX-License-Identifier: Apache-2.0
// The roles of the blocks of a network: requester and server, shared block, callee.
#pragma once

#include "explain/network/network.h"

namespace tapestry {

// Fills pairs, server depths, kinds of shared blocks and calls of a network whose blocks and links
// are complete.
void find_roles(const Run& run, Network& network);

}  // namespace tapestry
