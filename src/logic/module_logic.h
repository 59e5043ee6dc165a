// SPDX-License-Identifier: Apache-2.0
// What an elaborated module computes, bit by bit, as functions in a decision diagram.
//
// Variables of the diagram are *atoms*: bits of inputs and of registers, outputs of instances that
// hold registers, and results of operators that are not opened up (arithmetic, wide comparisons,
// reads of memories), which remember what they are computed from. One-bit logic, comparisons with
// constants and selections are exact. Instances without registers are glue: they are opened up.
// Resets are inactive and forgotten.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "logic/diagram.h"
#include "model/bit.h"
#include "model/design.h"

namespace tapestry {

class DesignLogic;

// A reset and the value it has when it does not reset.
struct InactiveReset {
    VarId var = kNone;
    bool value = false;
};

struct Atom {
    enum class Kind { input, state, pin, opaque, unknown } kind = Kind::unknown;
    Bit bit;                        // input, state: of this module; pin: of the instance's module
    std::int32_t instance = kNone;  // pin: whose output it is
    // What it is computed from, asked for when needed.
    std::function<std::vector<Diagram::Node>()> operands;
};

class ModuleLogic {
public:
    using Node = Diagram::Node;
    using Variable = Diagram::Variable;

    ModuleLogic(DesignLogic& all, std::int32_t module);

    const Module& module() const { return module_; }
    std::int32_t id() const { return id_; }
    Diagram& diagram() { return diagram_; }
    const Atom& atom(Variable v) const { return atoms_[v]; }
    const std::vector<Node>& operands(Variable v);

    // The value of a bit, and the value that a register bit takes at the next edge.
    Node value(Bit bit);
    Node next(Bit bit);
    // What this module puts on an input of an instance.
    Node pin(std::int32_t instance, Bit port_bit);
    // What an instance puts on one of its outputs.
    Node output(std::int32_t instance, Bit port_bit);
    // The atom of an input of this module.
    Node input(Bit bit);
    // The inputs, and the outputs of instances, that a function hangs on without a register of this
    // module between; and only the inputs, through instances too.
    std::vector<Variable> sources_of(Node function);
    std::vector<Bit> inputs_of(Node function);

    // The bits of registers that stand for all: every bit of narrow ones, of wide ones the lowest
    // of each part that is written for itself.
    std::vector<Bit> state_bits();
    bool is_state(VarId var) const;
    // A memory is written as a whole: where, and with what.
    struct Write {
        Node enable = Diagram::kFalse;
        std::vector<Node> operands;
    };
    std::vector<Write> memory_writes();

    // Members of interfaces count as variables beyond those of the module.
    VarId outer(const std::string& text) const;
    VarId add_outer(const std::string& text, std::uint32_t width);
    std::string outer_name(VarId var) const;
    bool drives(VarId var) const { return writers_.contains(var); }
    bool has_state();

private:
    friend class ExpressionLogic;
    // Where an expression is read: in a process, what was assigned before that assignment counts.
    struct At {
        std::int32_t process = kNone;
        std::int32_t before = 0;
    };

    std::uint32_t width(VarId var) const;
    std::uint64_t elements(VarId var) const;
    bool is_memory(VarId var) const;
    Node read(Bit bit, At at);
    Node computed(Bit bit);
    Node after(Bit bit, std::int32_t process, std::size_t count, Node start);
    Node assigned(const Assignment& a, Bit bit, At at);
    Node hits(const Assignment& a, Bit bit, At at);
    Node guards(const Assignment& a, std::int32_t id);
    Node guard(const Guard& guard, std::int32_t process);
    Node case_item(const Guard& guard, At at);
    Node matches(const Guard& guard, At at);
    Node driven_by_instance(Bit bit);
    Node driven_member(const std::string& member, Bit bit);
    Node fresh(Atom atom);
    Node opaque(const std::string& key, std::function<std::vector<Node>()> operands);
    void index_module();
    const std::vector<Variable>& sources_of_atom(Variable v);
    const Connection* connection(std::int32_t instance, const std::string& port) const;
    Node glue(std::int32_t instance, ModuleLogic& child, Node function);
    Node glue_atom(std::int32_t instance, ModuleLogic& child, Variable v);
    std::vector<Node> pins_of(std::int32_t instance, ModuleLogic& child, Node function);

    DesignLogic& all_;
    std::int32_t id_;
    const Module& module_;
    Diagram diagram_;
    std::vector<Atom> atoms_;
    std::map<Variable, std::vector<Node>> operand_memo_;
    std::unordered_map<Variable, std::vector<Variable>> source_memo_;
    std::map<Bit, Node> values_;
    std::map<Bit, Node> nexts_;
    std::map<Bit, Node> inputs_;
    std::map<Bit, Node> states_;
    std::map<std::pair<std::int32_t, Bit>, Node> outputs_;
    std::unordered_map<std::string, Node> opaques_;
    std::map<std::tuple<Bit, std::int32_t, std::size_t>, Node> after_memo_;
    std::unordered_map<std::uint64_t, Node> expr_memo_;
    std::map<ExprId, std::int32_t> first_use_;  // condition -> first assignment below it
    std::map<ExprId, std::vector<std::vector<ExprId>>> case_items_;
    std::map<VarId, std::vector<std::int32_t>> writers_;  // of each variable: assignments
    std::set<VarId> indexed_;  // arrays that are written through a signal
    std::unordered_map<std::string, VarId> outers_;
    std::vector<std::string> outer_names_;
    std::vector<std::uint32_t> outer_widths_;
    std::map<VarId, bool> inactive_;
    struct Driver {
        std::int32_t instance = kNone;
        const Connection* connection = nullptr;
    };
    std::map<VarId, std::vector<Driver>> driving_pins_;
    int depth_ = 0;
};

}  // namespace tapestry
