// SPDX-License-Identifier: Apache-2.0
// What decides when a block moves a beat, beside its handshakes.
//
// The *guards* of a block are the valid of each stream that it gives and the ready of each that it
// takes. Followed back through logic and registers of the block, they may lead to
//
//   handshakes of its own streams, and what comes with a beat   seen in a recording
//   other wires: almost full, a shared counter, an enable        a read of kind `wire`
//   a register that moves while the block waits: a time slot,
//   a pause that runs on, a random number                        a read of kind `time`
//   a constant ready before a ready that is none: beats are
//   dropped, or counted by credits                               a read of kind `taken`
//   the answer of a measured call, whose inputs are followed on   a read of kind `call`
//   another instance inside, too much logic                      a read of kind `unknown`
//
// A block waits for an end while it would move a beat there if the other side did, the other side
// does not, and none of its beats moves. A register moves by itself if it then may change in a way
// that depends on its own value: a shift register that empties does not.
#pragma once

#include <vector>

#include "model/tap_map.h"
#include "weave/plan/spot.h"

namespace tapestry {

// Fills the reads at both ends of every stream. `spots` and taps of the map correspond.
void add_guard_reads(const Design& design, const std::vector<Spot>& spots, TapMap& map);

}  // namespace tapestry
