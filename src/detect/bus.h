// SPDX-License-Identifier: Apache-2.0
// Buses: what the names and directions of ports show to be AXI4, AXI-Lite, Wishbone or Avalon-MM.
//
// The channels of a bus are streams; find_streams has found those of AXI. Its transfers are timed
// by a call (from the request to its last answer) and counted by a queue (a request goes in, its
// last answer takes it out), in each direction. A bus that has one transfer at a time needs no
// queue.
#pragma once

#include "detect/clocking.h"
#include "detect/module_index.h"
#include "model/finding.h"

namespace tapestry {

void find_buses(const Design& design, std::int32_t module, const ModuleIndex& index,
                Clocking& clocking, Findings& findings);

}  // namespace tapestry
