// SPDX-License-Identifier: Apache-2.0
// The lines at which a thread entered its states.
#pragma once

#include <map>
#include <vector>

#include "software/recording/recording.h"
#include "software/recording/thread_numbers.h"

namespace tapestry {

// By state and line, the line with the most time of each state first; `visits` are those of the
// thread's states, in the same order. Taps are to be filled in.
std::vector<HostSite> host_sites(const std::map<std::uint32_t, RecordedName>& names,
                                 const RecordedThread& thread,
                                 const std::vector<ThreadVisit>& visits);

// A state that several lines enter is shown with the one that it spends the most time at.
void name_lines(std::vector<TapState>& states, const std::vector<HostSite>& sites);

}  // namespace tapestry
