// SPDX-License-Identifier: Apache-2.0
// What a pipeline does in each cycle, where no state machine and no handshake tells: a processor
// whose registers keep their values while one signal holds them, and lose them when another clears
// them.
//
//   A signal of one bit holds a pipeline if at least three registers take values only while it has
//   one value, and of at least one such signal a register feeds another. Where it is the OR of
//   others, these are the reasons; the cause of another comes first.
//   A signal flushes it if it gives a register of one bit in it a constant.
//
// The tap is a state machine of an expression: the first of these signals that is active, in the
// order of how much they hold, causes before what they cause, else `moves`.
#pragma once

#include <set>
#include <string>

#include "find/module/subject.h"

namespace tapestry {

// Looks at the module unless something was found in it. To be called when all else has been found,
// and no handshake, queue or call was found in the design.
void find_pipeline(const Subject& on);

// The same in a design with handshakes, for a module that asks over some of them and takes no
// beats: it must be held until it is answered, at one of these inputs.
void find_asking_pipeline(const Subject& on, const std::set<std::string>& answers);

}  // namespace tapestry
