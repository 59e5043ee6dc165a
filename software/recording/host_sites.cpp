// SPDX-License-Identifier: Apache-2.0
#include "software/recording/host_sites.h"

#include <algorithm>
#include <tuple>

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

void HostSites::add(std::uint32_t id, const ThreadVisit& visit) {
    HostSite*& site = by_id_[id];
    if (!site) {
        const auto at = names_.find(id);
        const RecordedName name = at == names_.end() ? RecordedName{} : at->second;
        site = &sums_[{visit.state, name.source}];
        site->state = visit.state;
        site->source = name.source;
        site->function = name.function;
    }
    add_visit(*site, visit);
}

std::uint32_t HostSites::site_of(std::uint32_t id) {
    const auto [site, is_new] = sites_.try_emplace(id, 0);
    const auto name = names_.find(id);
    if (!is_new || name == names_.end()) return site->second;
    const std::string& source = name->second.source;
    const auto next = static_cast<std::uint32_t>(sources_.size());
    const auto [number, is_first] = number_of_.try_emplace(source, next);
    if (is_first) sources_.push_back(source);
    return site->second = number->second;
}

std::vector<HostSite> HostSites::finish() {
    std::vector<HostSite> sites;
    for (auto& [key, site] : sums_) sites.push_back(std::move(site));
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
