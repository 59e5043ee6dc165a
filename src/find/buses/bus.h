// SPDX-License-Identifier: Apache-2.0
// Buses: what the names and directions of ports show to be AXI4, AXI-Lite (axi_bus.h), Wishbone
// (wishbone_bus.h) or Avalon-MM (avalon_bus.h).
//
// Those in packed structures are found before (record_bus.h).
//
// The channels of a bus are streams; find_streams has found those of AXI. Its transfers are timed
// and counted (bus_transfers.h). A bus that has one transfer at a time needs no queue.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_buses(const Subject& on);

}  // namespace tapestry
