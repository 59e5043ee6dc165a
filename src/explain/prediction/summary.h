// SPDX-License-Identifier: Apache-2.0
// What a change brings, from counters alone: how long each block was in each state, and how often
// it moved from one to the next. Times are in any one unit.
//
//   time   of a state: all its visits together
//   shift  of a state: by how much its visits come later than they did, all in all; less than 0:
//          earlier
//
// A block whose state takes `delta` longer hands that on to every state that it still comes to:
//
//   shift(v) += delta * probability to come to v from there, before the end
//
// which is what going round each cycle of the block until it is left adds up to. Then dependencies
// are settled: the two ends of a transfer move together, as early as both can. Whoever comes first
// waits longer, whoever was waited for makes the other wait less, down to nothing. What cannot be
// made up for by waiting less is handed on first: who asks later is answered later. Only waits
// change; work is what it was.
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
    std::size_t last = 0;            // the state that it is in at the end
    double end_shift = 0;            // by how much later it ends
    std::vector<double> reach = {};  // from * states + to; made when it is asked for
};

// One end of a transfer: the state in which it takes place, and the one that waits for it.
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

// The state takes `delta` longer than it did; so what follows in its block comes later.
void change_time(SummaryModel& model, std::size_t block, std::size_t state, double delta);

// Moves both ends of one transfer together. Says whether anything moved.
bool settle(SummaryModel& model, const SummaryDependency& dependency);

// Settles all, those first whose ends have moved, until nothing moves. False: they did not come to
// rest, and what stands there is a guess.
bool settle(SummaryModel& model);

// By how much later the last block ends of those that hang together with the given ones.
double end_shift(const SummaryModel& model, const std::vector<std::size_t>& changed);

}  // namespace tapestry
