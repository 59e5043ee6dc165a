// SPDX-License-Identifier: Apache-2.0
// The types of the elaborated syntax tree.
#pragma once

#include <string>
#include <unordered_map>

#include "model/design.h"
#include "read/verilog/syntax_tree.h"

namespace tapestry {

class TypeTable {
public:
    TypeTable(const SyntaxTree& tree, IdTable<TypeId, Type>& types);

    TypeId find(const SyntaxNode& node) const;  // the type of a variable or an expression
    // The enum that `word` (a variable's declared type) names inside module `module`; Verilator
    // gives the variable itself the enum's base type. kNone if there is none, or several that
    // differ.
    TypeId find_enum(const std::string& word, const std::string& module, std::uint32_t width) const;

private:
    TypeId resolve(const std::string& id, int depth);
    void fill(Type& type, const SyntaxNode& node, int depth);
    static void fill_items(Type& type, const SyntaxNode& node);
    void fill_members(Type& type, const SyntaxNode& node, int depth);

    IdTable<TypeId, Type>& types_;
    std::unordered_map<std::string, const SyntaxNode*> nodes_;
    std::unordered_map<std::string, TypeId> ids_;
};

}  // namespace tapestry
