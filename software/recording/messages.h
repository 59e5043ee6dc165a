// SPDX-License-Identifier: Apache-2.0
// Matches sends with receives, and finds which rank waited for which:
//
//   late_sender         a receive was called before its send:  send start - receive start
//   late_receiver       a send did not return before its receive was called
//   wait_at_barrier, wait_at_collective, wait_at_fence  until the last rank arrived; with a root,
//                       until the root arrived, or at the root until the last other rank arrived
//   wait_for_lock, late_post, late_complete  of one-sided calls (messages.cpp)
//
// The wait of a nonblocking call is that of the call which completes its request. Each wait, and
// the sum of all waits of one call, is at most the length of that call.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/host_part.h"
#include "software/recording/recording.h"

namespace tapestry {

// Roles beside those of a recording: how many sends or receives of a line were overwritten, and
// that this is not known of a rank.
inline constexpr int kGone = 0x100;
inline constexpr int kUnknownGone = 0x200;

struct RankMessages {
    RecordedMessage message;  // in run time; its peer is numbered as `rank` is
    int rank = -1;            // a number of its own for each rank of all worlds
    int place = -1;           // of the thread
    std::string call;         // MPI_Send
    std::string source = {};  // line of the call
    int world = 0;            // number of its MPI_COMM_WORLD

    // What its communicator or window has among those of all worlds.
    std::pair<int, std::uint64_t> communicator() const { return {world, message.communicator}; }
};

// The part of one MPI call in which its thread waited for another.
struct CallWait {
    int place = -1;  // of the thread that waited
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t id = 0;  // of the call, in the recording of its process
    std::string pattern = {};
    int cause = -1;  // place of the thread that it waited for
};

// `world`, or the number of another communicator or window.
std::string communicator_name(std::uint64_t communicator);

// Adds messages and waits to `host` in order of time, and reports unmatched ones. Returns every
// single wait, by thread and in order of time.
std::vector<CallWait> join_messages(std::vector<RankMessages> all, HostPart& host,
                                    Diagnostics& diagnostics);

}  // namespace tapestry
