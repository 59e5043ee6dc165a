// SPDX-License-Identifier: Apache-2.0
// The logic of every module of a design, made when it is asked for.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "find/logic/module_logic.h"

namespace tapestry {

class DesignLogic {
public:
    // `resets`: those of each module.
    DesignLogic(const Design& design, std::vector<std::vector<InactiveReset>> resets);
    ~DesignLogic();

    const Design& design() const { return design_; }
    ModuleLogic& module(std::int32_t id);
    const std::vector<InactiveReset>& resets(std::int32_t id) const {
        return resets_[static_cast<std::size_t>(id)];
    }
    // Whether a module or one below it holds a register or a memory.
    bool has_state(std::int32_t id);
    VarId port(std::int32_t id, const std::string& name);
    // The member of an interface port, as a variable of the module's logic, when the module or one
    // below it drives it; else kNone.
    VarId driven_member(std::int32_t id, const std::string& member, std::uint32_t width);
    // The members of the module's interface ports that it, or one below it, mentions.
    struct Member {
        VarId var = kNone;
        std::uint32_t width = 1;
        bool driven = false;  // from inside
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
