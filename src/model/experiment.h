// SPDX-License-Identifier: Apache-2.0
// Experiments: a block was made faster in a simulation, and what came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// What was changed. block: an instance with all below it. group: replicas, all together. logic: of
// the module itself, without its instances. state: of the block's machine. pair: two or three
// blocks together. design: all of it, so that what it cannot save is the testbench's. outside: the
// testbench, reckoned from a faster design. depth: of a queue, and window: of what may be under way
// at once; there not speed but room is `factor` times as large.
enum class ExperimentKind { block, group, logic, state, pair, design, outside, depth, window };
std::string_view to_word(ExperimentKind kind);
std::optional<ExperimentKind> experiment_kind_of(std::string_view word);
bool is_room(ExperimentKind kind);

// tried: the run did what the plain one did, in other cycles. rejected: it did not, so that its
// cycles say nothing. refused: it could not be tried. not_tried: there was no time left for it.
enum class ExperimentStatus { tried, rejected, refused, not_tried };
std::string_view to_word(ExperimentStatus status);
std::optional<ExperimentStatus> experiment_status_of(std::string_view word);

struct Experiment {
    std::string path;                // of the block; with * for replicas; of a pair its parts
    std::vector<std::string> parts;  // the blocks of a pair, of which `path` is made
    std::string state;               // only while its machine is in this state; empty: always
    ExperimentKind kind = ExperimentKind::block;
    unsigned factor = 2;           // steps of the block for each cycle of the rest
    std::uint64_t cycles = 0;      // of the run; 0 unless tried
    std::optional<double> saving;  // share of the plain run's cycles
    ExperimentStatus status = ExperimentStatus::not_tried;
    std::string reason;  // a clause, unless tried; of room: which parameter was changed
};

// Blocks that were changed together, as one name, "top.a + top.b", and back.
std::string joined_parts(const std::vector<std::string>& parts);
std::vector<std::string> parts_of(std::string_view joined);

// What the experiment changed, as people read it: "all of top", "top.a, its own logic", "top.a in
// STEP". `beside_logic`: the block's own logic is an experiment too, so that the label of the block
// says that all below it is meant.
std::string label_of(const Experiment& experiment, bool beside_logic = false);

// The same label as an expression of SQL over the columns of the table `table`, which has the
// experiments of one run.
std::string label_sql(std::string_view table, std::string_view row);

}  // namespace tapestry
