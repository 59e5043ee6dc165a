// SPDX-License-Identifier: Apache-2.0
// The context while one module of the tree becomes a Module: its names by scope, its functions, and
// the loop variables with known values during unrolling.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/design.h"
#include "read/verilog/syntax_tree.h"
#include "read/verilog/type_table.h"

namespace tapestry {

// Shared by all modules.
struct DesignScope {
    const TypeTable& types;
    const Design& design;
    const std::unordered_map<std::string, ModuleId>& module_ids;  // name -> Design::modules
};

// The position in the statements: the guards so far, and the process.
struct Position {
    std::vector<Guard> guards;
    ProcessId process = kNone;
    int depth = 0;
};

class ModuleScope {
public:
    ModuleScope(const DesignScope& shared, Module& module) : shared_(shared), module_(module) {}

    const DesignScope& shared() const { return shared_; }
    Module& module() { return module_; }

    void enter() { names_.emplace_back(); }
    void leave() { names_.pop_back(); }
    VarId lookup(const std::string& name) const;
    void declare_name(const std::string& name, VarId var) { names_.back()[name] = var; }
    VarId declare_var(const SyntaxNode& node, const std::string& scope, bool local);
    // Names may be used before their declaration, so each scope is declared before it is read.
    void declare(const SyntaxNode& scope_node, const std::string& scope, bool local);
    const SyntaxNode* function(const std::string& name) const;  // or task; nullptr: none here

    ExprId add(Expr expr);
    std::uint32_t width_of(const SyntaxNode& node) const;
    std::uint32_t width_of(VarId var) const;

    std::unordered_map<VarId, Constant> known;  // loop variables during unrolling
    int unrolled = 0;                           // loop iterations so far
    int calls = 0;                              // function calls so far
    int nesting = 0;                            // current nesting depth

private:
    const DesignScope& shared_;
    Module& module_;
    std::vector<std::unordered_map<std::string, VarId>> names_;  // innermost scope last
    std::unordered_map<std::string, const SyntaxNode*> functions_;
};

// Deeper nesting is not followed, because it could overflow the stack.
inline constexpr int kDeepestNesting = 3000;

Direction direction_of(std::string_view word);

// Verilator adds a variable that stands for an interface instance in connections. It is left out,
// and a reference to it becomes one to the instance.
bool is_interface_handle(std::string_view name);
std::string interface_name(const std::string& name);

}  // namespace tapestry
