// SPDX-License-Identifier: Apache-2.0
// The logic of every module of a design, built on demand.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "find/logic/module_logic.h"

namespace tapestry {

class DesignLogic {
public:
    // `resets`: the resets of each module.
    DesignLogic(const Design& design, std::vector<std::vector<InactiveReset>> resets);
    ~DesignLogic();

    const Design& design() const { return design_; }
    ModuleLogic& module(std::int32_t id);
    const std::vector<InactiveReset>& resets(std::int32_t id) const {
        return resets_[static_cast<std::size_t>(id)];
    }
    // True if a module, or an instance below it, has a register or a memory.
    bool has_state(std::int32_t id);
    VarId port(std::int32_t id, const std::string& name);
    // The member of an interface port as a variable of the module's logic, if the module or an
    // instance below drives it; else kNone.
    VarId driven_member(std::int32_t id, const std::string& member, std::uint32_t width);
    // The members of interface ports that the module, or an instance below it, uses.
    struct Member {
        VarId var = kNone;
        std::uint32_t width = 1;
        bool driven = false;  // from inside the module
    };
    std::vector<Member> members(std::int32_t id);

private:
    bool drives_member(std::int32_t id, const std::string& member) const;
    enum { kUnknown, kNo, kYes };

    const Design& design_;
    std::vector<std::vector<InactiveReset>> resets_;
    std::vector<std::unique_ptr<ModuleLogic>> modules_;
    std::vector<int> has_state_;
    std::vector<std::unordered_map<std::string, VarId>> ports_;
};

}  // namespace tapestry
