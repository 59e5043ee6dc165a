// SPDX-License-Identifier: Apache-2.0
// Buses in packed structs: two structs in opposite directions (bus_records.h) with the members of
// AXI (axi_records.h), TL-UL (tilelink_bus.h) or OBI (obi_bus.h). Their channels become streams,
// and their transactions are timed and counted like those of other buses (bus_transfers.h).
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_record_buses(const Subject& on);

}  // namespace tapestry
