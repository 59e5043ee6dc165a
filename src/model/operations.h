// SPDX-License-Identifier: Apache-2.0
// Recorded operations: what each thread of a run did with its channels, in order, and how long it
// worked in between. Depths, rates and stalls are not in it: they follow when the operations are
// replayed, which is what makes a prediction.
//
//   A thread is one sequential machine; its local clock counts the cycles in which it is not
//   blocked. A visit is the set of operations that it makes at one local time. Start and done of a
//   call are channels too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

struct ChannelOperation {
    std::uint32_t channel = 0;  // index in Operations::channels
    bool push = false;          // else a pop
    // A visit begins when all it pops is there. Pushes of one group fire together when all of them
    // can; groups do not wait for each other. The visit ends with the last, and the pops with it.
    std::uint32_t group = 0;
    bool operator==(const ChannelOperation&) const = default;
};

struct Visit {
    std::uint64_t delay = 0;  // local cycles since the visit before
    std::uint32_t set = 0;    // index in OperationThread::sets: visits are much alike
    bool blocked = false;     // it had to wait for a channel
    bool operator==(const Visit&) const = default;
};

// Which of several channels is taken from when more than one has a beat.
enum class ChoicePolicy : std::uint8_t {
    recorded,      // whose turn it was in the recording, though others have to wait
    priority,      // the first of `channels`
    round_robin,   // the first behind the one that was chosen last, in the circle of `channels`
    least_recent,  // the one that was chosen longest ago; at first the first of `channels`
    oldest,        // the one whose beat came first; of several the first of `channels`
};
struct Arbitration {
    ChoicePolicy policy = ChoicePolicy::recorded;
    std::vector<std::uint32_t> channels;  // indices in Operations::channels
    bool operator==(const Arbitration&) const = default;
};

struct OperationThread {
    std::string path;
    std::int32_t clock = -1;  // index in Run::clocks
    std::vector<std::vector<ChannelOperation>> sets;
    std::vector<Visit> visits;
    // Cycles that each blocked visit waited, in their order; empty when they were not kept. With
    // them a replay at the recorded depths can be held against the time of every operation.
    std::vector<std::uint64_t> stalls;
    std::uint64_t rest = 0;  // cycles of the run behind the last visit
    // Visits whose delay is a guess, because the thread does not show when it begins to wait.
    std::uint64_t guessed = 0;
    // Why its visits may come in another order when channels are slower or faster; empty: they do
    // not. Such a thread cannot be replayed with other settings.
    std::string choice = {};
    // All ways to choose that explain what was recorded, the likeliest first. A choice is made in
    // the first visit that looks at, or takes from, one of the channels since the last was taken.
    // Empty: visits come in the recorded order.
    std::vector<Arbitration> arbitrations = {};
    bool operator==(const OperationThread&) const = default;
};

// Pop n comes `latency` cycles after push n or later, push n + capacity `room` cycles after pop n
// or later. Without capacity both ends move in the same cycle.
struct OperationChannel {
    std::string path;
    std::uint64_t depth = 0;     // in the source, of a queue; 0: not known
    std::uint64_t latency = 0;   // cycles from a push to the first pop that can have it
    std::uint64_t room = 0;      // cycles from a pop to the first push that can have its place
    std::uint64_t capacity = 0;  // entries it holds; 0: none, a handshake
    bool operator==(const OperationChannel&) const = default;
};

struct Operations {
    std::vector<OperationChannel> channels;
    std::vector<OperationThread> threads;
    bool empty() const { return channels.empty() && threads.empty(); }
    bool operator==(const Operations&) const = default;
};

// Operations as blocks of bytes, each with its version and a checksum (docs/formats.md). The first
// has the names; a block of visits is at most some hundred kilobytes, so that a long recording need
// not be in memory at once.
std::vector<std::string> to_blocks(const Operations& operations);

// Fails with run_malformed on anything that to_blocks() does not make. `name` is the file's name,
// for messages.
Result<Operations> operations_from_blocks(const std::vector<std::string>& blocks,
                                          const std::string& name, Diagnostics& diagnostics);

}  // namespace tapestry
