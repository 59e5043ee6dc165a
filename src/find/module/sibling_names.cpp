// SPDX-License-Identifier: Apache-2.0
#include "find/module/sibling_names.h"

namespace tapestry {

SiblingNames::SiblingNames(const Module& module) : module_(module) {
    for (const VarId v : module.vars.ids()) {
        const Var& var = module.var(v);
        if (!var.is_local && !var.is_parameter) by_name_[var.scope][in_lower_case(var.name)] = v;
    }
}

VarId SiblingNames::find(const std::string& scope, const std::string& lower_name) const {
    const auto names = by_name_.find(scope);
    if (names == by_name_.end()) return kNone;
    const auto found = names->second.find(lower_name);
    return found == names->second.end() ? kNone : found->second;
}

VarId SiblingNames::partner(VarId of, const ValidName& name, const std::string& word) const {
    const std::vector<VarId> all = partners(of, name, word);
    return all.empty() ? kNone : all.front();
}

std::vector<VarId> SiblingNames::partners(VarId of, const ValidName& name,
                                          const std::string& word) const {
    std::vector<VarId> found;
    for (const std::string& lower_name : name.partners(word)) {
        const VarId v = find(module_.var(of).scope, lower_name);
        if (v != kNone && v != of) found.push_back(v);
    }
    return found;
}

}  // namespace tapestry
