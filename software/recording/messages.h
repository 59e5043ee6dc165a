// SPDX-License-Identifier: Apache-2.0
// Matches sends with receives, and finds which rank waited for which:
//
//   late_sender         a receive was called before its send:  send start - receive start
//   late_receiver       a send did not return before its receive was called
//   wait_at_barrier, wait_at_collective, wait_at_fence  until the last rank arrived; with a root,
//                       until the root arrived, or at the root until the last other rank arrived
//   wait_for_lock, late_post, late_complete  of one-sided calls (one_sided_waits.h)
//
// The wait of a nonblocking call is that of the call which completes its request. Each wait, and
// the sum of all waits of one call, is at most the length of that call.
//
// Memory does not depend on the number of messages: they are sorted by what belongs together, in
// lists that are stored (sorted_list.h), and gone through. Only the parts of one collective call,
// and the locks and epochs of one window, are in memory together.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/host_calls.h"
#include "model/host_part.h"
#include "software/recording/rank_message.h"
#include "software/recording/waits.h"

namespace tapestry {

// `world`, or the number of another communicator or window.
std::string communicator_name(std::uint64_t communicator);

// What ranks sent each other and did together, in order of time.
struct JoinedMessages {
    Rows<RunMessage> messages;
    Rows<HostCollective> collectives;
    std::vector<HostWait> waits;  // sums, the longest first
    ThreadWaits calls;            // every single wait
};

// Takes the messages of all ranks, in any order.
class MessageJoiner {
public:
    MessageJoiner();
    ~MessageJoiner();

    MessageCalls& calls();
    void add(const RankMessage& message);
    // Reports messages that lack their other side. Nothing is added behind this.
    JoinedMessages join(Diagnostics& diagnostics);

private:
    class Sorter;
    std::shared_ptr<Sorter> sorter_;  // the rows of what was joined keep it
};

}  // namespace tapestry
