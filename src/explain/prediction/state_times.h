// SPDX-License-Identifier: Apache-2.0
// The new times of the states of a block, from how much more or less it works and waits.
//
//   work of a state          as the change says
//   waiting of a kind        in the states that wait like that, each by its share; else in those
//                            that could, else in those that rest
//   the rest of the run      in the state in which the block ends
//
// No time becomes negative: a deficit is passed on to the next group in that order.
#pragma once

#include "explain/prediction/run_summary.h"
#include "model/prediction.h"

namespace tapestry {

// Additional cycles of work and waiting of a block, in the unit of the prediction.
struct BlockShift {
    std::size_t block = 0;     // of the summary; it has a machine
    std::vector<double> work;  // by state of the machine
    double rest = 0;           // work of unknown states
    double receive = 0;
    double send = 0;
    double synchronise = 0;
};

// Adds the states of these blocks to the prediction, whose totals are set. A cycle of the summary
// is `unit` cycles of the prediction.
void note_states(const Run& run, const RunSummary& summary, const std::vector<BlockShift>& shifts,
                 double unit, Prediction& prediction);

}  // namespace tapestry
