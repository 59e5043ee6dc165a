// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/expression_reader.h"

#include "base/path_name.h"
#include "read/verilog/name_coding.h"
#include "read/verilog/statement_reader.h"

namespace tapestry {

namespace {

struct Operator {
    std::string_view tag;
    Op op;
    std::size_t operands;
    bool is_signed = false;
};

constexpr Operator kOperators[] = {
    {"sel", Op::select, 3},
    {"arraysel", Op::array_select, 2},
    {"cond", Op::conditional, 3},
    {"eq", Op::equal, 2},
    {"eqcase", Op::equal, 2},
    {"eqwild", Op::equal, 2},
    {"neq", Op::not_equal, 2},
    {"neqcase", Op::not_equal, 2},
    {"neqwild", Op::not_equal, 2},
    {"and", Op::and_, 2},
    {"logand", Op::and_, 2},
    {"or", Op::or_, 2},
    {"logor", Op::or_, 2},
    {"xor", Op::xor_, 2},
    {"not", Op::not_, 1},
    {"lognot", Op::not_, 1},
    {"add", Op::add, 2},
    {"sub", Op::subtract, 2},
    {"mul", Op::multiply, 2},
    {"muls", Op::multiply, 2, true},
    {"div", Op::divide, 2},
    {"divs", Op::divide, 2, true},
    {"moddiv", Op::modulo, 2},
    {"moddivs", Op::modulo, 2, true},
    {"pow", Op::power, 2},
    {"powsu", Op::power, 2, true},
    {"powss", Op::power, 2, true},
    {"powus", Op::power, 2},
    {"negate", Op::negate, 1},
    {"lt", Op::less, 2},
    {"lts", Op::less, 2, true},
    {"lte", Op::less_or_equal, 2},
    {"ltes", Op::less_or_equal, 2, true},
    {"gt", Op::greater, 2},
    {"gts", Op::greater, 2, true},
    {"gte", Op::greater_or_equal, 2},
    {"gtes", Op::greater_or_equal, 2, true},
    {"shiftl", Op::shift_left, 2},
    {"shiftr", Op::shift_right, 2},
    {"shiftrs", Op::shift_right_signed, 2, true},
    {"redand", Op::reduce_and, 1},
    {"redor", Op::reduce_or, 1},
    {"redxor", Op::reduce_xor, 1},
    {"concat", Op::concatenate, 2},
    {"replicate", Op::replicate, 2},
    {"extend", Op::extend, 1},
    {"extends", Op::sign_extend, 1},
};

// Null for a node without a corresponding operator.
const Operator* operator_of(std::string_view tag) {
    static const auto by_tag = [] {
        std::unordered_map<std::string_view, const Operator*> map;
        for (const Operator& o : kOperators) map[o.tag] = &o;
        return map;
    }();
    const auto found = by_tag.find(tag);
    return found == by_tag.end() ? nullptr : found->second;
}

}  // namespace

ExprId ExpressionReader::read(const SyntaxNode& node, const Position* position) {
    Expr expr;
    expr.place = node.place;
    expr.width = scope_.width_of(node);
    if (node.kind == "varref") {
        expr.text = interface_name(decode_name(node.name));
        expr.var = scope_.lookup(expr.text);
        const auto known = scope_.known.find(expr.var);
        expr.op = expr.var == kNone             ? Op::outer_ref
                  : known == scope_.known.end() ? Op::ref
                                                : Op::constant;
        if (expr.op == Op::constant) expr.value = known->second;
        return scope_.add(std::move(expr));
    }
    if (node.kind == "varxref") {
        expr.op = Op::outer_ref;
        expr.text = joined(decode_name(node.attribute("dotted")), decode_name(node.name));
        return scope_.add(std::move(expr));
    }
    if (node.kind == "const") {
        const auto value = Constant::parse(node.name);
        expr.op = value ? Op::constant : Op::other;
        if (value) expr.value = *value;
        return scope_.add(std::move(expr));
    }
    if (node.kind == "funcref") return read_call(node, std::move(expr), position);
    return read_operator(node, std::move(expr), position);
}

ExprId ExpressionReader::read_operator(const SyntaxNode& node, Expr expr,
                                       const Position* position) {
    expr.text = node.kind;
    ++scope_.nesting;
    for (const SyntaxNode* child : node.children) {
        if (scope_.nesting < kDeepestNesting) expr.args.push_back(read(*child, position));
    }
    --scope_.nesting;
    const Operator* found = operator_of(node.kind);
    if (found && expr.args.size() >= found->operands) {
        expr.op = found->op;
        expr.is_signed = found->is_signed;
    }
    return scope_.add(std::move(expr));
}

// A function's result is a variable assigned in its body; its arguments are variables assigned by
// the call.
ExprId ExpressionReader::read_call(const SyntaxNode& node, Expr expr, const Position* position) {
    std::vector<ExprId> values;
    for (const SyntaxNode* argument : node.children) {
        if (argument->kind == "arg" && argument->first())
            values.push_back(read(*argument->first(), position));
    }
    expr.args = values;
    const SyntaxNode* function = scope_.function(node.name);
    if (!function) return scope_.add(std::move(expr));
    expr.var = StatementReader(scope_).read_function(*function, node, values, position);
    expr.op = expr.var == kNone ? Op::other : Op::call;
    return scope_.add(std::move(expr));
}

}  // namespace tapestry
