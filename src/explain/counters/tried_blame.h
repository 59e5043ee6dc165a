// SPDX-License-Identifier: Apache-2.0
// Verdicts that experiments settle, put into words, bottlenecks and advice.
#pragma once

#include "explain/counters/tried_experiments.h"

namespace tapestry {

// What saved most of what was made faster alone.
void blame_winner(const Experiment& winner, const Experiments& all, const Run& run,
                  Analysis& analysis);
void blame_pair(const Experiment& pair, Analysis& analysis);
void blame_room(const Experiment& room, const Run& run, Analysis& analysis);
void blame_queue(Bottleneck& queue, double saving, const Experiment& winner, Analysis& analysis);
// A lock is held for as long as its holders work: `holders` made them faster.
void blame_lock(Bottleneck& lock, const Experiment& holders, Analysis& analysis);
// Where nobody has seen an end outside, the outside is the top's.
void blame_outside(const Experiment& design, double share, const std::string& top,
                   Analysis& analysis);
void blame_whole(const Experiment& whole, const Run& run, Analysis& analysis);

// Nothing else that was tried saves more, and the whole could not be tried.
void doubt(const Experiment& winner, Analysis& analysis);
// Something in it limits it, and that is not what could be tried alone.
void doubt_parts(const Experiment& whole, const Experiment* winner,
                 const std::vector<std::string>& untried, Analysis& analysis);
// What counters blame saves nothing.
void doubt_counters(const Experiment& first, Analysis& analysis);

}  // namespace tapestry
