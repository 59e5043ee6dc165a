// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/module_scope.h"

#include <algorithm>

#include "read/verilog/fold.h"
#include "read/verilog/name_coding.h"

namespace tapestry {

namespace {

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
