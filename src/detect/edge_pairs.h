// SPDX-License-Identifier: Apache-2.0
// Pairs at the edge of the design that were not taken for a handshake, and are named like one or
// treated like one: only one side is seen there, and names such as `stb` and `ack`, or `in_ready`
// and `buffer_full`, do not say when a beat moves. They are told as rejected, so that the user can
// add them.
#pragma once

#include "detect/subject.h"

namespace tapestry {

void reject_edge_pairs(const Subject& on);

}  // namespace tapestry
