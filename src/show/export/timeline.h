// SPDX-License-Identifier: Apache-2.0
// A run over time, as trace viewers want it: rows of segments. A machine that was traced has a
// segment for each visit. Of all else the run says how long each state lasted in each frame, not
// when inside it; the segments of a frame stand in the order of their states, and every file says
// so. What always holds exactly is the sum of each state, in each frame and in the run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/run_view.h"

namespace tapestry {

// One of the parts that the observed cycles of a tap fall into.
struct RowState {
    std::string name;      // of the state; `transfer`, `blocked`, `full`, …
    std::string category;  // a word of the categories of time; empty when it has none
    std::uint64_t cycles = 0;
    std::string source;
};

inline constexpr std::size_t kResetState = static_cast<std::size_t>(-1);

// Edges of the row's clock, from the first of the run on.
struct Segment {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::size_t state = 0;  // of the row; kResetState while the tap was in reset
};

// What a count grew by up to `edge`, since the one before.
struct CountStep {
    std::uint64_t begin = 0;
    std::uint64_t edge = 0;
    std::uint64_t growth = 0;
};

struct RowCount {
    std::string name;  // beats, bytes, pushes, …
    std::vector<CountStep> steps;
};

// A record of a trace that is not a state machine's.
struct TraceMark {
    std::uint64_t edge = 0;
    std::optional<std::uint64_t> value;  // nothing where it had X bits
    std::string name;                    // of the value, when it has one

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
    bool is_traced = false;  // segments are visits, each where it was
    std::vector<RowState> states;
    std::vector<Segment> segments;
    std::vector<RowCount> counts;
    std::vector<TraceMark> marks;
};

struct TimelineClock {
    std::string path;
    std::uint64_t edges = 0;
    bool is_host = false;             // its edges are nanoseconds
    std::optional<double> offset_ns;  // of edge 0 in the run's time
    double ns_an_edge = 0;            // where it is known
};

// Bytes that went from one block to another.
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
    std::map<std::string, std::size_t>
        row_of_block;  // by the block's scope: the row of its machine

    // A run with software: times of all rows are nanoseconds, those of devices too where it is
    // known how their clocks lie on the host's.
    bool is_time = false;
    std::vector<std::string> processes;  // paths

    // What a reader has to know about the times in the file.
    const char* note() const { return is_time ? kTimeNote : kNote; }
    // What the rows of a clock are called together.
    std::string clock_name(std::size_t clock) const;
    // The process of a row; empty for a design's.
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
