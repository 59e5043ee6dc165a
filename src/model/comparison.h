// SPDX-License-Identifier: Apache-2.0
// Runs side by side. A side is one run, or several of the same thing whose spread says how far
// numbers move by themselves.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/run.h"

namespace tapestry {

// One number over the runs of a side.
struct Spread {
    std::size_t runs = 0;  // that have the number
    double least = 0;
    double mean = 0;
    double most = 0;
    Quality quality = Quality::exact;  // the worst of them
};

// faster, slower: a difference of cycles that is one. changed: one of which neither can be said.
// same: equal, or inside the spread. unclear: a number is a lower bound or lost.
enum class Outcome { faster, slower, changed, same, unclear };
std::string_view to_word(Outcome verdict);

struct Difference {
    std::string kind;      // run, fsm, stream, queue, call, event or value
    std::string path;      // in the first side
    std::string new_path;  // in the other side; another one when it was renamed
    std::string item;      // the state of an fsm, what was tried of a run, else empty
    std::string number;    // cycles, blocked_cycles, max_occupancy, …
    bool in_cycles = true;
    Spread before;
    Spread after;
    double change = 0;                   // of the means
    std::optional<double> relative;      // change / before; none when that was 0
    std::optional<double> share_of_run;  // change / cycles of the first side, for cycles
    Outcome verdict = Outcome::same;
};

// One side against the first.
struct SideComparison {
    std::string name;
    // What the change brought, in a sentence or three: how much faster or slower, which time made
    // most of it, and where the bottleneck is now.
    std::string answer;
    // The most runs that differ by chance alone: of unchanged runs, the share of numbers whose
    // ranges lie apart all the same is at most this. None for single runs, whose spread nobody
    // knows.
    std::optional<double> chance;
    // Numbers that were equal are counted only. Cycles first, by the size of the change; then the
    // rest, by the relative change.
    std::vector<Difference> differences;
    std::size_t equal = 0;
    std::vector<std::pair<std::string, std::string>> renamed;  // old path, new path
    std::vector<std::string> gone;                             // a path, or path and state
    std::vector<std::string> appeared;
    std::vector<std::string> remarks;  // sentences: what to know before believing a difference
};

struct Comparison {
    std::string baseline;
    std::vector<SideComparison> sides;
};

}  // namespace tapestry
