// SPDX-License-Identifier: Apache-2.0
// Pairs at the edge of the design that are named like a handshake and were not taken for one: only
// one side is seen there, and names such as `stb` and `ack` do not say when a beat moves. They are
// told as rejected, so that the user can add them.
#pragma once

#include "detect/subject.h"

namespace tapestry {

void reject_edge_pairs(const Subject& on);

}  // namespace tapestry
