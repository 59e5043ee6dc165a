// SPDX-License-Identifier: Apache-2.0
// The states of a block: pragmas with the same name are one state.
#pragma once

#include "read/pragma/statement.h"

namespace tapestry {

// Sets states, width and signal names. Fails if two pragmas contradict each
// other or one names an unknown state.
Result<Done> fill_states(const ProcessStatement& body, const std::vector<PragmaComment>& pragmas,
                         Language language, PragmaBlock& block, Diagnostics& diagnostics);

const PragmaState& state_named(const PragmaBlock& block, const std::string& name);

// The number of states with their own bit in the block's held signal.
std::size_t held_bits(const PragmaBlock& block);

}  // namespace tapestry
