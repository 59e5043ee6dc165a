// SPDX-License-Identifier: Apache-2.0
// The effect of a change from counters alone: the time of each block in each state, and the number
// of transitions. Times are in any one unit.
//
//   time   of a state: the sum over its visits
//   shift  of a state: how much later its visits come, in total; negative: earlier
//
// If a state takes `delta` longer, every state that the block still reaches comes later:
//
//   shift(v) += delta * probability to reach v from there, before the end
//
// which is the limit of following each loop of the block until it is left. Then dependencies are
// settled: the two ends of a transfer move together, as early as both can. The end that comes first
// waits longer; the end that was awaited makes the other wait less, down to zero. A delay that less
// waiting cannot absorb is propagated first: a later request is answered later. Only waits change;
// work does not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tapestry {

struct SummaryState {
    std::string name;
    double time = 0;
    double shift = 0;
};

struct SummaryMove {
    std::size_t from = 0;
    std::size_t to = 0;
    double count = 0;
};

struct SummaryBlock {
    std::string path;
    std::vector<SummaryState> states;
    std::vector<SummaryMove> moves;
    std::size_t last = 0;            // the state in which it ends
    double end_shift = 0;            // how much later it ends
    std::vector<double> reach = {};  // probability, at from * states + to; computed on demand
};

// One end of a transfer: the state in which it takes place, and the state that waits for it.
struct SummaryEnd {
    std::size_t block = 0;
    std::size_t state = 0;
    std::size_t wait = 0;
};

struct SummaryDependency {
    SummaryEnd source;
    SummaryEnd destination;
};

struct SummaryModel {
    std::vector<SummaryBlock> blocks;
    std::vector<SummaryDependency> dependencies;
};

// Makes a state `delta` longer, which delays what follows in its block.
void change_time(SummaryModel& model, std::size_t block, std::size_t state, double delta);

// Moves both ends of one transfer together. Returns whether anything moved.
bool settle(SummaryModel& model, const SummaryDependency& dependency);

// Settles all dependencies, those first whose ends have moved, until nothing moves. False: no
// convergence, and the result is a guess.
bool settle(SummaryModel& model);

// How much later the last block ends, among those connected with the given ones.
double end_shift(const SummaryModel& model, const std::vector<std::size_t>& changed);

}  // namespace tapestry
