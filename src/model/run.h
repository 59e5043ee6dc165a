// SPDX-License-Identifier: Apache-2.0
// A run: the numbers of one execution, tied to the design. `match` makes it from a tap map and a
// reading, `write_run` stores it; docs/counting.md says what each number means.
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

// How far a number can be trusted, best first. tried: seen in an experiment that changed the
// design.
enum class Quality { exact, tried, lower_bound, estimated, invalid };

std::string_view to_word(Quality quality);
std::optional<Quality> quality_of(std::string_view word);

// One state of an fsm tap. The states of a tap follow TapMap order; the last one is `other`.
struct StateNumbers {
    std::uint64_t cycles = 0;
    std::uint64_t entries = 0;
    std::uint64_t min_dwell = 0;  // 0: no visit ended by moving on
    std::uint64_t max_dwell = 0;
};

// `from` and `to` are indices of states; states.size() of the tap map is `other`.
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

// What happened to one tap after `start_edge` and up to `end_edge`.
struct Frame {
    std::uint64_t start_edge = 0;
    std::uint64_t end_edge = 0;
    // Index into TapNumbers::frame_names, and the growth of that number. Zeros are left out.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> growth;
};

// One tap with what it measured.
struct TapNumbers {
    Tap tap;              // paths carry the DUT's instance name when the testbench has several DUTs
    int place = -1;       // index in Run::places; -1: not known
    bool silent = false;  // it left no record, so that there are no numbers, not even zeros
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
    std::vector<Frame> frames;  // empty when the tap left a single record

    // The number of that word; 0 when the tap has none.
    std::uint64_t number(std::string_view word) const;
};

// A clock. Where its rate is known, edge n lies n / rate_hz after offset_ns of the run's time base,
// give or take uncertainty_ns; the time base begins with the run.
struct RunClock {
    TapClock clock;
    bool silent = true;  // no record of this clock; then edges and time say nothing
    std::uint64_t edges = 0;
    std::uint64_t time = 0;  // simulation time of the last record, in the simulator's time units
    std::string unit = "cycle";          // what its edges count; of a host's clock `ns`
    std::optional<double> rate_hz = {};  // edges a second
    std::optional<double> offset_ns = {};
    double uncertainty_ns = 0;
};

// Where things happen, from the whole to its parts; of software a thread is what a block is of
// hardware. Only what is known is there: a simulation is one device with its blocks.
enum class PlaceKind { system, node, device, process, thread, block };

std::string_view to_word(PlaceKind kind);
std::optional<PlaceKind> place_kind_of(std::string_view word);

struct RunPlace {
    PlaceKind kind = PlaceKind::block;
    std::string path;  // of a block that of its instance, from the design's top
    std::string name;
    int parent = -1;  // index in Run::places, less than its own; -1: none
};

struct Run {
    std::string top;
    RunFacts facts;
    bool partial = false;
    std::string partial_reason;  // a clause for people, empty unless partial
    std::uint64_t cycles = 0;    // edges of the clock that has the most
    std::uint64_t lost_records = 0;
    std::vector<RunClock> clocks;
    LinkMap link;  // that the numbers came over
    std::vector<RunPlace> places;
    std::vector<TapNumbers> taps;  // taps[i].tap.tap == i
    std::vector<GraphEdge> edges;
    std::vector<Diagnostic> diagnostics;  // what was said up to here, for the record
    Operations operations;                // empty unless they were recorded
    std::vector<Experiment> experiments;  // that were made beside it
    HostPart host;                        // empty without software
};

// The places of a run of one device: the device, and the instances that hold its taps and the ends
// of its channels.
std::vector<RunPlace> places_of_device(const Run& run);
// Gives the run these places, and each of its taps its own.
void place_in_device(Run& run);

}  // namespace tapestry
