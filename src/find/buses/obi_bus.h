// SPDX-License-Identifier: Apache-2.0
// OBI in two records: a request is taken with `gnt` and answered, in order, with `rvalid`, whether
// it reads or writes.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_obi_buses(const Subject& on);

}  // namespace tapestry
