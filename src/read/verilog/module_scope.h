// SPDX-License-Identifier: Apache-2.0
// What is known while one module of the tree becomes a Module: its names by scope, its functions,
// and the variables whose value is known because a loop is being unrolled.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/design.h"
#include "read/verilog/syntax_tree.h"
#include "read/verilog/type_table.h"

namespace tapestry {

// What all modules share.
struct DesignScope {
    const TypeTable& types;
    const Design& design;
    const std::unordered_map<std::string, std::int32_t>& module_ids;  // name -> Design::modules
};

// Where statements are being read: the conditions so far, and the process they belong to.
struct Position {
    std::vector<Guard> guards;
    std::int32_t process = kNone;
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

    std::unordered_map<VarId, Constant> known;  // variables of loops that are being unrolled
    int unrolled = 0;                           // turns of loops so far
    int calls = 0;                              // of functions so far
    int nesting = 0;                            // of what is being read

private:
    const DesignScope& shared_;
    Module& module_;
    std::vector<std::unordered_map<std::string, VarId>> names_;  // innermost scope last
    std::unordered_map<std::string, const SyntaxNode*> functions_;
};

// Deeper nesting is not followed: text can nest deeper than a stack is high.
inline constexpr int kDeepestNesting = 3000;

Direction direction_of(std::string_view word);

// An instance of an interface has a variable beside it that stands for it in connections. It is
// left out, and a mention of it is one of the instance.
bool is_interface_handle(std::string_view name);
std::string interface_name(const std::string& name);

}  // namespace tapestry
