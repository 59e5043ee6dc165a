// SPDX-License-Identifier: Apache-2.0
// Work that the results of a run need, as far as counts tell: the run is no shorter than that, so
// whoever works less explains no more of it than the rest. That is an estimate: replicas that take
// work from each other, and beats that come to nothing, are not seen in counts.
//
//   of a thread: what it does in the states that it names, one after the other
//   of a machine: what it works for the beats that leave the design; for as many of its own as
//   there are results, if it works once for each
#pragma once

#include "explain/network/load.h"

namespace tapestry {

// The walk along the critical path does not know that. Where one message has many beats, and many
// cores share them at the same time, it goes from core to core as if they worked one after the
// other; and where a block has waited once, for its first beat, it may leave that block at any time
// of the run. What is too much is of the block whose work is needed.
// `time`: cycles of the path by block; `suspect_of`: by block.
void keep_needed_work(const Network& network, const Run& run, const Period& period,
                      const Load& load, const std::vector<std::size_t>& suspect_of,
                      std::vector<double>& time);

}  // namespace tapestry
