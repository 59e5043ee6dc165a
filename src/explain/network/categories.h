// SPDX-License-Identifier: Apache-2.0
// The category of each state of a machine, from the strongest evidence there is:
//
//   1. the user or a pragma:  exact
//   2. the signals that the state waits for, from the source text:  exact; the counters of the
//      channel show whether its cycles were spent waiting or moving beats
//   3. the name of the state:  estimated
//   4. otherwise:  busy, estimated
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

// For every tap of a run, in the order of Run::taps; empty if it is no machine or left no record.
using StateCategories = std::vector<std::vector<StateCategory>>;
StateCategories categories_of(const Run& run);

// From the words in the name of a state; nothing if none of them implies a category.
std::optional<StateCategory> category_by_name(std::string_view state);

}  // namespace tapestry
