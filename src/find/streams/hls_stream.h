// SPDX-License-Identifier: Apache-2.0
// The write/full_n and read/empty_n ends of HLS processes. The process asserts `write` only while
// full_n is high, so valid && !ready never occurs. Its block net shows when it wants to transfer a
// beat; without one, the state that transfers it does.
#pragma once

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

// Takes the queue end whose full_n or empty_n is `v`, if `v` is one.
void find_hls_ends(const Subject& on, const SiblingNames& names, VarId v);

// The same for an AXI-Stream handshake: a process with a block net for it asserts its side only
// while the other side is asserted.
void add_block_net(const Subject& on, const SiblingNames& names, VarId valid, VarId ready,
                   Finding& f);

}  // namespace tapestry
