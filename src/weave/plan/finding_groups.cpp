// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/finding_groups.h"

#include <algorithm>
#include <map>

#include "base/path_name.h"

namespace tapestry {

std::vector<FindingGroup> groups_of(const Design& design, const Hierarchy& hierarchy,
                                    const Findings& findings) {
    std::map<std::int32_t, std::vector<const Finding*>> by_module;
    for (const Finding& f : findings.taken) by_module[f.module].push_back(&f);
    std::map<SiteKey, std::size_t> known;
    std::vector<FindingGroup> all;
    for (std::size_t n = 0; n < hierarchy.nodes().size(); ++n) {
        const InstanceNode& node = hierarchy.nodes()[n];
        const auto found = by_module.find(node.module);
        if (found == by_module.end()) continue;
        for (const Finding* f : found->second) {
            const SiteKey key{design.modules[static_cast<std::size_t>(f->module)].source_name,
                              without_indices(f->scope), f->kind(), f->name};
            const auto [at, fresh] = known.emplace(key, all.size());
            if (fresh) all.push_back({key, {}, node.level});
            FindingGroup& group = all[at->second];
            group.level = std::min(group.level, node.level);
            group.places.push_back({static_cast<std::int32_t>(n), f});
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const FindingGroup& a, const FindingGroup& b) {
        return a.level < b.level;
    });
    return all;
}

}  // namespace tapestry
