// SPDX-License-Identifier: Apache-2.0
// AXI4 and AXI-Lite in two structs: one with requests and write data, the other with responses and
// read data, each with the ready signals of the other.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_axi_records(const Subject& on);

}  // namespace tapestry
