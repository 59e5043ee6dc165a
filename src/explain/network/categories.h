// SPDX-License-Identifier: Apache-2.0
// The category of each state of a machine. What says more goes first:
//
//   1. the user or a pragma:  exact
//   2. what the state waits for, as the design's text has it:  exact; the numbers of the channel
//      say whether its cycles went into waiting or into moving beats
//   3. the name of the state:  estimated
//   4. what is left is work:  busy, estimated
//
// A cycle counts once, by the state of the machine: beats that move while it computes are
// computation.
#pragma once

#include <unordered_map>

#include "model/analysis.h"

namespace tapestry {

using ChannelIndex =
    std::unordered_map<std::string, const TapNumbers*>;  // streams and calls, by path

// One for each of TapNumbers::states.
std::vector<StateCategory> categories_of(const TapNumbers& machine, const ChannelIndex& channels);

// Those of every tap of a run, as Run::taps; empty for what is no machine or left no record.
using StateCategories = std::vector<std::vector<StateCategory>>;
StateCategories categories_of(const Run& run);

// By the words in the name of a state; nothing when none is telling.
std::optional<StateCategory> category_by_name(std::string_view state);

}  // namespace tapestry
