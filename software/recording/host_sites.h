// SPDX-License-Identifier: Apache-2.0
// The source lines at which a thread entered its states.
#pragma once

#include <map>
#include <vector>

#include "software/recording/recording.h"
#include "software/recording/thread_numbers.h"

namespace tapestry {

// Sums by state and line, for each state the line with the most time first. `visits` are in the
// order of the thread's states. The caller fills in the taps.
std::vector<HostSite> host_sites(const std::map<std::uint32_t, RecordedName>& names,
                                 const RecordedThread& thread,
                                 const std::vector<ThreadVisit>& visits);

// A state entered on several lines is shown with the line that has the most time.
void name_lines(std::vector<TapState>& states, const std::vector<HostSite>& sites);

}  // namespace tapestry
