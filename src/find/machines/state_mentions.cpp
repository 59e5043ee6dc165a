// SPDX-License-Identifier: Apache-2.0
#include "find/machines/state_mentions.h"

#include <algorithm>

namespace tapestry {

StateMentions::StateMentions(const Module& module) : module_(module) {
    for (const Expr& expr : module_.exprs) {
        if (expr.op == Op::equal || expr.op == Op::not_equal) compares_.push_back(&expr);
    }
    for (const Assignment& a : module_.assignments) {
        for (const Guard& guard : a.guards) {
            if (guard.is_case && guard.holds) cases_.push_back(&guard);
        }
    }
}

// True if the expression is the register, or a helper with the same value.
bool StateMentions::is_machine(ExprId id, const NextValue& next) const {
    const Expr& expr = module_.expr(id);
    Slice slice{expr.var, 0, expr.width};
    if (expr.op == Op::select && module_.expr(expr.args[1]).op == Op::constant) {
        const std::uint64_t lsb = module_.expr(expr.args[1]).value.to_u64().value_or(0);
        slice = {module_.expr(expr.args[0]).var, static_cast<std::uint32_t>(lsb), expr.width};
    }
    return next.helpers().contains(slice);
}

// True if the expression is any slice of the register.
bool StateMentions::is_part_of(ExprId id, const NextValue& next) const {
    const Expr* e = &module_.expr(id);
    while (e->op == Op::extend || e->op == Op::select) e = &module_.expr(e->args[0]);
    return e->var != kNone && std::any_of(next.helpers().begin(), next.helpers().end(),
                                          [&](const Slice& slice) { return slice.var == e->var; });
}

std::vector<Mention> StateMentions::of(const NextValue& next) const {
    std::vector<Mention> all = next.leaves();
    all.insert(all.end(), next.bit_writes().begin(), next.bit_writes().end());
    for (const Expr* compare : compares_) {
        for (std::size_t side : {0U, 1U}) {
            const Expr& constant = module_.expr(compare->args[side]);
            if (constant.op == Op::constant && is_machine(compare->args[1 - side], next))
                all.push_back({constant.value, constant.place, false, true});
        }
    }
    add_cases(next, all);
    return all;
}

void StateMentions::add_cases(const NextValue& next, std::vector<Mention>& all) const {
    for (const Guard* guard : cases_) {
        if (!is_machine(guard->condition, next)) continue;
        for (ExprId match : guard->matches) {
            const Expr& constant = module_.expr(match);
            if (constant.op == Op::constant && !constant.value.has_unknown())
                all.push_back({constant.value, constant.place, true, true});
        }
    }
}

bool StateMentions::is_tested(const NextValue& next) const {
    auto is_part = [&](ExprId id) { return is_part_of(id, next); };
    const bool in_case = std::any_of(cases_.begin(), cases_.end(), [&](const Guard* guard) {
        return is_part(guard->condition) ||
               std::any_of(guard->matches.begin(), guard->matches.end(), is_part);
    });
    const bool compared = std::any_of(compares_.begin(), compares_.end(), [&](const Expr* e) {
        return is_part(e->args[0]) || is_part(e->args[1]);
    });
    return in_case || compared || tests_a_bit(next);
}

bool StateMentions::tests_a_bit(const NextValue& next) const {
    return std::any_of(module_.exprs.begin(), module_.exprs.end(), [&](const Expr& e) {
        if (e.op != Op::select || e.width != 1 || module_.expr(e.args[1]).op != Op::constant)
            return false;
        const Expr& from = module_.expr(e.args[0]);
        return next.helpers().contains({from.var, 0, from.width});
    });
}

std::set<std::pair<std::uint32_t, std::uint32_t>> StateMentions::compared_fields(VarId v) const {
    std::set<std::pair<std::uint32_t, std::uint32_t>> fields;
    auto add = [&](ExprId id) {
        const Expr& select = module_.expr(id);
        if (select.op != Op::select || module_.expr(select.args[0]).var != v || select.width < 2)
            return;
        const Expr& lsb = module_.expr(select.args[1]);
        if (lsb.op == Op::constant)
            fields.insert(
                {static_cast<std::uint32_t>(lsb.value.to_u64().value_or(0)), select.width});
    };
    for (const Expr* compare : compares_) {
        const bool first_is_constant = module_.expr(compare->args[0]).op == Op::constant;
        add(compare->args[first_is_constant ? 1 : 0]);
    }
    for (const Guard* guard : cases_) add(guard->condition);
    return fields;
}

}  // namespace tapestry
