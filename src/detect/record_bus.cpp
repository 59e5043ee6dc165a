// SPDX-License-Identifier: Apache-2.0
#include "detect/record_bus.h"

#include "detect/axi_records.h"
#include "detect/obi_bus.h"
#include "detect/tilelink_bus.h"

namespace tapestry {

void find_record_buses(const Subject& on) {
    find_axi_records(on);
    find_tilelink_buses(on);
    find_obi_buses(on);
}

}  // namespace tapestry
