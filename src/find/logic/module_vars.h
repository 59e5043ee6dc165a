// SPDX-License-Identifier: Apache-2.0
// The variables of a module, their drivers, and which of them are registers. Interface members
// count as additional variables.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/bit.h"
#include "model/design.h"

namespace tapestry {

class ModuleVars {
public:
    ModuleVars(const Design& design, const Module& module);

    const Module& module() const { return module_; }

    VarId outer(const std::string& text) const;
    VarId add_outer(const std::string& text, std::uint32_t width);
    std::string outer_name(VarId var) const;

    std::uint32_t width(VarId var) const;
    std::uint64_t elements(VarId var) const;
    bool is_memory(VarId var) const;
    bool is_state(VarId var) const;
    bool has_state() const;
    // Representative register bits: every bit of a narrow register, and the lowest bit of each
    // separately written slice of a wide one.
    std::vector<Bit> state_bits() const;

    // Assignments, without those of initial blocks.
    using Writers = std::map<VarId, std::vector<AssignmentId>>;
    const Writers& writers() const { return writers_; }
    const std::vector<AssignmentId>& writers(VarId var) const;
    const Assignment& assignment(AssignmentId id) const { return module_.assignments[id]; }
    bool is_clocked(ProcessId process) const {
        return module_.processes[process].kind == Process::Kind::clocked;
    }

    // Instance outputs connected to the variable.
    struct Driver {
        InstanceId instance = kNone;
        const Connection* connection = nullptr;
    };
    const std::vector<Driver>& driving_pins(VarId var) const;

    // For a condition: the first assignment it guards, and the items of its case statement.
    AssignmentId first_use(ExprId condition) const { return first_use_.at(condition); }
    const std::vector<std::vector<ExprId>>& case_items(ExprId condition) const {
        return case_items_.at(condition);
    }

private:
    void index_instances();
    void index_assignment(AssignmentId id);

    const Design& design_;
    const Module& module_;
    Writers writers_;
    std::set<VarId> indexed_;  // arrays written with a variable index
    std::map<ExprId, AssignmentId> first_use_;
    std::map<ExprId, std::vector<std::vector<ExprId>>> case_items_;
    std::map<VarId, std::vector<Driver>> driving_pins_;
    std::unordered_map<std::string, VarId> outers_;
    std::vector<std::string> outer_names_;
    std::vector<std::uint32_t> outer_widths_;
};

}  // namespace tapestry
