// SPDX-License-Identifier: Apache-2.0
// Where each number stands in the record that a tap of a ring sends, its status byte left out;
// docs/links.md has the same as pictures. Entries of a table come first: each edge counts in one of
// them, so that they sum to the edges of the cut.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/tap_map.h"

namespace tapestry {

// Machines with more states count entries and stays only: their table would grow with the square.
inline constexpr std::size_t kMostStatesWithTransitions = 62;

// Records that a trace keeps when nobody says how many: a simulation writes them away, an FPGA
// holds them until they are read.
inline constexpr std::uint64_t kTraceDepth = 65536;
inline constexpr std::uint64_t kRingTraceDepth = 64;
// Records of one window: before the trigger, and from it on. A trace of changes has one window.
struct TraceWindow {
    std::uint64_t before = 0;
    std::uint64_t after = 1;
};
TraceWindow trace_window(const TraceRule& rule, std::uint64_t depth_by_default);

bool observes_keep(const TapForm& tap);

// Rows and columns are the states, `other` and reset. Entry [from][to]: edges with sample `to`
// after one with `from`. A machine of many states has the row of its stays and the row of its
// entries.
struct MachineWords {
    explicit MachineWords(const Tap& tap);
    bool has_transitions;
    std::size_t states;  // with `other`; the number of the reset
    std::size_t row;     // words of a row, a power of two
    std::size_t rows;
    std::size_t stays = 0, entries;  // rows of a machine of many states
    std::size_t max_dwell, min_dwell, end;
};

// The edges of each handshake; transfers that do not end a length, then for each k those at which a
// burst reaches 2^k beats, each without and with last.
struct StreamWords {
    StreamWords(const Tap& tap, const LinkMap& link);
    static constexpr std::size_t kReset = 0, kIdle = 1, kStarved = 2, kBlocked = 3, kTransfer = 4,
                                 kLast = 5, kReached = 6;
    static constexpr std::size_t reached(std::size_t k) { return kReached + 2 * k; }
    std::size_t bins;
    std::size_t table;  // words of it
    std::size_t kept;   // the bits of keep, when it is observed, in two words
    std::size_t longest_block, longest_burst, end;
};

// Entries are the sets of {underflow, push, full, pop, empty}; underflow alone is the reset.
struct QueueWords {
    explicit QueueWords(const Tap& tap);
    static constexpr std::size_t kUnderflow = 16, kPush = 8, kFull = 4, kPop = 2, kEmpty = 1,
                                 kTable = 32;
    static constexpr std::size_t kOccupancySum = kTable, kMaxOccupancy = kOccupancySum + 2,
                                 kHistogram = kMaxOccupancy + 1;
    std::size_t bins;  // with the one above them; one more for reset
    std::size_t end;
};

// Entries are the sets of {begins, overflow, busy, done}; overflow alone is the reset.
struct CallWords {
    explicit CallWords(const LinkMap& link);
    static constexpr std::size_t kBegins = 8, kOverflow = 4, kBusy = 2, kDone = 1, kTable = 16;
    static constexpr std::size_t kLatencySum = kTable, kIntervalSum = kLatencySum + 2,
                                 kMinLatency = kIntervalSum + 2, kMaxLatency = kMinLatency + 1,
                                 kMinInterval = kMaxLatency + 1, kMaxInterval = kMinInterval + 1,
                                 kHistogram = kMaxInterval + 1;
    std::size_t bins, end;
};

struct EventWords {
    static constexpr std::size_t kReset = 0, kFalse = 1, kTrue = 2, kRises = 3, kTable = 4,
                                 kLongestRun = kTable, kEnd = kLongestRun + 1;
};

// The table of an event, of what must not be.
struct AssertWords : EventWords {
    static constexpr std::size_t kFirstViolation = kTable;
};

// The bins first. Numbers wider than a word go on in the words behind.
struct ValueWords {
    ValueWords(const Tap& tap, const LinkMap& link);
    std::size_t below, above, disabled, reset, table;
    std::size_t value_sum, least, most, end;
};

// A value of one bin without extremes.
struct SumWords {
    SumWords(const Tap& tap, const LinkMap& link);
    static constexpr std::size_t kSamples = 3, kReset = 4, kTable = 5, kTotal = kTable;
    std::size_t end;
};

// Reset, other edges, lost, kept, how many records follow; each record is its time and its value.
struct TraceWords {
    TraceWords(const Tap& tap, const LinkMap& link);
    static constexpr std::size_t kReset = 0, kTable = 2, kLost = 2, kKept = 3, kNumber = 4,
                                 kFirst = 5;
    std::size_t stride;  // words of a record, a power of two
    std::size_t window;  // records at most
    std::size_t end;
};

// Words of the record.
std::uint32_t record_words(const Tap& tap, const LinkMap& link);

}  // namespace tapestry
