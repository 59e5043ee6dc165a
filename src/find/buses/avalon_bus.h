// SPDX-License-Identifier: Apache-2.0
// Avalon-MM: `waitrequest` beside an address, with `read` or `write`. How long a burst is shows
// only in a count, which no expression has, so that the transfers of a port with bursts are not
// timed.
#pragma once

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

// Takes or rejects the bus whose `waitrequest` is the port `v`, if `v` is one.
void find_avalon_bus(const Subject& on, const SiblingNames& names, VarId v);

}  // namespace tapestry
