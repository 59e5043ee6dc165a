// SPDX-License-Identifier: Apache-2.0
// Detection of buses by the names and directions of ports: AXI4, AXI-Lite (axi_bus.h), Wishbone
// (wishbone_bus.h), Avalon-MM (avalon_bus.h), OBI and memory ports with accept and ack
// (granted_bus.h). Buses in packed structs are found before (record_bus.h).
//
// The channels of a bus are streams; find_streams has found those of AXI. Its transactions are
// timed and counted (bus_transfers.h). A bus with one transaction at a time needs no queue.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_buses(const Subject& on);

}  // namespace tapestry
