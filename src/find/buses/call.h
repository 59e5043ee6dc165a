// SPDX-License-Identifier: Apache-2.0
// Calls: modules that are started and report completion, found by the names of their ports
// (ap_start, ap_done, ap_ready; start, done; calc_start, calc_done; stb, busy, done).
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_calls(const Subject& on);

}  // namespace tapestry
