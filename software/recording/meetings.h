// SPDX-License-Identifier: Apache-2.0
// Calls that all members of a communicator or window make together.
#pragma once

#include "software/recording/waits.h"

namespace tapestry {

// Entries of any roles; those of collective calls and fences are looked at.
std::vector<FoundWait> waits_at_meetings(const std::vector<RankMessages>& all);

}  // namespace tapestry
