// SPDX-License-Identifier: Apache-2.0
// Blocks that others share. A lock is what several blocks wait for in their states, while it waits
// for nobody but them, and gives itself to whoever comes first; a memory answers requests and is
// called one; what else answers the requests of several is a bus.
#pragma once

#include "explain/network/network.h"

namespace tapestry {

// Gives such blocks their kind; of a lock, tells states in which somebody has it from those in
// which it is free.
void name_shared(const Run& run, Network& network);

bool is_called_memory(std::string_view path);

}  // namespace tapestry
