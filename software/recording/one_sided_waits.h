// SPDX-License-Identifier: Apache-2.0
// Waits of one-sided MPI calls:
//
//   wait_for_lock   MPI_Win_lock, or the unlock if the lock is acquired only then, while another
//                   rank held a conflicting lock of that window and target
//   late_post       an origin waits for a target to open its window
//   late_complete   a target waits for an origin to finish with its window
#pragma once

#include <vector>

#include "software/recording/rank_message.h"
#include "software/recording/waits.h"

namespace tapestry {

// Of locks and unlocks; entries of other roles are ignored.
void each_wait_for_lock(const std::vector<RankMessage>& all, const TakeWait& take);

// Of posts, starts, completes and the waits for them; entries of other roles are ignored.
void each_wait_for_epoch(const std::vector<RankMessage>& all, const TakeWait& take);

}  // namespace tapestry
