// SPDX-License-Identifier: Apache-2.0
// What the recording does not show of the outside, when a change moves its beats to other times.
#pragma once

#include "explain/prediction/recorded_operations.h"

namespace tapestry {

// A sentence; empty if there is no doubt. An outside end that pauses between beats may do so
// independently of the design, unless it was seen not to. A testbench often ends the run with a
// beat that is no longer counted: if the last beats come at other intervals, so may this one,
// unless the edge at which the run ended is recorded.
// `changed` replays the operations with the change.
std::string outside_doubt(const RecordedOperations& recording, const Replay& changed,
                          const std::vector<ChannelSetting>& settings);

// How far the length of the run may be off, in cycles, because a testbench's random pauses would
// fall elsewhere: what they bring when they come earlier or later than recorded.
double spread_of_pauses(const RecordedOperations& after,
                        const std::vector<ChannelSetting>& settings);

// How far the unrecorded beat with which a run may have ended moves, in cycles: as far as a beat
// that came as long after the one before it.
double spread_of_end(const RecordedOperations& recording, const Replay& changed,
                     const std::vector<ChannelSetting>& settings);

}  // namespace tapestry
