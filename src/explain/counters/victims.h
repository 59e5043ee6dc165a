// SPDX-License-Identifier: Apache-2.0
// Who waits because of a bottleneck, and the way along which it does.
#pragma once

#include <map>

#include "explain/network/load.h"

namespace tapestry {

struct MeasuredNetwork {
    const Run& run;
    const Network& network;
    const Load& load;  // of the whole run
};

// Follows the main waits of every block to the worst bottleneck on their way. `suspect_of` has the
// suspect of each block, `rank_of` the bottleneck of a suspect.
void find_victims(const MeasuredNetwork& measured, const std::vector<std::size_t>& suspect_of,
                  const std::map<std::size_t, std::size_t>& rank_of,
                  std::vector<Verdict>& bottlenecks);

// A thread says itself when it waits for a block, and streams between them count a part of that
// time: the whole is their sum. `link` is one of the thread's links.
bool is_thread(const MeasuredNetwork& measured, int block);
double waited_of_thread(const MeasuredNetwork& measured, std::size_t link);

PressureStep step_of(const MeasuredNetwork& measured, std::size_t link);
void add_victim(const MeasuredNetwork& measured, Verdict& b, int block, double waited);

}  // namespace tapestry
