// SPDX-License-Identifier: Apache-2.0
// The analysis of a run: categories of time, models of the state machines, the bottleneck and
// advice. `analyse` computes it from a run; `write_run` stores both.
//
// Shares are fractions of the run's cycles unless stated otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/category.h"
#include "model/run.h"
#include "model/verdict.h"

namespace tapestry {

struct StateCategory {
    Category category = Category::busy;
    Quality quality = Quality::estimated;  // `estimated` when a rule guessed it
    std::string reason;                    // a phrase: "waits for in_valid"
};

// One transition of a machine's Markov model. States are indices as in TransitionNumbers.
struct MarkovStep {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    double probability = 0;     // of going to `to` when leaving `from`
    double expected_dwell = 0;  // mean cycles per visit of `from`
};

// A cycle in the state graph that the machine repeats: it is entered at the first of `states`.
struct Loop {
    std::vector<std::uint64_t> states;
    double iterations = 0;
    std::uint64_t cycles = 0;  // spent in its states
    Quality quality = Quality::exact;
};

struct MachineAnalysis {
    std::vector<StateCategory> states;  // in the order of TapNumbers::states, `other` last
    std::vector<MarkovStep> markov;
    std::vector<Loop> loops;
};

// The finest unit that runs in parallel with all others: a state machine, or a channel endpoint
// without one. The cycles of the latter are estimated from its channels.
struct BlockTime {
    std::string path;
    std::string scope;
    std::string module;    // empty: unknown
    int tap = -1;          // -1: no machine
    bool measured = true;  // false: nothing is known about its cycles
    std::uint64_t observed_cycles = 0;
    std::array<std::uint64_t, kCategories> cycles{};
    std::uint64_t unknown_cycles = 0;  // the part of the busy cycles for which no activity is known
    Quality quality = Quality::exact;
    std::string source;
    std::uint64_t rank = 0;  // among the measured blocks; 1 has the largest busy_share()

    std::uint64_t of(Category category) const { return cycles[static_cast<std::size_t>(category)]; }
    // The share of its cycles in which it was busy or transferred data. Every ranking of blocks by
    // activity uses this share.
    double busy_share() const;
};

// Replicated blocks, whose paths differ only in an index, written [*].
struct BlockGroup {
    std::string path;
    std::uint64_t members = 0;
    std::string module;
    double busy_min = 0;  // share of busy and transfer cycles
    double busy_max = 0;
    double busy_mean = 0;
    std::string busiest = {};  // the member with busy_max, the first if several are equal
    std::string outlier = {};  // the member farthest from the others; empty: none stands out
    Quality quality = Quality::exact;
};

// Notable blocks below one node of the hierarchy. Shares are of observed cycles.
struct LevelSummary {
    std::string level;  // a PlaceKind
    std::string path;
    std::string name;
    std::string parent;
    std::uint64_t blocks = 0;
    double wait_max = 0;
    std::string wait_max_path;
    double transfer_max = 0;
    std::string transfer_max_path;
    double busy_min = 0;
    double busy_max = 0;
    Quality quality = Quality::exact;
};

struct FrameBottleneck {
    std::uint64_t frame = 0;
    std::uint64_t start_edge = 0;
    std::uint64_t end_edge = 0;
    std::string path;
    BottleneckKind kind = BottleneckKind::compute;
    double share = 0;  // of the frame
    Quality quality = Quality::exact;
};

// One wait in a cycle of waits.
struct DeadlockStep {
    std::uint64_t cycle = 0;  // number of the deadlock cycle, from 0
    std::string path;
    std::string waits_for;
    std::string channel;
    std::string reason;
};

struct Advice {
    std::string rule;
    std::string path;
    std::string sentence;
    std::optional<double> bound;  // upper bound of the share of the run that it saves
    std::string reasoning;
    Quality quality = Quality::estimated;
    std::optional<double> saving = {};  // measured by an experiment
};

enum class EndState { finished, deadlock, livelock, partial };

std::string_view to_word(EndState state);

struct Analysis {
    Verdict verdict;  // what limits the design, or why that is undecided
    SeenPart seen;    // the part of the design that the verdict rests on
    WorkPart work;    // the part of the run
    EndState end_state = EndState::finished;
    std::vector<MachineAnalysis> machines;  // parallel to Run::taps; empty for taps of other kinds
    std::vector<BlockTime> blocks;
    std::vector<BlockGroup> groups;
    std::vector<LevelSummary> levels;
    std::vector<Verdict> bottlenecks;  // one per block, the worst first
    std::vector<FrameBottleneck> frame_bottlenecks;
    std::vector<DeadlockStep> deadlocks;
    std::vector<Advice> advice;  // by possible saving, largest first
};

}  // namespace tapestry
