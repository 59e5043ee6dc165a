// SPDX-License-Identifier: Apache-2.0
// Buses in packed structures: two records that run against each other (bus_records.h) and have the
// members of AXI (axi_records.h), TL-UL (tilelink_bus.h) or OBI (obi_bus.h). Their channels are
// taken as streams, their transfers are timed and counted as those of other buses
// (bus_transfers.h).
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_record_buses(const Subject& on);

}  // namespace tapestry
