// SPDX-License-Identifier: Apache-2.0
// The functions that an elaborated module computes, bit by bit, as a decision diagram.
//
// Variables of the diagram are *atoms*: bits of inputs and registers, outputs of instances with
// registers, and results of black-box operators (arithmetic, wide comparisons, memory reads), which
// remember their operands. One-bit logic, comparisons with constants and multiplexers are exact.
// Instances without registers are glue logic and are flattened. Resets are assumed inactive.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "find/logic/atoms.h"
#include "find/logic/instance_logic.h"
#include "find/logic/module_vars.h"

namespace tapestry {

// A reset and its inactive value.
struct InactiveReset {
    VarId var = kNone;
    bool value = false;
};

// The position of a read: inside a process, earlier assignments of that process are visible.
struct ReadAt {
    ProcessId process = kNone;
    AssignmentId before = AssignmentId(0);
};

class ModuleLogic {
public:
    using Node = Diagram::Node;
    using Variable = Diagram::Variable;

    ModuleLogic(DesignLogic& all, ModuleId module);

    const Module& module() const { return vars_.module(); }
    ModuleId id() const { return id_; }
    Atoms& atoms() { return atoms_; }
    Diagram& diagram() { return atoms_.diagram(); }
    const Atom& atom(Variable v) const { return atoms_[v]; }
    const ModuleVars& vars() const { return vars_; }
    const std::vector<Node>& operands(Variable v) { return atoms_.operands(v); }

    // The value of a bit, and the next value of a register bit.
    Node value(Bit bit);
    Node next(Bit bit);
    // The function that this module drives on an input of an instance.
    Node pin(InstanceId instance, Bit port_bit) { return instances_.pin(instance, port_bit); }
    // The function on an output of an instance.
    Node output(InstanceId instance, Bit port_bit) { return instances_.output(instance, port_bit); }
    // The atom of an input of this module.
    Node input(Bit bit);
    std::vector<Variable> sources_of(Node function) { return atoms_.sources_of(function); }
    std::vector<Bit> inputs_of(Node function) { return atoms_.inputs_of(function); }

    std::vector<Bit> state_bits() const { return vars_.state_bits(); }
    // A memory is treated as a whole: the write enable, address and data.
    struct Write {
        Node enable = Diagram::kFalse;
        std::vector<Node> operands;
    };
    std::vector<Write> memory_writes();

    VarId add_outer(const std::string& text, std::uint32_t width) {
        return vars_.add_outer(text, width);
    }
    std::string outer_name(VarId var) const { return vars_.outer_name(var); }

private:
    friend class ExpressionLogic;

    // An atom for a bit, in the order of diagrams behind all control if it is one of a wide word.
    Node fresh(Bit bit, Atom atom = {});
    Node read(Bit bit, ReadAt at);
    Node computed(Bit bit);
    Node after(Bit bit, ProcessId process, std::size_t count, Node start);
    Node assigned(const Assignment& a, Bit bit, ReadAt at);
    Node hits(const Assignment& a, Bit bit, ReadAt at);
    Node guards(const Assignment& a, AssignmentId id);
    Node guard(const Guard& guard, ProcessId process);
    Node case_item(const Guard& guard, ReadAt at);
    Node matches(const Guard& guard, ReadAt at);

    ModuleId id_;
    ModuleVars vars_;
    Atoms atoms_;
    InstanceLogic instances_;
    std::map<Bit, Node> values_;
    std::map<Bit, Node> nexts_;
    std::map<Bit, Node> inputs_;
    std::map<std::tuple<Bit, ProcessId, std::size_t>, Node> after_memo_;
    std::unordered_map<std::uint64_t, Node> expr_memo_;
    std::map<VarId, bool> inactive_;
};

}  // namespace tapestry
