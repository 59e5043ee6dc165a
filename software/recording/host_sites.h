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
    // The number of an id's line in `sources`; 0: it has none.
    std::uint32_t site_of(std::uint32_t id);
    const std::vector<std::string>& sources() const { return sources_; }
    // For each state the line with the most time first. The caller fills in the taps.
    std::vector<HostSite> finish();

private:
    const std::map<std::uint32_t, RecordedName>& names_;
    std::map<std::pair<std::uint32_t, std::string>, HostSite> sums_;
    std::unordered_map<std::uint32_t, HostSite*> by_id_;
    std::vector<std::string> sources_ = {""};
    std::map<std::string, std::uint32_t> number_of_ = {{"", 0}};
    std::unordered_map<std::uint32_t, std::uint32_t> sites_;  // by id
};

// A state entered on several lines is shown with the line that has the most time.
void name_lines(std::vector<TapState>& states, const std::vector<HostSite>& sites);

}  // namespace tapestry
