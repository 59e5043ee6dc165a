// SPDX-License-Identifier: Apache-2.0
// A run over time, as trace viewers need it: a row per tap, and segments in it, each a range of
// clock edges in one state. A machine that was traced has a segment for each visit of a state. For
// all other taps the run only has the cycles of each state per frame, not their order: the segments
// of a frame are in the order of the states, and every file says so. Invariant: the segments of a
// state add up to its cycles, in each frame and in the run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/clock_steps.h"
#include "show/store/run_view.h"

namespace tapestry {

// One of the bins that partition the observed cycles of a tap.
struct RowState {
    std::string name;      // of the state; `transfer`, `blocked`, `full`, …
    std::string category;  // of time; may be empty
    std::uint64_t cycles = 0;
    std::string source;
};

inline constexpr std::size_t kResetState = static_cast<std::size_t>(-1);

// A state with what it encloses: that follows it, one level deeper. Times as in a segment.
struct RowVisit {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::size_t state = 0;
    std::uint32_t level = 0;  // how many are around it
};

// Into a state of a row, or out of it.
struct RowStep {
    std::uint64_t time = 0;
    std::size_t state = 0;
    bool enters = false;
};

// Edges of the row's clock, counted from the start of the run.
struct Segment {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::size_t state = 0;  // of the row; kResetState while the tap was in reset
};

// The increment of a count between the edges `begin` and `edge`.
struct CountStep {
    std::uint64_t begin = 0;
    std::uint64_t edge = 0;
    std::uint64_t growth = 0;
};

struct RowCount {
    std::string name;  // beats, bytes, pushes, …
    std::vector<CountStep> steps;
};

// A trace record of a tap other than a state machine.
struct TraceMark {
    std::uint64_t edge = 0;
    std::optional<std::uint64_t> value;  // nullopt if it had X bits
    std::string name;                    // of the value; may be empty

    std::string text() const {
        if (!name.empty()) return name;
        return value ? std::to_string(*value) : "X";
    }
};

struct TimelineRow {
    std::int64_t tap = 0;
    std::string kind;
    std::string path;
    std::string quality;
    std::string source;
    std::size_t clock = 0;  // index into Timeline::clocks
    bool has_frames = false;
    bool is_traced = false;  // segments are single visits at their exact edges
    std::vector<RowState> states;
    std::vector<Segment> segments;
    std::vector<RowVisit> nested;  // the same with what encloses what; empty: it is not known
    std::vector<RowCount> counts;
    std::vector<TraceMark> marks;
};

// The states of a row by their beginnings, outer ones first; segments are all of level 0.
std::vector<RowVisit> visits_of(const TimelineRow& row);
// The same without the waits of a call that are states inside it, named `CALL pattern thread`.
std::vector<RowVisit> calls_of(const TimelineRow& row);
// What is entered and left, in order.
std::vector<RowStep> steps_of(const std::vector<RowVisit>& visits);

struct TimelineClock {
    std::string path;
    std::uint64_t edges = 0;
    bool is_host = false;             // its edges are nanoseconds
    std::optional<double> offset_ns;  // of edge 0, in the time base of the run
    double ns_an_edge = 0;            // 0 if unknown
    std::vector<ClockStep> steps;     // of a clock that does not run evenly

    std::uint64_t ns(std::uint64_t edge) const;  // of an edge, with a known offset
};

// A stream from one block to another.
struct TimelineChannel {
    std::size_t row = 0;   // of the stream
    std::string producer;  // empty: outside the design
    std::string consumer;
};

struct Timeline {
    std::string name;  // of the design
    std::map<std::string, std::string> facts;
    std::vector<TimelineClock> clocks;
    std::vector<TimelineRow> rows;
    std::vector<TimelineChannel> channels;
    std::map<std::string, std::size_t> row_of_block;  // scope of a block -> row of its machine

    // The run includes software: times are nanoseconds, also those of devices if the relation of
    // their clock to that of the host is known.
    bool is_time = false;
    std::vector<std::string> processes;  // paths

    // An explanation of the times in the file, for its readers.
    const char* note() const { return is_time ? kTimeNote : kNote; }
    // The name of the group of rows with this clock.
    std::string clock_name(std::size_t clock) const;
    // The time before a block is out of its reset, or before a thread begins.
    const char* reset_name(const TimelineRow& row) const {
        return clocks[row.clock].is_host ? "not started" : "reset";
    }
    // The process of a row; empty for a row of the design.
    std::string process_of(const TimelineRow& row) const;

    static constexpr const char* kTimeNote =
        "Times are nanoseconds of the run. Threads are shown as they were recorded; blocks of a "
        "device stand where its clock puts them on the host's, and what was counted per frame is "
        "there in the order of its states, which is not known. The view `clocks` has how far each "
        "clock may be off.";
    static constexpr const char* kNote =
        "Times are clock cycles: one unit is one cycle of the row's clock, not a nanosecond or "
        "microsecond. A state machine that was traced is shown to the cycle; all other numbers are "
        "counted per frame, and the order of states inside a frame is not known, only how long "
        "each lasted.";
};

Result<Timeline> read_timeline(const RunView& run, Diagnostics& diagnostics);

}  // namespace tapestry
