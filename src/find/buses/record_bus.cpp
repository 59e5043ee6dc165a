// SPDX-License-Identifier: Apache-2.0
#include "find/buses/record_bus.h"

#include "find/buses/axi_records.h"
#include "find/buses/obi_bus.h"
#include "find/buses/tilelink_bus.h"

namespace tapestry {

void find_record_buses(const Subject& on) {
    find_axi_records(on);
    find_tilelink_buses(on);
    find_obi_buses(on);
}

}  // namespace tapestry
