// SPDX-License-Identifier: Apache-2.0
// The states of a block: pragmas of one name are one state.
#pragma once

#include "read/pragma/statement.h"

namespace tapestry {

// Fills states, width and names of signals. False when two pragmas contradict each other, or one
// names a state that is not there; that is reported.
bool fill_states(const ProcessStatement& body, const std::vector<PragmaComment>& pragmas,
                 Language language, PragmaBlock& block, Diagnostics& diagnostics);

const PragmaState& state_named(const PragmaBlock& block, const std::string& name);

// How many states have a bit of their own in the block's held signal.
std::size_t held_bits(const PragmaBlock& block);

}  // namespace tapestry
