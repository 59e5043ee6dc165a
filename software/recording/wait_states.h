// SPDX-License-Identifier: Apache-2.0
// A call of MPI has two parts: it waits for another thread, and it moves data. The wait is a state
// inside the call, named after call, pattern and the thread waited for, as in
// `MPI_Recv late_sender rank[1].main`; what is left of the call is its own time.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "model/run.h"
#include "software/recording/messages.h"
#include "software/recording/thread_numbers.h"

namespace tapestry {

// Adds the waits of one thread to its states and visits. `state_of` leads from the id of a call to
// its state. Returns the call's state of each state that it adds.
std::vector<std::uint32_t> add_wait_states(std::span<const CallWait> waits,
                                           const std::map<std::uint32_t, std::uint32_t>& state_of,
                                           const std::vector<RunPlace>& places,
                                           std::vector<TapState>& states,
                                           std::vector<ThreadVisit>& visits);

// Calls of MPI that nothing else is known of move data, outside of their waits.
void set_call_categories(std::vector<TapState>& states);

}  // namespace tapestry
