// SPDX-License-Identifier: Apache-2.0
// Recorded operations: what each thread did with its channels, in order, and how long it computed
// in between. Depths, rates and stalls are not recorded: they result from replaying the operations,
// which is how predictions are made.
//
// A thread is one sequential machine; its local clock counts the cycles in which it is not blocked.
// A visit is the set of operations that it makes at one local time. Start and done of a call are
// channels too.
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
    // A visit begins when all its pops have data. The pushes of one group fire together once all of
    // them can; groups do not wait for each other. The visit ends with its last push, and so do the
    // pops.
    std::uint32_t group = 0;
    bool operator==(const ChannelOperation&) const = default;
};

struct Visit {
    std::uint64_t delay = 0;  // local cycles since the previous visit
    std::uint32_t set = 0;    // index in OperationThread::sets, which visits share
    bool blocked = false;     // it had to wait for a channel
    bool operator==(const Visit&) const = default;
};

// How an arbiter chooses when more than one channel has a beat.
enum class ChoicePolicy : std::uint8_t {
    recorded,      // in the recorded order, even if other channels have to wait
    priority,      // the first of `channels`
    round_robin,   // the first after the previous choice, cyclically in `channels`
    least_recent,  // the one chosen longest ago; initially the first of `channels`
    oldest,        // the one whose beat arrived first; in a tie the first of `channels`
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
    // The stall cycles of each blocked visit, in order; empty if they were not kept. They allow a
    // replay at the recorded depths to be checked against the time of every operation.
    std::vector<std::uint64_t> stalls;
    std::uint64_t rest = 0;  // cycles of the run after the last visit
    // Visits with an estimated delay, because the thread does not show when it begins to wait.
    std::uint64_t guessed = 0;
    // Why the order of visits may depend on the speed of channels; empty: it does not. Such a
    // thread cannot be replayed with other settings.
    std::string choice = {};
    // All arbitration policies consistent with the recording, the likeliest first. A choice is made
    // in the first visit that tests or pops one of the channels since the previous pop. Empty:
    // visits keep the recorded order.
    std::vector<Arbitration> arbitrations = {};
    bool operator==(const OperationThread&) const = default;
};

// Pop n happens at least `latency` cycles after push n; push n + capacity at least `room` cycles
// after pop n. With capacity 0 both ends move in the same cycle.
struct OperationChannel {
    std::string path;
    std::uint64_t depth = 0;     // of a queue, in the source; 0: unknown
    std::uint64_t latency = 0;   // cycles from a push until its entry can be popped
    std::uint64_t room = 0;      // cycles from a pop until its entry can be reused by a push
    std::uint64_t capacity = 0;  // entries; 0: a handshake without storage
    bool operator==(const OperationChannel&) const = default;
};

struct Operations {
    std::vector<OperationChannel> channels;
    std::vector<OperationThread> threads;
    bool empty() const { return channels.empty() && threads.empty(); }
    bool operator==(const Operations&) const = default;
};

// Operations as blocks of bytes, each with its version and a checksum (docs/formats.md). The first
// block holds the names; a block of visits is limited to a few hundred kilobytes, so that a long
// recording need not be in memory at once.
std::vector<std::string> to_blocks(const Operations& operations);

// Fails with run_malformed on any input that to_blocks() does not produce. `name` is the file name
// for diagnostics.
Result<Operations> operations_from_blocks(const std::vector<std::string>& blocks,
                                          const std::string& name, Diagnostics& diagnostics);

}  // namespace tapestry
