// SPDX-License-Identifier: Apache-2.0
// Blocks that others share. A lock is awaited by states of several blocks, waits for nobody but
// them, and is granted to the first comer. A memory responds to requests and is named like one. Any
// other block that responds to several requesters is a bus.
#pragma once

#include "explain/network/network.h"

namespace tapestry {

// Sets the kind of such blocks; for a lock, separates the states in which it is held from those in
// which it is free.
void name_shared(const Run& run, Network& network);

bool is_called_memory(std::string_view path);

}  // namespace tapestry
