// SPDX-License-Identifier: Apache-2.0
// What a run means: categories of time, models of the machines, what limits the design and what to
// do about it. `analyse` makes it from a run, `write_run` stores both.
//
// Shares are fractions of the run's cycles, unless said otherwise.
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

// One step of a machine's Markov model. States are indices as in TransitionNumbers.
struct MarkovStep {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    double probability = 0;     // of `to`, once `from` is left
    double expected_dwell = 0;  // cycles of a visit of `from`
};

// States that a machine goes round in: entered at its first state, left and come back to.
struct Loop {
    std::vector<std::uint64_t> states;
    double iterations = 0;
    std::uint64_t cycles = 0;  // in its states
    Quality quality = Quality::exact;
};

struct MachineAnalysis {
    std::vector<StateCategory> states;  // as TapNumbers::states, `other` last
    std::vector<MarkovStep> markov;
    std::vector<Loop> loops;
};

// The finest thing that runs in parallel with all others: a machine, or an end of channels that has
// no machine, whose cycles are then estimated from what its channels saw.
struct BlockTime {
    std::string path;
    std::string scope;
    std::string module;    // empty: not known
    int tap = -1;          // -1: no machine
    bool measured = true;  // false: nothing is known of its cycles
    std::uint64_t observed_cycles = 0;
    std::array<std::uint64_t, kCategories> cycles{};
    std::uint64_t unknown_cycles = 0;  // of the busy ones: nothing says what it did in them
    Quality quality = Quality::exact;
    std::string source;
    std::uint64_t rank = 0;  // among the measured ones: 1 works most, see busy_share()

    std::uint64_t of(Category category) const { return cycles[static_cast<std::size_t>(category)]; }
    // Share of its cycles that it was busy or moved data: what makes it the busiest wherever blocks
    // are put in order.
    double busy_share() const;
};

// Blocks that are alike but for an index in their path, written [*].
struct BlockGroup {
    std::string path;
    std::uint64_t members = 0;
    std::string module;
    double busy_min = 0;  // share of busy and transfer cycles
    double busy_max = 0;
    double busy_mean = 0;
    std::string busiest = {};  // the member with busy_max, the first of equal ones
    std::string outlier = {};  // the member that is farthest from the others; empty: none is far
    Quality quality = Quality::exact;
};

// What stands out among the blocks below one node of the hierarchy. Shares of observed cycles.
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

// One wait of a cycle of waits.
struct DeadlockStep {
    std::uint64_t cycle = 0;  // number of the cycle, from 0
    std::string path;
    std::string waits_for;
    std::string channel;
    std::string reason;
};

struct Advice {
    std::string rule;
    std::string path;
    std::string sentence;
    std::optional<double> bound;  // largest share of the run that it could save
    std::string reasoning;
    Quality quality = Quality::estimated;
};

enum class EndState { finished, deadlock, livelock, partial };

std::string_view to_word(EndState state);

struct Analysis {
    Verdict verdict;  // what limits this design; or why nobody can tell
    SeenPart seen;    // what the verdict rests on
    EndState end_state = EndState::finished;
    std::vector<MachineAnalysis> machines;  // as Run::taps; empty for what is no machine
    std::vector<BlockTime> blocks;
    std::vector<BlockGroup> groups;
    std::vector<LevelSummary> levels;
    std::vector<Verdict> bottlenecks;  // on one block each, the worst first
    std::vector<FrameBottleneck> frame_bottlenecks;
    std::vector<DeadlockStep> deadlocks;
    std::vector<Advice> advice;  // what could bring most first
};

}  // namespace tapestry
