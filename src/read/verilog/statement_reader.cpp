// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/statement_reader.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "read/verilog/expression_reader.h"
#include "read/verilog/module_scope.h"
#include "read/verilog/name_coding.h"

namespace tapestry {

namespace {

// The iterations of a loop.

struct LoopTurns {
    const SyntaxNode* step = nullptr;  // the statement that changes the variable; null: unknown
    VarId variable = kNone;
    std::vector<Constant> values;  // of the variable in each iteration
};

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

// Known for `for (i = number; condition of i; i = function of i)` without other assignments to i
// and without break. `before` is the statement before the loop. Gives up if one module would get
// too many iterations.
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

// The target of an assignment: a variable, a slice, an array element, or a name in another scope.

// False if the target is none of these.
bool set_target(Assignment& assignment, const SyntaxNode& target, ModuleScope& scope) {
    const Module& module = scope.module();
    ExpressionReader expressions(scope);
    assignment.target_expr = expressions.read(target, nullptr);
    assignment.width = scope.width_of(target);
    if (target.kind == "varref") {
        assignment.target = scope.lookup(decode_name(target.name));
        return assignment.target != kNone;
    }
    if (target.kind == "varxref") {
        assignment.outer_target = module.expr(assignment.target_expr).text;
        return true;
    }
    const bool selects = target.kind == "sel" || target.kind == "arraysel";
    if (!selects || target.children.size() < 2 ||
        !set_target(assignment, *target.children[0], scope))
        return false;
    const ExprId where = expressions.read(*target.children[1], nullptr);
    assignment.whole = false;
    assignment.width = scope.width_of(target);
    if (target.kind == "arraysel") {
        assignment.to_element = true;
        assignment.element_index = where;
        return true;
    }
    const Expr& lsb = module.expr(where);
    if (lsb.op == Op::constant && lsb.value.to_u64()) {
        assignment.lsb += static_cast<std::uint32_t>(*lsb.value.to_u64());
        assignment.slice_index = where;
    } else {
        assignment.dynamic = true;
    }
    return true;
}

constexpr int kDeepestCall = 16;
constexpr int kMostCallsOfModule = 1000;

std::vector<const SyntaxNode*> arguments_of(const SyntaxNode& call) {
    std::vector<const SyntaxNode*> arguments;
    for (const SyntaxNode* argument : call.children) {
        if (argument->kind == "arg" && argument->first()) arguments.push_back(argument->first());
    }
    return arguments;
}

}  // namespace

void StatementReader::read(const SyntaxNode& parent, Position& position) {
    const SyntaxNode* before = nullptr;
    for (const SyntaxNode* child : parent.children) {
        if (!child->is_statement) continue;
        read_statement(*child, before, position);
        before = child;
    }
}

void StatementReader::read_statement(const SyntaxNode& node, const SyntaxNode* before,
                                     Position& position) {
    const std::string_view kind = node.kind;
    if (scope_.nesting >= kDeepestNesting) return;
    ++scope_.nesting;
    if (kind == "assign" || kind == "assigndly")
        read_assignment(node, position);
    else if (kind == "if")
        read_if(node, position);
    else if (kind == "case")
        read_case(node, position);
    else if (kind == "loop")
        read_loop(node, before, position);
    else if (kind == "taskref")
        read_call(node, position);
    else if (kind == "stmtexpr" && node.child("taskref"))
        read_call(*node.child("taskref"), position);
    else if (kind != "var")
        read_block(node, position);
    --scope_.nesting;
}

void StatementReader::read_if(const SyntaxNode& node, Position& position) {
    if (node.children.empty()) return;
    Guard guard;
    guard.condition = expressions_.read(*node.children[0], &position);
    for (std::size_t branch = 1; branch <= 2 && branch < node.children.size(); ++branch) {
        guard.holds = branch == 1;
        position.guards.push_back(guard);
        read(*node.children[branch], position);
        position.guards.pop_back();
    }
}

void StatementReader::read_case(const SyntaxNode& node, Position& position) {
    if (node.children.empty()) return;
    Guard guard;
    guard.condition = expressions_.read(*node.children[0], &position);
    guard.is_case = true;
    std::vector<std::vector<ExprId>> matches(node.children.size());  // empty: the default
    std::vector<ExprId> all_matches;
    bool overlapping = false;
    for (std::size_t item = 1; item < node.children.size(); ++item) {
        for (const SyntaxNode* child : node.children[item]->children) {
            if (child->is_statement) break;
            matches[item].push_back(expressions_.read(*child, &position));
            const Expr& match = module_.expr(matches[item].back());
            overlapping |= match.op != Op::constant || match.value.has_unknown();
        }
        all_matches.insert(all_matches.end(), matches[item].begin(), matches[item].end());
    }
    std::vector<ExprId> earlier;
    for (std::size_t item = 1; item < node.children.size(); ++item) {
        guard.holds = !matches[item].empty();
        guard.matches = guard.holds ? matches[item] : all_matches;
        guard.earlier = guard.holds && overlapping ? earlier : std::vector<ExprId>();
        position.guards.push_back(guard);
        read(*node.children[item], position);
        position.guards.pop_back();
        earlier.insert(earlier.end(), matches[item].begin(), matches[item].end());
    }
}

void StatementReader::read_block(const SyntaxNode& node, Position& position) {
    scope_.enter();
    scope_.declare(node, "", true);
    read(node, position);
    scope_.leave();
}

// Reads the body once per iteration with a constant loop variable, then the step as written; a loop
// with unknown iterations is read once.
void StatementReader::read_loop(const SyntaxNode& node, const SyntaxNode* before,
                                Position& position) {
    const bool runs_once = position.process != kNone &&
                           module_.processes[position.process].kind == Process::Kind::initial;
    const LoopTurns turns = runs_once ? LoopTurns() : turns_of(node, before, scope_);
    for (const Constant& value : turns.values) {
        scope_.known[turns.variable] = value;
        scope_.enter();
        scope_.declare(node, "", true);
        for (const SyntaxNode* child : node.children) {
            if (child->is_statement && child != turns.step && child->kind != "looptest")
                read_statement(*child, nullptr, position);
        }
        scope_.leave();
    }
    scope_.known.erase(turns.variable);
    if (turns.step)
        read_statement(*turns.step, nullptr, position);
    else
        read_block(node, position);
}

// A task is inlined at each call, under the guards of the call.
void StatementReader::read_call(const SyntaxNode& node, Position& position) {
    const SyntaxNode* task = scope_.function(node.name);
    if (!task || position.depth >= kDeepestCall) return;
    std::vector<ExprId> values;
    const std::vector<const SyntaxNode*> arguments = arguments_of(node);
    for (const SyntaxNode* argument : arguments)
        values.push_back(expressions_.read(*argument, &position));
    scope_.enter();
    const Formals formals = declare_formals(*task);
    for (std::size_t i = 0; i < values.size() && i < formals.arguments.size(); ++i) {
        if (module_.var(formals.arguments[i]).direction != Direction::output)
            assign_formal(formals.arguments[i], values[i], position);
    }
    ++position.depth;
    read(*task, position);
    --position.depth;
    scope_.leave();
    for (std::size_t i = 0; i < values.size() && i < formals.arguments.size(); ++i) {
        const VarId formal = formals.arguments[i];
        if (module_.var(formal).direction == Direction::input) continue;
        Expr result;
        result.op = Op::ref;
        result.var = formal;
        result.width = scope_.width_of(formal);
        assign(*arguments[i], scope_.add(result), node, position);
    }
}

VarId StatementReader::read_function(const SyntaxNode& function, const SyntaxNode& call,
                                     const std::vector<ExprId>& values, const Position* position) {
    Position body;
    body.depth = position ? position->depth + 1 : 1;
    if (body.depth > kDeepestCall || scope_.calls >= kMostCallsOfModule) return kNone;
    ++scope_.calls;
    body.process = position ? position->process : kNone;
    if (body.process == kNone) {  // a continuous assignment or a pin: its steps need an order
        Process process;
        process.place = call.place;
        module_.processes.push_back(process);
        body.process = module_.processes.last_id();
    }
    scope_.enter();
    const Formals formals = declare_formals(function);
    for (std::size_t i = 0; i < values.size() && i < formals.arguments.size(); ++i)
        assign_formal(formals.arguments[i], values[i], body);
    read(function, body);
    scope_.leave();
    return formals.result;
}

// Each call has its own variables.
StatementReader::Formals StatementReader::declare_formals(const SyntaxNode& function) {
    Formals formals;
    for (const SyntaxNode* var : function.children) {
        if (var->kind != "var") continue;
        const VarId id = scope_.declare_var(*var, "", true);
        if (var->name == function.name)
            formals.result = id;
        else if (module_.var(id).direction != Direction::none)
            formals.arguments.push_back(id);
    }
    return formals;
}

void StatementReader::read_assignment(const SyntaxNode& node, Position& position) {
    if (node.children.size() < 2) return;
    const SyntaxNode& value = *node.children[0];
    if (value.kind == "creset") return;  // Verilator's own: resets a local variable
    assign(*node.children[1], expressions_.read(value, &position), node, position);
}

void StatementReader::assign_formal(VarId formal, ExprId value, const Position& position) {
    Assignment assignment;
    assignment.target = formal;
    assignment.width = scope_.width_of(formal);
    assignment.value = value;
    assignment.blocking = true;
    assignment.guards = position.guards;
    assignment.process = position.process;
    module_.assignments.push_back(std::move(assignment));
}

void StatementReader::assign(const SyntaxNode& target, ExprId value, const SyntaxNode& statement,
                             const Position& position) {
    if (target.kind == "concat") {
        std::uint32_t lsb = 0;  // the last part holds the least significant bits
        for (auto part = target.children.rbegin(); part != target.children.rend(); ++part) {
            const std::uint32_t width = scope_.width_of(**part);
            assign(**part, slice_of(value, lsb, width), statement, position);
            lsb += width;
        }
        return;
    }
    Assignment assignment;
    assignment.value = value;
    assignment.guards = position.guards;
    assignment.process = position.process;
    assignment.blocking = statement.kind != "assigndly";
    assignment.place = statement.place;
    if (set_target(assignment, target, scope_))
        module_.assignments.push_back(std::move(assignment));
}

ExprId StatementReader::slice_of(ExprId value, std::uint32_t lsb, std::uint32_t width) {
    Expr slice;
    slice.op = Op::select;
    slice.width = width;
    slice.place = module_.expr(value).place;
    slice.args = {value};
    for (std::uint32_t number : {lsb, width}) {
        Expr constant;
        constant.op = Op::constant;
        constant.width = 32;
        constant.value = Constant(32, number);
        slice.args.push_back(scope_.add(constant));
    }
    return scope_.add(std::move(slice));
}

}  // namespace tapestry
