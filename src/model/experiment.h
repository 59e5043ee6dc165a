// SPDX-License-Identifier: Apache-2.0
// Experiments: simulations in which one part of the design was made faster, and their results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// What was changed:
// block    an instance with everything below it
// group    replicas, all together
// logic    a module's own logic, without its instances
// state    a block while its machine is in one state
// pair     two or three blocks together
// design   all of it, so that the remaining time is the testbench's
// outside  the testbench: the design gets every other edge while nothing crosses its boundary
// depth    of a queue; `factor` multiplies capacity instead of speed
// window   of outstanding transactions; `factor` multiplies capacity instead of speed
enum class ExperimentKind { block, group, logic, state, pair, design, outside, depth, window };
std::string_view to_word(ExperimentKind kind);
std::optional<ExperimentKind> experiment_kind_of(std::string_view word);
bool is_capacity(ExperimentKind kind);

// tried: the run had the same results as the baseline, in a different number of cycles. rejected:
// the results differed, so its cycles mean nothing. refused: it was impossible. not_tried: no time
// was left.
enum class ExperimentStatus { tried, rejected, refused, not_tried };
std::string_view to_word(ExperimentStatus status);
std::optional<ExperimentStatus> experiment_status_of(std::string_view word);

struct Experiment {
    std::string path;  // of the block; with * for replicas; the joined parts of a pair
    std::vector<std::string> parts;  // the blocks of a pair, which make up `path`
    std::string state;               // the change applies only in this state; empty: always
    ExperimentKind kind = ExperimentKind::block;
    unsigned factor = 2;           // steps of the block per cycle of the rest
    std::uint64_t cycles = 0;      // of the run; 0 unless tried
    std::optional<double> saving;  // share of the baseline's cycles
    ExperimentStatus status = ExperimentStatus::not_tried;
    std::string reason;  // a clause, unless tried; for a capacity: which parameter was changed
    // The testbench ends before the work does: the saving is the time that the same beats took
    // less.
    bool by_beats = false;
    // What it saved although it could not be made as fast as asked: as fast, it would have saved no
    // less.
    std::optional<double> at_least = {};
};

// The paths of blocks changed together as one name, "top.a + top.b", and the inverse.
std::string joined_parts(const std::vector<std::string>& parts);
std::vector<std::string> parts_of(std::string_view joined);

// The experiment's label: "all of top", "top.a, its own logic", "top.a in STEP". `beside_logic`:
// the block's own logic is a separate experiment, so the block's label must state that it includes
// everything below.
std::string label_of(const Experiment& experiment, bool beside_logic = false);

// The same label as an SQL expression over the columns of `table`, which holds the experiments of
// one run.
std::string label_sql(std::string_view table, std::string_view row);

}  // namespace tapestry
