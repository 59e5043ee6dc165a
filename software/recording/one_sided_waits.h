// SPDX-License-Identifier: Apache-2.0
// Waits of one-sided MPI calls:
//
//   wait_for_lock   MPI_Win_lock, or the unlock if the lock is acquired only then, while another
//                   rank held a conflicting lock of that window and target
//   late_post       an origin waits for a target to open its window
//   late_complete   a target waits for an origin to finish with its window
#pragma once

#include "software/recording/waits.h"

namespace tapestry {

// Considers locks, posts and starts; entries of other roles are ignored.
std::vector<FoundWait> waits_for_locks(const std::vector<RankMessages>& all);
std::vector<FoundWait> waits_for_epochs(const std::vector<RankMessages>& all);

}  // namespace tapestry
