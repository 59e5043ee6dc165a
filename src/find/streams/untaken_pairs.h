// SPDX-License-Identifier: Apache-2.0
// Pairs of signals that look like a handshake by name or use but were not taken. At the ports of
// the top one side is outside, and names such as `stb` and `ack`, or `in_ready` and `buffer_full`,
// do not define when a beat transfers; inside, a block's ready may come from another block than the
// one that receives its beats. They are reported as rejected, so that the user can add them.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void reject_untaken_pairs(const Subject& on);

}  // namespace tapestry
