// SPDX-License-Identifier: Apache-2.0
// The write/full_n and read/empty_n ends of HLS processes. The process raises `write` only while
// full_n is high, so that valid-and-not-ready never shows; its block net says when it wants to move
// a beat, and without one the state that moves it.
#pragma once

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

// Takes the end of a queue whose full_n or empty_n is `v`, if `v` is one.
void find_hls_ends(const Subject& on, const SiblingNames& names, VarId v);

// The same for a handshake of an AXI stream: a process that has a block net of it raises its side
// only while the other one is there.
void add_block_net(const Subject& on, const SiblingNames& names, VarId valid, VarId ready,
                   Finding& f);

}  // namespace tapestry
