// SPDX-License-Identifier: Apache-2.0
// Waits in collective calls, which all members of a communicator or window make together.
#pragma once

#include "model/host_calls.h"
#include "software/recording/waits.h"

namespace tapestry {

// Considers collective calls and fences; entries of other roles are ignored.
std::vector<FoundWait> waits_at_meetings(const std::vector<RankMessages>& all);

// The part of each rank in each collective call of a communicator, in order of time.
std::vector<HostCollective> collectives_of(const std::vector<RankMessages>& all);

}  // namespace tapestry
