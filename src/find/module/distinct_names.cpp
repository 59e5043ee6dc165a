// SPDX-License-Identifier: Apache-2.0
#include "find/module/distinct_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tapestry {

namespace {

using Key = std::tuple<ModuleId, std::string, TapKind, std::string>;
using Group = std::vector<Finding*>;

// Handshakes grouped by module, scope, kind and name.
std::map<Key, Group> by_name(std::vector<Finding>& findings) {
    std::map<Key, Group> groups;
    for (Finding& f : findings) {
        if (f.valid != kNone) groups[{f.module, f.scope, f.kind(), f.name}].push_back(&f);
    }
    return groups;
}

const Var& valid_of(const Design& design, const Finding& f) {
    return design.modules[f.module].var(f.valid);
}

std::string side_of(const Design& design, const Finding& f) {
    switch (valid_of(design, f).direction) {
        case Direction::input:
            return "_in";
        case Direction::output:
            return "_out";
        default:
            return "";
    }
}

bool all_same(const Group& group) {
    return std::all_of(group.begin(), group.end(),
                       [&](const Finding* f) { return f->observe == group.front()->observe; });
}

bool sides_differ(const Design& design, const Group& group) {
    std::set<std::string> sides;
    for (const Finding* f : group) sides.insert(side_of(design, *f));
    return sides.size() == group.size();
}

}  // namespace

void give_distinct_names(const Design& design, std::vector<Finding>& findings) {
    for (const auto& [key, group] : by_name(findings)) {
        if (all_same(group)) continue;  // one net with two names
        const bool sides = sides_differ(design, group);
        for (Finding* f : group) {
            // The index of an element stays at the end: data_in[2].
            const std::size_t stem = std::min(f->name.find('['), f->name.size());
            if (sides)
                f->name.insert(stem, side_of(design, *f));
            else
                f->name.replace(0, stem, valid_of(design, *f).name);
        }
    }
}

}  // namespace tapestry
