// SPDX-License-Identifier: Apache-2.0
// What a run holds of software beside the states of its threads: what they passed to each other,
// whom they waited for, and what they said. Times are nanoseconds of the run's time base.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapestry {

// A state of a thread. `time` in the view of states leaves out what lay inside it; this does not.
struct HostState {
    int tap = 0;
    std::uint64_t state = 0;  // index in TapNumbers::states
    std::uint64_t inclusive_ns = 0;
    std::uint64_t bytes = 0;
    std::string peer;
    std::string purpose;
    bool operator==(const HostState&) const = default;
};

// A line of the program's text at which a thread entered a state; of a call of MPI the one that
// calls it.
struct HostSite {
    int tap = 0;
    std::uint64_t state = 0;  // index in TapNumbers::states
    std::string source;       // file:line, or PROGRAM+0xADDRESS when nothing says which line it is
    std::string function;     // empty: not known
    std::uint64_t entries = 0;
    std::uint64_t inclusive_ns = 0;
    std::uint64_t max_ns = 0;
    std::uint64_t bytes = 0;
    bool operator==(const HostSite&) const = default;
};

// A message from one rank to another. One that only one side has recorded has no call and no times
// of the other.
struct RunMessage {
    int from = -1;  // index in Run::places, of the thread; -1: not known
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

// How long a thread waited in all because another came later.
struct HostWait {
    int place = -1;       // who waited
    std::string pattern;  // late_sender and the like: docs/counting.md
    int cause = -1;       // who came last; -1: not known
    std::string call;
    std::uint64_t count = 0;
    std::uint64_t wait_ns = 0;
    std::string source;  // as in HostSite; empty: not known
    bool operator==(const HostWait&) const = default;
};

// A counter's new value, or a mark.
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
