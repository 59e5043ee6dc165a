// SPDX-License-Identifier: Apache-2.0
// What the states of a block take then, once it is known how much more or less it works and waits.
//
//   work of a state          as the change says
//   waiting of a kind        in the states that wait like that, each by its share; else in those
//                            that could, else in those that rest
//   what is left of the run  in the state that the block ends in
//
// No state takes less than no time: what one cannot give, the next in that order gives.
#pragma once

#include "explain/prediction/run_summary.h"
#include "model/prediction.h"

namespace tapestry {

// Cycles that a block works and waits more than it did, in the unit of the prediction.
struct BlockShift {
    std::size_t block = 0;     // of the summary; it has a machine
    std::vector<double> work;  // by state of the machine
    double rest = 0;           // work that no state is known for
    double receive = 0;
    double send = 0;
    double synchronise = 0;
};

// Adds the states of these blocks to the prediction, whose totals are known. A cycle of the summary
// is `unit` cycles of the prediction.
void note_states(const Run& run, const RunSummary& summary, const std::vector<BlockShift>& shifts,
                 double unit, Prediction& prediction);

}  // namespace tapestry
