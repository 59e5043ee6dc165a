// SPDX-License-Identifier: Apache-2.0
// Turns statements into guarded assignments, each with its conditions, in execution order. Loops
// with known iterations are unrolled; tasks and functions are inlined at each call.
#pragma once

#include "read/verilog/expression_reader.h"
#include "read/verilog/module_scope.h"

namespace tapestry {

class StatementReader {
public:
    explicit StatementReader(ModuleScope& scope)
        : scope_(scope), module_(scope.module()), expressions_(scope) {}

    void read(const SyntaxNode& parent, Position& position);  // the statements below a node
    void read_assignment(const SyntaxNode& node, Position& position);

    // Inlines a function for a call with these arguments; returns its result variable.
    VarId read_function(const SyntaxNode& function, const SyntaxNode& call,
                        const std::vector<ExprId>& values, const Position* position);

private:
    struct Formals {
        VarId result = kNone;
        std::vector<VarId> arguments;
    };

    void read_statement(const SyntaxNode& node, const SyntaxNode* before, Position& position);
    void read_if(const SyntaxNode& node, Position& position);
    void read_case(const SyntaxNode& node, Position& position);
    void read_block(const SyntaxNode& node, Position& position);
    void read_loop(const SyntaxNode& node, const SyntaxNode* before, Position& position);
    void read_call(const SyntaxNode& node, Position& position);
    void assign(const SyntaxNode& target, ExprId value, const SyntaxNode& statement,
                const Position& position);
    void assign_formal(VarId formal, ExprId value, const Position& position);
    Formals declare_formals(const SyntaxNode& function);
    ExprId slice_of(ExprId value, std::uint32_t lsb, std::uint32_t width);

    ModuleScope& scope_;
    Module& module_;
    ExpressionReader expressions_;
};

}  // namespace tapestry
