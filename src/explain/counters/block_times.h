// SPDX-License-Identifier: Apache-2.0
// What the cycles of each block were spent on.
//
// A machine has the cycles of its states. An end of channels without a machine has what its
// channels saw: starved inputs, blocked outputs, beats, the time that others waited for it; of the
// rest nobody knows what it did.
#pragma once

#include "explain/network/load.h"

namespace tapestry {

// `machines` holds the categories; `load` is that of the whole run.
std::vector<BlockTime> block_times(const Run& run, const std::vector<MachineAnalysis>& machines,
                                   const Network& network, const Load& load);

}  // namespace tapestry
