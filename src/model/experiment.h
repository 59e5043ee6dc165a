// SPDX-License-Identifier: Apache-2.0
// Experiments: a block was made faster in a simulation, and what came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// tried: the run did what the plain one did, in other cycles. rejected: it did not, so that its
// cycles say nothing. refused: it could not be tried. not_tried: there was no time left for it.
enum class ExperimentStatus { tried, rejected, refused, not_tried };
std::string_view to_word(ExperimentStatus status);
std::optional<ExperimentStatus> experiment_status_of(std::string_view word);

struct Experiment {
    std::string path;   // of the block; with * for replicas, and " + " between two of a pair
    std::string state;  // only while its machine is in this state; empty: always
    // block: with all below it. group: replicas, all together. logic: of the module itself, without
    // its instances. state: of the block's machine. pair: two blocks together. design: all of it,
    // so that what it cannot save is the testbench's. depth: of a queue, and window: of what may be
    // under way at once; there not speed but room is `factor` times as large.
    std::string kind = "block";
    unsigned factor = 2;           // steps of the block for each cycle of the rest
    std::uint64_t cycles = 0;      // of the run; 0 unless tried
    std::optional<double> saving;  // share of the plain run's cycles
    ExperimentStatus status = ExperimentStatus::not_tried;
    std::string reason;  // a clause, unless tried; of room: which parameter was changed
};

}  // namespace tapestry
