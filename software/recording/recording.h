// SPDX-License-Identifier: Apache-2.0
// What one process recorded (host/recording_layout.h, docs/formats.md): its threads with the states
// that they went through. Times are nanoseconds of the machine's CLOCK_MONOTONIC.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

// What a number of a record stands for.
struct RecordedName {
    int what = 0;      // tapestry_definition_kind
    int category = 0;  // tapestry_category
    std::string name;
    std::string peer;
    std::string purpose;
    std::string source;         // file:line; of a call of MPI first an address (call_sites.h)
    std::string function = {};  // that the line is in, where it is known
};

// A state from its beginning to its end. A thread's records stand in the order of their ends, so
// that those inside a state come before it.
struct RecordedState {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t bytes = 0;
    std::uint32_t id = 0;
    std::uint32_t depth = 0;  // states around it
};

struct RecordedEvent {
    std::uint64_t time = 0;
    std::uint32_t id = 0;
    double value = 0;
};

// The clock of a device that the process drove.
struct RecordedDeviceClock {
    std::uint32_t id = 0;
    std::uint64_t time = 0;
    std::uint64_t edges = 0;
    std::uint64_t doubt_ns = 0;
};

// A stretch of the wall's time, and of a thread's modelled time from the start of its process.
struct RecordedStretch {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t from_ns = 0;
    std::uint64_t to_ns = 0;
};

// The clock of a device in modelled time.
struct RecordedModelClock {
    std::uint32_t id = 0;
    std::uint64_t at_ns = 0;  // of its edge 0
    double hz = 0;
};

struct RecordedMessage {
    int role = 0;  // tapestry_message_role
    std::uint32_t id = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    int peer = -1;  // rank in MPI_COMM_WORLD, or -1
    int tag = 0;
    std::uint64_t communicator = 0;
    std::uint64_t bytes = 0;
    std::uint64_t number = 0;  // of a collective: which one of its communicator
};

struct RecordedThread {
    std::uint32_t number = 0;
    std::uint64_t tid = 0;
    int kind = 0;  // tapestry_thread_kind
    std::string name;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::vector<RecordedState> states;
    std::vector<RecordedEvent> events;
    std::vector<RecordedMessage> messages;
    std::vector<RecordedStretch> modelled;
};

// What has to be added to a time here for that of rank 0, as known at one moment.
struct RecordedAlignment {
    double here_ns = 0;
    double offset_ns = 0;
    double doubt_ns = 0;
};

struct RecordedCommunicator {
    int rank = 0;
    int size = 0;
};

struct Recording {
    std::string file;
    bool is_summary = false;  // another process of the merge has its states (share_bytes.h)
    std::uint32_t pid = 0;
    std::uint32_t parent_pid = 0;
    int rank = -1;
    int ranks = 0;
    int launched = -1;  // as which rank, also of a program that never called MPI
    int ending = 0;     // tapestry_ending
    std::string board;  // file of what a board counted that the process drove; empty: none
    std::string program;
    std::string host;
    std::string boot;
    std::uint64_t start_ticks = 0;  // also of one that recorded nothing, not even its clock
    std::uint64_t start = 0;
    std::uint64_t end = 0;  // as far as it is known
    std::uint64_t lost = 0;
    std::uint64_t unmatched = 0;
    double clock_doubt_ns = 0;  // of turning ticks into nanoseconds
    std::map<std::uint32_t, RecordedName> names;
    std::vector<RecordedThread> threads;  // by number
    std::vector<RecordedAlignment> alignments;
    std::vector<RecordedDeviceClock> device_clocks;
    std::vector<RecordedModelClock> model_clocks;
    std::map<std::uint64_t, RecordedCommunicator> communicators;
};

// Takes all that is finished in the bytes of a file. Time and memory are linear in them, whatever
// they hold. Fails when they are no recording.
Result<Recording> read_recording(std::string_view bytes, const std::string& file,
                                 Diagnostics& diagnostics);

}  // namespace tapestry
