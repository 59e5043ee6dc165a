// SPDX-License-Identifier: Apache-2.0
#include "software/recording/host_sites.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace tapestry {

namespace {

void add_visit(HostSite& site, const ThreadVisit& visit) {
    const std::uint64_t ns = visit.end - visit.start;
    ++site.entries;
    site.inclusive_ns += ns;
    site.max_ns = std::max(site.max_ns, ns);
    site.bytes += visit.bytes;
}

}  // namespace

std::vector<HostSite> host_sites(const std::map<std::uint32_t, RecordedName>& names,
                                 const RecordedThread& thread,
                                 const std::vector<ThreadVisit>& visits) {
    std::map<std::pair<std::uint32_t, std::string>, HostSite> sums;
    std::unordered_map<std::uint32_t, HostSite*> by_id;
    for (std::size_t i = 0; i < visits.size(); ++i) {
        HostSite*& site = by_id[thread.states[i].id];
        if (!site) {
            const auto at = names.find(thread.states[i].id);
            const RecordedName name = at == names.end() ? RecordedName{} : at->second;
            site = &sums[{visits[i].state, name.source}];
            site->state = visits[i].state;
            site->source = name.source;
            site->function = name.function;
        }
        add_visit(*site, visits[i]);
    }
    std::vector<HostSite> sites;
    for (auto& [key, site] : sums) sites.push_back(std::move(site));
    std::stable_sort(sites.begin(), sites.end(), [](const HostSite& a, const HostSite& b) {
        return std::tuple(a.state, b.inclusive_ns) < std::tuple(b.state, a.inclusive_ns);
    });
    return sites;
}

void name_lines(std::vector<TapState>& states, const std::vector<HostSite>& sites) {
    for (auto site = sites.rbegin(); site != sites.rend(); ++site)
        states[site->state].source = site->source;
}

}  // namespace tapestry
