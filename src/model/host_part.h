// SPDX-License-Identifier: Apache-2.0
// What a run records about software in addition to the states of its threads: messages, waits,
// counters and marks. Times are nanoseconds of the run's time base.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapestry {

// One state of a thread. Times are inclusive; the view of states has exclusive times.
struct HostState {
    int tap = 0;
    std::uint64_t state = 0;  // index in TapNumbers::states
    std::uint64_t inclusive_ns = 0;
    std::uint64_t bytes = 0;
    std::string peer;
    std::string purpose;
    bool operator==(const HostState&) const = default;
};

// A source line at which a thread entered a state; for an MPI call, the line of the call.
struct HostSite {
    int tap = 0;
    std::uint64_t state = 0;  // index in TapNumbers::states
    std::string source;       // file:line, or PROGRAM+0xADDRESS without debug information
    std::string function;     // empty: unknown
    std::uint64_t entries = 0;
    std::uint64_t inclusive_ns = 0;
    std::uint64_t max_ns = 0;
    std::uint64_t bytes = 0;
    bool operator==(const HostSite&) const = default;
};

// A message from one rank to another. If only one side recorded it, the call and times of the other
// side are missing.
struct RunMessage {
    int from = -1;  // the thread, index in Run::places; -1: unknown
    int to = -1;
    std::string send_call;  // MPI_Send
    std::string receive_call;
    std::int64_t tag = 0;
    std::string communicator;
    std::uint64_t bytes = 0;
    std::uint64_t send_start_ns = 0;
    std::uint64_t send_end_ns = 0;
    std::uint64_t receive_start_ns = 0;
    std::uint64_t receive_end_ns = 0;
    bool operator==(const RunMessage&) const = default;
};

// The total time a thread waited because another was late.
struct HostWait {
    int place = -1;       // the waiting thread
    std::string pattern;  // late_sender and the like: docs/counting.md
    int cause = -1;       // the last to arrive; -1: unknown
    std::string call;
    std::uint64_t count = 0;
    std::uint64_t wait_ns = 0;
    std::string source;  // as in HostSite; empty: unknown
    bool operator==(const HostWait&) const = default;
};

// A new value of a counter, or a mark.
struct HostEvent {
    int place = -1;
    std::string kind;  // counter, mark
    std::string name;
    std::uint64_t time_ns = 0;
    double value = 0;
    bool operator==(const HostEvent&) const = default;
};

struct HostPart {
    std::vector<HostState> states;
    std::vector<HostSite> sites;
    std::vector<RunMessage> messages;
    std::vector<HostWait> waits;
    std::vector<HostEvent> events;
};

}  // namespace tapestry
