// SPDX-License-Identifier: Apache-2.0
// A block that is idle for most of the run waits for a signal from outside all that time, and
// nobody waits for the block meanwhile. Where the critical path goes back to that signal it has
// come to the start of the run: what it spends there beyond the time that others wait belongs to
// the rest of the path.
#pragma once

#include "explain/network/load.h"

namespace tapestry {

// `spent`: cycles of the path by block.
void part_from_the_start(const Network& network, const Load& load, std::vector<double>& spent);

}  // namespace tapestry
