// SPDX-License-Identifier: Apache-2.0
// The variables of a module by scope and name, ignoring case: finds the other signals of a
// handshake.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/design.h"
#include "model/handshake_names.h"

namespace tapestry {

class SiblingNames {
public:
    explicit SiblingNames(const Module& module);

    // kNone if there is none.
    VarId find(const std::string& scope, const std::string& lower_name) const;
    // The variable in the scope of `of` with `word` in place of the word at which `name` was split.
    VarId partner(VarId of, const ValidName& name, const std::string& word) const;
    // All candidates, likeliest first.
    std::vector<VarId> partners(VarId of, const ValidName& name, const std::string& word) const;

private:
    const Module& module_;
    std::unordered_map<std::string, std::unordered_map<std::string, VarId>> by_name_;  // by scope
};

}  // namespace tapestry
