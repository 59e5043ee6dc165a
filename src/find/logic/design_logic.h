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
    DesignLogic(const Design& design, IdTable<ModuleId, std::vector<InactiveReset>> resets);
    ~DesignLogic();

    const Design& design() const { return design_; }
    ModuleLogic& module(ModuleId id);
    const std::vector<InactiveReset>& resets(ModuleId id) const { return resets_[id]; }
    // True if a module, or an instance below it, has a register or a memory.
    bool has_state(ModuleId id);
    VarId port(ModuleId id, const std::string& name);
    // The member of an interface port as a variable of the module's logic, if the module or an
    // instance below drives it; else kNone.
    VarId driven_member(ModuleId id, const std::string& member, std::uint32_t width);
    // The members of interface ports that the module, or an instance below it, uses.
    struct Member {
        VarId var = kNone;
        std::uint32_t width = 1;
        bool driven = false;  // from inside the module
    };
    std::vector<Member> members(ModuleId id);

private:
    bool drives_member(ModuleId id, const std::string& member) const;
    enum { kUnknown, kNo, kYes };

    const Design& design_;
    IdTable<ModuleId, std::vector<InactiveReset>> resets_;
    IdTable<ModuleId, std::unique_ptr<ModuleLogic>> modules_;
    IdTable<ModuleId, int> has_state_;
    IdTable<ModuleId, std::unordered_map<std::string, VarId>> ports_;
};

}  // namespace tapestry
