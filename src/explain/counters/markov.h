// SPDX-License-Identifier: Apache-2.0
// A machine as a Markov chain, and the loops in it.
//
//   probability(a -> b) = transitions a -> b / transitions out of a
//   expected_dwell(a)   = cycles in a / visits of a
//
// A loop is a strongly connected set of states; its first state is the one it is entered at, and an
// iteration is a way back to that state. Loops inside a loop are found by leaving that state out.
#pragma once

#include "model/analysis.h"

namespace tapestry {

std::vector<MarkovStep> markov_of(const TapNumbers& machine);
std::vector<Loop> loops_of(const TapNumbers& machine);

}  // namespace tapestry
