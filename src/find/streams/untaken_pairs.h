// SPDX-License-Identifier: Apache-2.0
// Pairs that were not taken for a handshake, and are named like one or treated like one. At the
// edge of the design only one side is seen, and names such as `stb` and `ack`, or `in_ready` and
// `buffer_full`, do not say when a beat moves; inside, the ready of a block may come from another
// one than its beats go to. They are told as rejected, so that the user can add them.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void reject_untaken_pairs(const Subject& on);

}  // namespace tapestry
