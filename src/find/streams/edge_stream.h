// SPDX-License-Identifier: Apache-2.0
// Streams at the ports of the top, where the other side is outside. The design itself says that an
// input and an output are a handshake (one_sided_pairs.h): which side offers, and when each is
// active. Names choose between several partners of one port, and veto: a pair is not taken if they
// say the opposite of what the logic does, or if it could be a call.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_edge_streams(const Subject& on);

}  // namespace tapestry
