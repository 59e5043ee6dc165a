// SPDX-License-Identifier: Apache-2.0
// AXI4 and AXI-Lite in two records: one has the requests and what is written, the other what comes
// back, each with the handshakes against it.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_axi_records(const Subject& on);

}  // namespace tapestry
