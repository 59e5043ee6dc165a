// SPDX-License-Identifier: Apache-2.0
// What ranks said to each other: sends and receives joined into messages, and who waited for whom.
//
//   late_sender         a receive was called before its send:  send start - receive start
//   late_receiver       a send did not return before its receive was called
//   wait_at_barrier, wait_at_collective, wait_at_fence  until the last one came; with a root, until
//                       the root came, or at the root until the last of the others came
//   wait_for_lock, late_post, late_complete  of one-sided calls (one_sided_waits.h)
//
// Of what returned at once, the call that waits for its request waits. Each wait, and all waits of
// one call together, are at most the length of that call.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/host_part.h"
#include "software/recording/recording.h"

namespace tapestry {

struct RankMessages {
    RecordedMessage message;  // in the time of the run
    int rank = -1;
    int place = -1;           // of the thread
    std::string call;         // MPI_Send
    std::string source = {};  // line that makes it
};

// Adds messages and waits to `host`, in the order of time, and says what has no counterpart.
void join_messages(std::vector<RankMessages> all, HostPart& host, Diagnostics& diagnostics);

}  // namespace tapestry
