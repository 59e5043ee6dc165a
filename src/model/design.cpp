// SPDX-License-Identifier: Apache-2.0
#include "model/design.h"

namespace tapestry {

std::uint32_t Design::width_of(TypeId type) const { return type == kNone ? 0 : types[type].width; }

std::string interface_text(const Module& module, ExprId id) {
    if (id == kNone) return {};
    const Expr& expr = module.expr(id);
    if (expr.op != Op::array_select) return expr.text;
    const auto index = module.expr(expr.args[1]).value.to_u64();
    const std::string array = interface_text(module, expr.args[0]);
    const bool known = module.expr(expr.args[1]).op == Op::constant && index && !array.empty();
    return known ? array + "[" + std::to_string(*index) + "]" : "";
}

std::string member_behind(const Module& module, const Connection& connection,
                          const std::string& member) {
    const std::string stem = interface_text(module, connection.value);
    if (stem.empty() || !member.starts_with(stem) || member.size() == stem.size()) return {};
    const char next = member[stem.size()];
    return next == '.' || next == '[' ? connection.port + member.substr(stem.size()) : "";
}

}  // namespace tapestry
