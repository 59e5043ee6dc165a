// SPDX-License-Identifier: Apache-2.0
// A run: the numbers of one execution, linked to the design. `match` makes it from a tap map and a
// reading, `write_run` stores it; docs/counting.md defines each number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "model/experiment.h"
#include "model/host_part.h"
#include "model/operations.h"
#include "model/reading.h"
#include "model/run_facts.h"
#include "model/tap_map.h"

namespace tapestry {

// How far a number can be trusted, best first. tried: measured in an experiment that changed the
// design.
enum class Quality { exact, tried, lower_bound, estimated, invalid };

std::string_view to_word(Quality quality);
std::optional<Quality> quality_of(std::string_view word);

// One state of an fsm tap, in the order of the tap map; the last one is `other`.
struct StateNumbers {
    std::uint64_t cycles = 0;
    std::uint64_t entries = 0;
    std::uint64_t min_dwell = 0;  // 0: no visit has ended with a transition
    std::uint64_t max_dwell = 0;
};

// `from` and `to` are indices of states; the number of states in the tap map is the index of
// `other`.
struct TransitionNumbers {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t count = 0;
};

// The histogram of a tap: of bursts (stream), occupancy (queue), latency (call), values (value).
struct HistogramBin {
    std::uint64_t bin = 0;
    std::uint64_t count = 0;
};

// The activity of one tap after `start_edge` up to and including `end_edge`.
struct Frame {
    std::uint64_t start_edge = 0;
    std::uint64_t end_edge = 0;
    // Index into TapNumbers::frame_names, and the increase of that number. Zeros are omitted.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> growth;
};

// One tap and its measurements.
struct TapNumbers {
    Tap tap;              // paths include the DUT's instance name if the testbench has several DUTs
    int place = -1;       // index in Run::places; -1: unknown
    bool silent = false;  // it left no record, so there are no numbers, not even zeros
    Quality quality = Quality::exact;
    std::uint64_t edges = 0;
    std::uint64_t reset_cycles = 0;
    std::uint64_t observed_cycles = 0;

    std::vector<std::pair<std::string, std::uint64_t>> numbers;  // by the words of docs/formats.md
    std::vector<StateNumbers> states;
    std::vector<TransitionNumbers> transitions;
    std::vector<HistogramBin> histogram;
    std::vector<TraceRecord> trace;
    std::vector<std::string> frame_names;
    std::vector<Frame> frames;  // empty if the tap left a single record

    // The number of that word; 0 if the tap has none.
    std::uint64_t number(std::string_view word) const;
};

// A clock. If its rate is known, edge n is at offset_ns + n / rate_hz of the run's time base, ±
// uncertainty_ns; the time base begins with the run.
struct RunClock {
    TapClock clock;
    bool silent = true;  // no record of this clock, so edges and time are invalid
    std::uint64_t edges = 0;
    std::uint64_t time = 0;  // simulation time of the last record, in the simulator's time units
    std::string unit = "cycle";          // the unit of its edges; `ns` for a host's clock
    std::optional<double> rate_hz = {};  // edges a second
    std::optional<double> offset_ns = {};
    double uncertainty_ns = 0;
};

// The hierarchy of places; a thread of software corresponds to a block of hardware. Unknown levels
// are omitted: a simulation is one device with its blocks.
enum class PlaceKind { system, node, device, process, thread, block };

std::string_view to_word(PlaceKind kind);
std::optional<PlaceKind> place_kind_of(std::string_view word);

struct RunPlace {
    PlaceKind kind = PlaceKind::block;
    std::string path;  // for a block: its instance path from the design's top
    std::string name;
    int parent = -1;  // index in Run::places, smaller than its own; -1: none
};

struct Run {
    std::string top;
    RunFacts facts;
    bool partial = false;
    std::string partial_reason;  // a clause; empty unless partial
    std::uint64_t cycles = 0;    // edges of the clock with the most edges
    std::uint64_t lost_records = 0;
    std::vector<RunClock> clocks;
    LinkMap link;  // the link that transferred the numbers
    std::vector<RunPlace> places;
    std::vector<TapNumbers> taps;  // taps[i].tap.tap == i
    std::vector<GraphEdge> edges;
    std::vector<Diagnostic> diagnostics;  // reported so far
    Operations operations;                // empty unless they were recorded
    std::vector<Experiment> experiments;  // that belong to this run
    HostPart host;                        // empty without software
};

// The places of a run on one device: the device, the instances that contain taps, and the ends of
// channels.
std::vector<RunPlace> places_of_device(const Run& run);
// Sets the places of the run, and the place of each tap.
void place_in_device(Run& run);

}  // namespace tapestry
