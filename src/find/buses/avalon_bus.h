// SPDX-License-Identifier: Apache-2.0
// Avalon-MM: `waitrequest` with an address and `read` or `write`. The length of a burst is only in
// a count, which no single expression can follow, so transactions of a port with bursts are not
// timed.
#pragma once

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

// Takes or rejects the bus whose `waitrequest` is the port `v`, if `v` is one.
void find_avalon_bus(const Subject& on, const SiblingNames& names, VarId v);

}  // namespace tapestry
