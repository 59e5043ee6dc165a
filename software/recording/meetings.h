// SPDX-License-Identifier: Apache-2.0
// Waits in collective calls, which all members of a communicator or window make together.
#pragma once

#include <vector>

#include "software/recording/rank_message.h"
#include "software/recording/waits.h"

namespace tapestry {

// Whether it is a part in a collective call or a fence.
bool is_part_of_meeting(const RankMessage& e);

// Whether the run has it among its collective calls.
bool is_collective(const RankMessage& e);

// The waits in one collective call, of which these are the parts.
void each_wait_at_meeting(const std::vector<RankMessage>& parts, const MessageCalls& calls,
                          const TakeWait& take);

}  // namespace tapestry
