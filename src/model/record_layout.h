// SPDX-License-Identifier: Apache-2.0
// The position of each number in the record that a ring tap sends, without its status byte;
// docs/links.md has the same as pictures. A table comes first: each edge counts in exactly one
// entry, so that the entries sum to the edges of the reading.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/tap_map.h"

namespace tapestry {

// Machines with more states count only entries and stays, because a transition table grows with the
// square of the states.
inline constexpr std::size_t kMostStatesWithTransitions = 62;

// Default number of records that a trace keeps: a simulation writes them to a file, an FPGA stores
// them until they are read.
inline constexpr std::uint64_t kTraceDepth = 65536;
inline constexpr std::uint64_t kRingTraceDepth = 64;
// Records of one window: before the trigger, and from the trigger on. A trace of changes has one
// window.
struct TraceWindow {
    std::uint64_t before = 0;
    std::uint64_t after = 1;
};
TraceWindow trace_window(const TraceRule& rule, std::uint64_t depth_by_default);

bool observes_keep(const TapForm& tap);

// A lean tap (TapPlace::lean) has the tables alone, in the form that has the fewest entries.

// Rows and columns are the states, `other` and reset. Entry [from][to] counts edges with sample
// `to` after a sample `from`. A machine with too many states, or a lean tap, has only a row of
// stays and a row of entries.
struct MachineWords {
    explicit MachineWords(const Tap& tap);
    bool has_transitions;
    std::size_t states;  // including `other`; also the index of reset
    std::size_t row;     // words per row, a power of two
    std::size_t rows;
    std::size_t stays = 0, entries;         // the two rows of a machine with too many states
    std::size_t max_dwell, min_dwell, end;  // the table ends at max_dwell
};

// The edges of each handshake state; then the transfers that do not complete a burst length, then
// for each k the transfers at which a burst reaches 2^k beats; each without and with last.
struct StreamWords {
    StreamWords(const Tap& tap, const LinkMap& link);
    static constexpr std::size_t kReset = 0, kIdle = 1, kStarved = 2, kBlocked = 3, kTransfer = 4,
                                 kLast = 5, kReached = 6;
    static constexpr std::size_t reached(std::size_t k) { return kReached + 2 * k; }
    std::size_t bins;
    std::size_t table;  // words of the table
    std::size_t kept;   // the number of set keep bits, if keep is observed, in two words
    std::size_t longest_block, longest_burst, end;
};

// One entry for each combination of {underflow, push, full, pop, empty}; underflow alone means
// reset.
struct QueueWords {
    explicit QueueWords(const Tap& tap);
    static constexpr std::size_t kUnderflow = 16, kPush = 8, kFull = 4, kPop = 2, kEmpty = 1,
                                 kTable = 32;
    static constexpr std::size_t kOccupancySum = kTable, kMaxOccupancy = kOccupancySum + 2;
    std::size_t histogram;
    std::size_t bins;  // including the overflow bin; one more for reset
    std::size_t end;
};

// One entry for each combination of {begins, overflow, busy, done}; overflow alone means reset.
struct CallWords {
    CallWords(const Tap& tap, const LinkMap& link);
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

// The table of an event: the violation.
struct AssertWords : EventWords {
    static constexpr std::size_t kFirstViolation = kTable;
};

// The bins first. Numbers wider than a word continue in the next words.
struct ValueWords {
    ValueWords(const Tap& tap, const LinkMap& link);
    std::size_t below, above, disabled, reset, table;
    std::size_t value_sum, least, most, end;
};

// A value with one bin and no extremes.
struct SumWords {
    SumWords(const Tap& tap, const LinkMap& link);
    static constexpr std::size_t kSamples = 3, kReset = 4, kTable = 5, kTotal = kTable;
    std::size_t end;
};

// Reset, other edges, lost, kept, number of records; then each record as time and value.
struct TraceWords {
    TraceWords(const Tap& tap, const LinkMap& link);
    static constexpr std::size_t kReset = 0, kTable = 2, kLost = 2, kKept = 3, kNumber = 4,
                                 kFirst = 5;
    std::size_t stride;  // words per record, a power of two
    std::size_t window;  // records at most
    std::size_t end;
};

// The length of the record in words.
std::uint32_t record_words(const Tap& tap, const LinkMap& link);

}  // namespace tapestry
