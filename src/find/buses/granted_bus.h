// SPDX-License-Identifier: Apache-2.0
// Buses in ports of their own whose requests are granted and answered later, in order: OBI (`req`,
// `gnt`, `addr`, `rvalid`), and memory ports with `rd`, `wr`, `accept` and `ack`. A port that has
// only some of these is a stream at most.
#pragma once

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

void find_granted_bus(const Subject& on, const SiblingNames& names, VarId v);

}  // namespace tapestry
