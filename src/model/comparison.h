// SPDX-License-Identifier: Apache-2.0
// Runs side by side. A side is one run, or several runs of the same design and stimulus, whose
// spread shows how much the numbers vary by themselves.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/run.h"

namespace tapestry {

// The distribution of one number over the runs of a side.
struct Spread {
    std::size_t runs = 0;  // runs that have the number
    double least = 0;
    double mean = 0;
    double most = 0;
    Quality quality = Quality::exact;  // the worst of the runs
};

// faster, slower: a significant difference of cycles. changed: a
// significant difference that is neither. same: equal, or within the spread. unclear: a number is a
// lower bound or invalid.
enum class Outcome { faster, slower, changed, same, unclear };
std::string_view to_word(Outcome verdict);

struct Difference {
    std::string kind;      // run, fsm, stream, queue, call, event or value
    std::string path;      // on the first side
    std::string new_path;  // on the other side; differs if it was renamed
    std::string item;      // the state of an fsm, the experiment of a run, else empty
    std::string number;    // cycles, blocked_cycles, max_occupancy, …
    bool in_cycles = true;
    bool is_wait = false;  // a state that waits for another block
    Spread before;
    Spread after;
    double change = 0;                   // difference of the means
    std::optional<double> relative;      // change / mean of the first side; none if that mean is 0
    std::optional<double> share_of_run;  // change / cycles of the first side; only for cycles
    Outcome verdict = Outcome::same;
};

// One side compared with the first.
struct SideComparison {
    std::string name;
    // A summary of one to three sentences: how much faster or slower, which part of the time
    // explains most of it, and where the bottleneck is now.
    std::string answer;
    // The false positive rate: for unchanged runs, at most this share of the numbers differs by
    // chance. None for single runs, whose spread is unknown.
    std::optional<double> chance;
    // Without numbers that are equal, which are only counted. Cycles come first, ordered by the
    // change; then the rest, ordered by the relative change.
    std::vector<Difference> differences;
    std::size_t equal = 0;
    std::vector<std::pair<std::string, std::string>> renamed;  // old path, new path
    std::vector<std::string> gone;                             // a path, or path and state
    std::vector<std::string> appeared;
    std::vector<std::string> remarks;  // sentences: caveats to read before the differences
    std::vector<std::string> paths;    // all that was measured on either side
};

struct Comparison {
    std::string baseline;
    std::vector<SideComparison> sides;
};

}  // namespace tapestry
