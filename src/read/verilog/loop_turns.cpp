// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/loop_turns.h"

#include <algorithm>
#include <optional>

#include "read/verilog/expression_reader.h"
#include "read/verilog/name_coding.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostTurns = 256;  // of one loop
constexpr int kMostTurnsOfModule = 4096;

bool assigns(const SyntaxNode& node, const std::string& name) {
    return (node.kind == "assign" || node.kind == "assigndly") && node.children.size() == 2 &&
           node.children[1]->kind == "varref" && node.children[1]->name == name;
}

int count(const SyntaxNode& node, const auto& wanted) {
    int found = wanted(node) ? 1 : 0;
    for (const SyntaxNode* child : node.children) found += count(*child, wanted);
    return found;
}

// The value of an expression for a given value of the variable. Expressions added for it are
// removed again.
std::optional<Constant> value_of(const SyntaxNode& node, VarId variable, const Constant& value,
                                 ModuleScope& scope) {
    scope.known[variable] = value;
    Module& module = scope.module();
    const std::size_t exprs = module.exprs.size();
    const ExprId id = ExpressionReader(scope).read(node, nullptr);
    const Expr expr = module.expr(id);
    module.exprs.resize(exprs);
    scope.known.erase(variable);
    return expr.op == Op::constant ? std::optional(expr.value) : std::nullopt;
}

bool has_call(const SyntaxNode& node) {
    return count(node, [](const SyntaxNode& n) { return n.kind == "funcref"; }) > 0;
}

struct LoopParts {
    const SyntaxNode* condition = nullptr;
    const SyntaxNode* step = nullptr;
    const SyntaxNode* start = nullptr;
    std::string variable;
};

// The parts of a sufficiently simple loop; without a step for any other.
LoopParts parts_of(const SyntaxNode& loop, const SyntaxNode* before) {
    LoopParts parts;
    const SyntaxNode* test = loop.child("looptest");
    if (!before || before->kind != "assign" || before->children.size() != 2 || !test ||
        !test->first() || before->children[1]->kind != "varref" || loop.children.empty())
        return parts;
    parts.condition = test->first();
    parts.start = before->children[0];
    parts.variable = before->children[1]->name;
    const SyntaxNode* last = loop.children.back();
    const int tests =
        count(loop, [&](const SyntaxNode& n) { return &n != &loop && n.kind == "looptest"; });
    const int inner =
        count(loop, [&](const SyntaxNode& n) { return &n != &loop && n.kind == "loop"; });
    const int jumps = count(loop, [](const SyntaxNode& n) { return n.kind == "jumpgo"; });
    const int writes = count(loop, [&](const SyntaxNode& n) { return assigns(n, parts.variable); });
    if (tests == 1 + inner && jumps == 0 && writes == 1 && assigns(*last, parts.variable) &&
        !has_call(*last) && !has_call(*parts.condition))
        parts.step = last;
    return parts;
}

}  // namespace

LoopTurns turns_of(const SyntaxNode& loop, const SyntaxNode* before, ModuleScope& scope) {
    LoopTurns turns;
    const LoopParts parts = parts_of(loop, before);
    const VarId variable = parts.step ? scope.lookup(decode_name(parts.variable)) : kNone;
    if (variable == kNone) return turns;
    std::optional<Constant> value = value_of(*parts.start, variable, {}, scope);
    std::vector<Constant> values;
    while (value) {
        const auto holds = value_of(*parts.condition, variable, *value, scope);
        if (!holds || holds->has_unknown()) return turns;
        if (holds->is_zero()) break;
        values.push_back(*value);
        if (values.size() > kMostTurns) return turns;
        value = value_of(*parts.step->children[0], variable, *value, scope);
    }
    if (!value || scope.unrolled + static_cast<int>(values.size()) > kMostTurnsOfModule)
        return turns;
    scope.unrolled += static_cast<int>(values.size());
    turns.step = parts.step;
    turns.variable = variable;
    turns.values = std::move(values);
    return turns;
}

}  // namespace tapestry
