// SPDX-License-Identifier: Apache-2.0
// Waits of one-sided calls.
//
//   wait_for_lock   MPI_Win_lock, or the unlock when the lock is taken only then, while another
//                   rank held a lock of that window and target which excludes this one
//   late_post       an origin waits for a target to open its window
//   late_complete   a target waits for an origin to be done with its window
#pragma once

#include "software/recording/waits.h"

namespace tapestry {

// Entries of any roles; those of locks, posts and starts are looked at.
std::vector<FoundWait> waits_for_locks(const std::vector<RankMessages>& all);
std::vector<FoundWait> waits_for_epochs(const std::vector<RankMessages>& all);

}  // namespace tapestry
