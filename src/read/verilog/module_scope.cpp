// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/module_scope.h"

#include <algorithm>
#include <array>
#include <optional>

#include "model/design.h"
#include "read/verilog/name_coding.h"

namespace tapestry {

namespace {

// Constant folding.

struct Number {
    std::uint64_t bits = 0;
    std::uint32_t width = 0;

    std::int64_t as_signed() const {
        const std::uint32_t unused = 64 - width;
        return static_cast<std::int64_t>(bits << unused) >> unused;
    }
};

std::optional<Number> number_of(const Module& module, ExprId id) {
    const Expr& expr = module.expr(id);
    if (expr.op != Op::constant || expr.value.width() == 0 || expr.value.width() > 64)
        return std::nullopt;
    const auto bits = expr.value.to_u64();
    if (!bits) return std::nullopt;
    return Number{*bits, expr.value.width()};
}

std::uint64_t shifted(const Number& a, std::uint64_t by, Op op) {
    if (by >= a.width) return op == Op::shift_right_signed && a.as_signed() < 0 ? ~0ULL : 0;
    if (op == Op::shift_left) return a.bits << by;
    if (op == Op::shift_right) return a.bits >> by;
    return static_cast<std::uint64_t>(a.as_signed() >> by);
}

std::optional<std::uint64_t> divided(const Number& a, const Number& b, Op op) {
    if (b.bits == 0) return std::nullopt;
    return op == Op::divide ? a.bits / b.bits : a.bits % b.bits;
}

std::uint64_t compared(const Number& a, const Number& b, const Expr& expr) {
    const bool less = expr.is_signed ? a.as_signed() < b.as_signed() : a.bits < b.bits;
    const bool same = a.bits == b.bits;
    switch (expr.op) {
        case Op::less:
            return less;
        case Op::less_or_equal:
            return less || same;
        case Op::greater:
            return !less && !same;
        case Op::greater_or_equal:
            return !less;
        case Op::equal:
            return same;
        default:
            return !same;
    }
}

std::optional<std::uint64_t> unary(const Number& a, Op op) {
    switch (op) {
        case Op::not_:
            return ~a.bits;
        case Op::negate:
            return -a.bits;
        case Op::extend:
            return a.bits;
        case Op::sign_extend:
            return static_cast<std::uint64_t>(a.as_signed());
        default:
            return std::nullopt;
    }
}

std::optional<std::uint64_t> binary(const Number& a, const Number& b, const Expr& expr) {
    switch (expr.op) {
        case Op::add:
            return a.bits + b.bits;
        case Op::subtract:
            return a.bits - b.bits;
        case Op::multiply:
            return a.bits * b.bits;
        case Op::divide:
        case Op::modulo:
            return expr.is_signed && (a.as_signed() < 0 || b.as_signed() < 0)
                       ? std::nullopt
                       : divided(a, b, expr.op);
        case Op::and_:
            return a.bits & b.bits;
        case Op::or_:
            return a.bits | b.bits;
        case Op::xor_:
            return a.bits ^ b.bits;
        case Op::shift_left:
        case Op::shift_right:
        case Op::shift_right_signed:
            return shifted(a, b.bits, expr.op);
        case Op::concatenate:
            return b.width < 64 ? (a.bits << b.width) | b.bits : b.bits;
        case Op::less:
        case Op::less_or_equal:
        case Op::greater:
        case Op::greater_or_equal:
        case Op::equal:
        case Op::not_equal:
            return compared(a, b, expr);
        default:
            return std::nullopt;
    }
}

// Nothing if an operand is not constant, a number is wider than 64 bits, or the operator is not
// used in indices and loop conditions.
std::optional<Constant> folded(const Module& module, const Expr& expr) {
    if (expr.width == 0 || expr.width > 64 || expr.args.empty() || expr.args.size() > 3)
        return std::nullopt;
    std::array<Number, 3> numbers;
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
        const auto number = number_of(module, expr.args[i]);
        if (!number) return std::nullopt;
        numbers[i] = *number;
    }
    std::optional<std::uint64_t> bits;
    if (expr.op == Op::select)
        bits = shifted(numbers[0], numbers[1].bits, Op::shift_right);
    else if (expr.op == Op::conditional)
        bits = numbers[numbers[0].bits != 0 ? 1 : 2].bits;
    else if (expr.args.size() == 1)
        bits = unary(numbers[0], expr.op);
    else
        bits = binary(numbers[0], numbers[1], expr);
    if (!bits) return std::nullopt;
    const std::uint64_t mask = expr.width == 64 ? ~0ULL : (1ULL << expr.width) - 1;
    return Constant(expr.width, *bits & mask);
}

constexpr std::string_view kHandleEnd = "__Viftop";

}  // namespace

Direction direction_of(std::string_view word) {
    if (word == "input" || word == "in") return Direction::input;
    if (word == "output" || word == "out") return Direction::output;
    return word == "inout" ? Direction::inout : Direction::none;
}

bool is_interface_handle(std::string_view name) { return name.ends_with(kHandleEnd); }

std::string interface_name(const std::string& name) {
    return is_interface_handle(name) ? name.substr(0, name.size() - kHandleEnd.size()) : name;
}

VarId ModuleScope::lookup(const std::string& name) const {
    for (auto scope = names_.rbegin(); scope != names_.rend(); ++scope) {
        const auto found = scope->find(name);
        if (found != scope->end()) return found->second;
    }
    return kNone;
}

VarId ModuleScope::declare_var(const SyntaxNode& node, const std::string& scope, bool local) {
    Var var;
    var.name = decode_name(node.name);
    var.scope = scope;
    var.type = shared_.types.find(node);
    var.direction = direction_of(node.attribute("direction"));
    var.is_settable = !node.attribute("parameter").empty();
    var.is_parameter = var.is_settable || !node.attribute("local_parameter").empty();
    var.is_local = local;
    var.place = node.place;
    var.enumeration = shared_.types.find_enum(std::string(node.attribute("declared_type")),
                                              module_.name, width_of(node));
    if (const SyntaxNode* constant = node.child("const")) {
        if (const auto value = Constant::parse(constant->name)) var.value = *value;
    }
    module_.vars.push_back(var);
    const auto id = static_cast<VarId>(module_.vars.size() - 1);
    declare_name(var.name, id);
    return id;
}

void ModuleScope::declare(const SyntaxNode& scope_node, const std::string& scope, bool local) {
    for (const SyntaxNode* child : scope_node.children) {
        if (child->kind == "var" && !is_interface_handle(child->name))
            declare_var(*child, scope, local);
        if (child->kind == "func" || child->kind == "task") functions_[child->name] = child;
    }
}

const SyntaxNode* ModuleScope::function(const std::string& name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : found->second;
}

// During unrolling, the loop variable and everything computed from it alone is constant; such a
// constant remembers its variable.
ExprId ModuleScope::add(Expr expr) {
    if (!known.empty()) {
        if (const auto value = folded(module_, expr)) {
            for (ExprId id : expr.args) expr.var = std::max(expr.var, module_.expr(id).var);
            expr.op = Op::constant;
            expr.value = *value;
            expr.args.clear();
        }
    }
    module_.exprs.push_back(std::move(expr));
    return static_cast<ExprId>(module_.exprs.size() - 1);
}

std::uint32_t ModuleScope::width_of(const SyntaxNode& node) const {
    return shared_.design.width_of(shared_.types.find(node));
}

std::uint32_t ModuleScope::width_of(VarId var) const {
    return shared_.design.width_of(module_.var(var).type);
}

}  // namespace tapestry
