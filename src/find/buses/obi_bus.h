// SPDX-License-Identifier: Apache-2.0
// OBI in two structs: a request is accepted with `gnt` and answered in order with `rvalid`, for
// reads and writes.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_obi_buses(const Subject& on);

}  // namespace tapestry
