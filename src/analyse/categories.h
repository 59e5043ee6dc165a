// SPDX-License-Identifier: Apache-2.0
// The category of each state of a machine. What says more goes first:
//
//   1. the user or a pragma:  exact
//   2. what the state waits for, as the design's text has it:  exact; the numbers of the channel
//      say whether its cycles went into waiting or into moving beats
//   3. the name of the state:  estimated
//   4. what is left is work:  busy, estimated
#pragma once

#include "model/analysis.h"

namespace tapestry {

// One for each of TapNumbers::states. `taps` are those of the run, for the channels waited for.
std::vector<StateCategory> categories_of(const TapNumbers& machine,
                                         const std::vector<TapNumbers>& taps);

// By the words in the name of a state; nothing when none is telling.
std::optional<StateCategory> category_by_name(std::string_view state);

}  // namespace tapestry
