// SPDX-License-Identifier: Apache-2.0
// Drivers and readers inside one elaborated module: the queries of every detector.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/design.h"

namespace tapestry {

class ModuleIndex {
public:
    explicit ModuleIndex(const Module& module);

    const Module& module() const { return *module_; }
    // The assignments to a variable in source order, without those of initial blocks.
    const std::vector<AssignmentId>& drivers(VarId var) const { return drivers_[var]; }
    const Assignment& assignment(AssignmentId id) const { return module_->assignments[id]; }

    // The variable with that full name ("g[0].q"); kNone if there is none.
    VarId find(const std::string& full_name) const {
        const auto found = by_name_.find(full_name);
        return found == by_name_.end() ? kNone : found->second;
    }

    bool is_clocked(const Assignment& assignment) const;
    bool is_register(VarId var) const;       // at least one driver is clocked
    bool is_combinational(VarId var) const;  // has drivers, none of them clocked
    // The clocked processes that read the variable in a condition or value.
    const std::vector<ProcessId>& reading_processes(VarId var) const { return readers_[var]; }
    // The instance and port that drive or read the variable, or a slice of it, through a direct
    // connection.
    struct Pin {
        InstanceId instance = kNone;
        std::size_t connection = 0;
    };
    const std::vector<Pin>& pins(VarId var) const { return pins_[var]; }

    // Calls visit(VarId, ExprId) for each variable reference in an expression.
    template <class Visit>
    void for_each_ref(ExprId id, Visit visit) const {
        if (id == kNone) return;
        const Expr& expr = module_->expr(id);
        if (expr.var != kNone) visit(expr.var, id);
        for (ExprId argument : expr.args) for_each_ref(argument, visit);
    }
    template <class Visit>
    void for_each_ref(const Guard& guard, Visit visit) const {
        for_each_ref(guard.condition, visit);
        for (ExprId match : guard.matches) for_each_ref(match, visit);
    }

private:
    const Module* module_;
    std::unordered_map<std::string, VarId> by_name_;
    IdTable<VarId, std::vector<AssignmentId>> drivers_;
    IdTable<VarId, std::vector<ProcessId>> readers_;
    IdTable<VarId, std::vector<Pin>> pins_;
};

}  // namespace tapestry
