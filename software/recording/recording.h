// SPDX-License-Identifier: Apache-2.0
// The recording of one process (software/library/recording_layout.h, docs/formats.md): its threads
// and the states they went through. Times are nanoseconds of the machine's CLOCK_MONOTONIC.
//
// Terms: a state is a named, nested interval of a thread. A tick is one count of the processor's
// time stamp counter. Modelled time replaces the wall time of a simulated device by the device's
// cycles. A sight is a reading of one clock bounded by two readings of another.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

// The definition of an id that records use.
struct RecordedName {
    int what = 0;      // tapestry_definition_kind
    int category = 0;  // tapestry_category
    std::string name;
    std::string peer;
    std::string purpose;
    std::string source;         // file:line; of an MPI call initially an address (call_sites.h)
    std::string function = {};  // function that contains the line, if known
};

// One visit of a state. A thread's records are in the order of their ends, so nested states precede
// the state around them.
struct RecordedState {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t bytes = 0;
    std::uint32_t id = 0;
    std::uint32_t depth = 0;  // number of enclosing states
};

struct RecordedEvent {
    std::uint64_t time = 0;
    std::uint32_t id = 0;
    double value = 0;
};

// A reading of the clock of a device that the process drove.
struct RecordedDeviceClock {
    std::uint32_t id = 0;
    std::uint64_t time = 0;
    std::uint64_t edges = 0;
    std::uint64_t doubt_ns = 0;
};

// An interval of wall time, and the interval of a thread's modelled time it corresponds to, counted
// from the start of its process.
struct RecordedStretch {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t from_ns = 0;
    std::uint64_t to_ns = 0;
};

// The clock of a device in modelled time.
struct RecordedModelClock {
    std::uint32_t id = 0;
    std::uint64_t at_ns = 0;  // time of edge 0
    double hz = 0;
};

struct RecordedMessage {
    int role = 0;  // tapestry_message_role
    std::uint32_t id = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    int peer = -1;  // rank in MPI_COMM_WORLD; -1: all, TAPESTRY_STRANGER: of another one
    int tag = 0;
    std::uint64_t communicator = 0;
    std::uint64_t bytes = 0;
    std::uint64_t number = 0;  // of a collective: its index in the communicator
};

struct RecordedThread {
    std::uint32_t number = 0;
    std::uint64_t tid = 0;
    int kind = 0;  // tapestry_thread_kind
    std::string name;
    bool is_named = false;  // by the program, for the recording
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::vector<RecordedState> states;        // those in memory; Recording::stored has the others
    std::uint64_t first = ~std::uint64_t{0};  // when the first of those stored began,
    std::uint64_t last = 0;                   // and the last one ended
    std::set<std::uint32_t> ids;              // of those stored
    std::vector<std::uint32_t> dropped;       // functions that are no states, as too short; sorted
    // What is stored has the time that it was recorded in; this leads to the thread's own. Empty:
    // they are the same.
    std::function<std::uint64_t(std::uint64_t)> turned;
    std::vector<RecordedEvent> events;
    std::vector<RecordedMessage> messages;  // as with states, those in memory
    std::vector<RecordedStretch> modelled;
    // By state (0: outside all) and counter, ids both: how much the counter grew in it.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> counts;
};

// The offset from this clock to that of rank 0, measured at one moment.
struct RecordedAlignment {
    double here_ns = 0;
    double offset_ns = 0;
    double doubt_ns = 0;
};

struct RecordedCommunicator {
    int rank = 0;
    int size = 0;
};

class StoredStates;

struct Recording {
    std::string file;
    std::shared_ptr<const StoredStates> stored;  // states that stay in the file; null: none
    bool is_summary = false;  // its states are with another process of the merge (share_bytes.h)
    std::uint32_t pid = 0;
    std::uint32_t parent_pid = 0;
    int rank = -1;
    int ranks = 0;
    int launched = -1;              // rank given by the launcher, even if MPI was never called
    std::uint64_t world = 0;        // the same in all ranks of one MPI_COMM_WORLD; 0: unknown
    int ending = 0;                 // tapestry_ending
    bool is_modelled = false;       // its times are modelled ones
    std::uint32_t strange_mpi = 0;  // bits of tapestry_strange_calls: which calls are not recorded
    std::string board;              // counters of a board that the process drove; empty: none
    std::string program;
    std::string host;
    std::string boot;
    std::uint64_t start_ticks = 0;  // known even if nothing else was recorded
    std::uint64_t start = 0;
    std::uint64_t end = 0;  // last known time
    std::uint64_t lost = 0;
    double state_cost_ns = 0;    // what recording a state took; 0: unknown
    std::uint64_t too_deep = 0;  // of them, states inside too many others
    std::uint64_t unmatched = 0;
    // Of a recording that kept what came last: records that are gone, from when on all are there,
    // and the messages among them by what is the same in them.
    std::uint64_t overwritten = 0;
    std::uint64_t kept_from = 0;  // 0: nothing is gone
    bool lines_unknown = false;   // of some messages that are gone it is not known which they were
    std::vector<RecordedMessage> gone;  // `bytes`: how many such messages; `number`: the last one
    std::string refused_counters;       // that were asked for, with the reasons
    double clock_doubt_ns = 0;          // uncertainty of the conversion from ticks
    std::map<std::uint32_t, RecordedName> names;
    std::vector<RecordedThread> threads;  // by number
    std::vector<RecordedAlignment> alignments;
    std::vector<RecordedDeviceClock> device_clocks;
    std::vector<RecordedModelClock> model_clocks;
    std::map<std::uint64_t, RecordedCommunicator> communicators;
};

// Reads all complete records. Time and memory are linear in the size, whatever the bytes contain.
// Fails if they are not a recording.
Result<Recording> read_recording(std::string_view bytes, const std::string& file,
                                 Diagnostics& diagnostics);

// The same of a file, whose states stay in it.
class MappedFile;
Result<Recording> open_recording(std::shared_ptr<const MappedFile> bytes, const std::string& file,
                                 Diagnostics& diagnostics);

// When the first state of the thread began; the largest number if it has none.
std::uint64_t first_state_of(const RecordedThread& thread);

}  // namespace tapestry
