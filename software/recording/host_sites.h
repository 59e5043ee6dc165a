// SPDX-License-Identifier: Apache-2.0
// The source lines at which a thread entered its states.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "software/recording/recording.h"
#include "software/recording/thread_numbers.h"

namespace tapestry {

// Sums by state and line.
class HostSites {
public:
    explicit HostSites(const std::map<std::uint32_t, RecordedName>& names) : names_(names) {}
    void add(std::uint32_t id, const ThreadVisit& visit);
    // For each state the line with the most time first. The caller fills in the taps.
    std::vector<HostSite> finish();

private:
    const std::map<std::uint32_t, RecordedName>& names_;
    std::map<std::pair<std::uint32_t, std::string>, HostSite> sums_;
    std::unordered_map<std::uint32_t, HostSite*> by_id_;
};

// A state entered on several lines is shown with the line that has the most time.
void name_lines(std::vector<TapState>& states, const std::vector<HostSite>& sites);

}  // namespace tapestry
