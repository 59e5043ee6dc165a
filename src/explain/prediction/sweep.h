// SPDX-License-Identifier: Apache-2.0
// A change over a range of values: `depth:u_q=1..64`, `depth:u_q=1..64*2` (doubled each time),
// `rate:m_axis=1,2,5`, `time:u_root=0.5x,1x`; several ranges make a grid.
#pragma once

#include <optional>

#include "explain/prediction/predict.h"
#include "model/area.h"

namespace tapestry {

// The values that a range stands for: 1..64, 1..64+3, 1..64*2, or values with commas between; none
// if it is malformed.
std::vector<std::string> range_values(std::string_view text);

// The changes that a range stands for; fails with change_malformed.
Result<std::vector<Change>> range_from_text(const std::string& text, Diagnostics& diagnostics);

struct SweepPoint {
    std::vector<std::string> changes;  // one of each range
    std::string label;                 // of the prediction, or refused
    bool deadlock = false;
    double predicted_cycles = 0;
    double actual_cycles = 0;                 // of a real simulation; 0: none
    std::uint64_t storage_bits = 0;           // of all recorded queues together; 0: not known
    std::uint64_t block_rams = 0;             // that they take, of 18 Kbit
    std::optional<Area> area;                 // of the whole design
    bool pareto = false;                      // see mark_pareto
    std::vector<std::string> values() const;  // what stands behind the =
};

// All combinations, the last range fastest, with what their queues take.
Result<std::vector<SweepPoint>> sweep(const Run& run, const std::vector<std::string>& ranges,
                                      Diagnostics& diagnostics);

// Marks the Pareto-optimal points: no other point has at most as many cycles and at most the same
// cost in every respect, and less in one of them. The cost is LUTs, flip-flops and block RAMs if
// all areas are known, else the bits of the queues.
void mark_pareto(std::vector<SweepPoint>& points);

}  // namespace tapestry
