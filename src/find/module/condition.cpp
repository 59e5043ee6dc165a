// SPDX-License-Identifier: Apache-2.0
#include "find/module/condition.h"

#include <fmt/format.h>

#include "base/verilog_text.h"

namespace tapestry {

namespace {

constexpr int kDeepest = 24;

std::optional<bool> negated(std::optional<bool> value) {
    return value ? std::optional(!*value) : std::nullopt;
}

// AND (decisive = false) or OR (decisive = true): one decisive operand determines the result.
std::optional<bool> both(std::optional<bool> a, std::optional<bool> b, bool decisive) {
    if ((a && *a == decisive) || (b && *b == decisive)) return decisive;
    return a && b ? std::optional(!decisive) : std::nullopt;
}

class Implications {
public:
    Implications(const ModuleIndex& index, std::map<VarId, bool>& values)
        : index_(index), module_(index.module()), values_(values) {}

    void of(VarId var, bool value, int depth) {
        const auto& drivers = index_.drivers(var);
        if (depth > kDeepest || drivers.size() != 1) return;
        const Assignment& a = index_.assignment(drivers[0]);
        if (a.process == kNone && a.whole) expr(a.value, value, depth + 1);
    }

private:
    void expr(ExprId id, bool value, int depth) {
        const Expr& e = module_.expr(id);
        if (e.width != 1 || depth > kDeepest) return;
        if (e.op == Op::ref && values_.emplace(e.var, value).second) of(e.var, value, depth);
        if (e.op == Op::not_) expr(e.args[0], !value, depth + 1);
        // A true AND has only true operands, a false OR only false ones.
        if ((e.op == Op::and_ && value) || (e.op == Op::or_ && !value)) {
            for (ExprId argument : e.args) expr(argument, value, depth + 1);
        }
    }

    const ModuleIndex& index_;
    const Module& module_;
    std::map<VarId, bool>& values_;
};

std::optional<std::string> render_expr(const Module& module, ExprId id, const NameOf& name_of,
                                       int depth) {
    const Expr& e = module.expr(id);
    if (depth > kDeepest) return std::nullopt;
    auto binary = [&](const char* op) -> std::optional<std::string> {
        const auto a = render_expr(module, e.args[0], name_of, depth + 1);
        const auto b = render_expr(module, e.args[1], name_of, depth + 1);
        return a && b ? std::optional(fmt::format("({} {} {})", *a, op, *b)) : std::nullopt;
    };
    switch (e.op) {
        case Op::ref:
            return name_of(e.var);
        case Op::constant:
            return e.value.has_unknown()
                       ? std::nullopt
                       : std::optional(fmt::format("{}'h{}", e.width, e.value.hex()));
        case Op::not_: {
            const auto a = render_expr(module, e.args[0], name_of, depth + 1);
            return a && e.width == 1 ? std::optional("!" + *a) : std::nullopt;
        }
        case Op::and_:
            return e.width == 1 ? binary("&&") : std::nullopt;
        case Op::or_:
            return e.width == 1 ? binary("||") : std::nullopt;
        case Op::equal:
            return binary("==");
        case Op::not_equal:
            return binary("!=");
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<bool> ConditionValues::of(ExprId id, int depth) {
    if (depth > kDeepest) return std::nullopt;
    if (const auto known = memo_.find(id); known != memo_.end()) return known->second;
    memo_[id] = std::nullopt;  // terminates a combinational loop
    return memo_[id] = computed(module_.expr(id), depth);
}

std::optional<bool> ConditionValues::computed(const Expr& e, int depth) {
    switch (e.op) {
        case Op::constant:
            return !e.value.is_zero();
        case Op::ref:
            return variable(e.var, depth);
        case Op::not_:
            return negated(of(e.args[0], depth + 1));
        case Op::and_:
            return both(of(e.args[0], depth + 1), of(e.args[1], depth + 1), false);
        case Op::or_:
            return both(of(e.args[0], depth + 1), of(e.args[1], depth + 1), true);
        case Op::equal:
        case Op::not_equal:
            return comparison(e, depth);
        case Op::extend:
            return of(e.args[0], depth + 1);
        case Op::conditional: {
            const auto condition = of(e.args[0], depth + 1);
            return condition ? of(e.args[*condition ? 1 : 2], depth + 1) : std::nullopt;
        }
        default:
            return std::nullopt;
    }
}

std::optional<bool> ConditionValues::comparison(const Expr& e, int depth) {
    if (module_.expr(e.args[0]).width != 1) return std::nullopt;
    const auto a = of(e.args[0], depth + 1);
    const auto b = of(e.args[1], depth + 1);
    return a && b ? std::optional((*a == *b) == (e.op == Op::equal)) : std::nullopt;
}

std::optional<bool> ConditionValues::variable(VarId var, int depth) {
    const auto known = values_.find(var);
    if (known != values_.end()) return known->second;
    const auto& drivers = index_.drivers(var);
    if (drivers.size() != 1) return std::nullopt;
    const Assignment& a = index_.assignment(drivers[0]);
    if (a.process != kNone || !a.whole || !a.guards.empty()) return std::nullopt;
    return of(a.value, depth + 1);
}

std::optional<bool> ConditionValues::matches(const Guard& guard, const std::vector<ExprId>& items) {
    if (module_.expr(guard.condition).width != 1) return std::nullopt;
    const auto subject = of(guard.condition);
    std::optional<bool> any = false;
    for (const ExprId item : items) {
        const Expr& e = module_.expr(item);
        const bool exact = e.op != Op::constant || !e.value.has_unknown();
        const auto value = exact && e.width == 1 ? of(item) : std::nullopt;
        any = both(any, subject && value ? std::optional(*subject == *value) : std::nullopt, true);
    }
    return any;
}

std::optional<bool> ConditionValues::case_item(const Guard& guard) {
    const auto item = matches(guard, guard.matches);
    return both(guard.holds ? item : negated(item), negated(matches(guard, guard.earlier)), false);
}

std::optional<bool> ConditionValues::of(const std::vector<Guard>& guards) {
    std::optional<bool> all = true;
    for (const Guard& guard : guards) {
        const auto one = guard.is_case ? case_item(guard) : of(guard.condition);
        all = both(all, guard.is_case || guard.holds ? one : negated(one), false);
    }
    return all;
}

std::optional<bool> evaluate(const ModuleIndex& index, ExprId expr,
                             const std::map<VarId, bool>& values) {
    return ConditionValues(index, values).of(expr);
}

std::optional<bool> evaluate(const ModuleIndex& index, const std::vector<Guard>& guards,
                             const std::map<VarId, bool>& values) {
    return ConditionValues(index, values).of(guards);
}

std::map<VarId, bool> with_implied(const ModuleIndex& index, std::map<VarId, bool> values) {
    const std::map<VarId, bool> given = values;
    for (const auto& [var, value] : given) Implications(index, values).of(var, value, 0);
    return values;
}

std::optional<std::vector<Guard>> without_reset(const ModuleIndex& index,
                                                const std::vector<Guard>& guards,
                                                const std::string& reset) {
    const bool low = reset.starts_with("!");
    std::map<VarId, bool> inactive;
    const auto& vars = index.module().vars;
    for (const VarId v : vars.ids()) {
        if (!reset.empty() && spelled(vars[v].name) == reset.substr(low ? 1 : 0)) inactive[v] = low;
    }
    ConditionValues values(index, std::move(inactive));
    std::vector<Guard> rest;
    for (const Guard& guard : guards) {
        const auto known = values.of(std::vector<Guard>{guard});
        if (known == false) return std::nullopt;
        if (!known) rest.push_back(guard);
    }
    return rest;
}

std::optional<std::string> render(const Module& module, ExprId expr, const NameOf& name_of) {
    return render_expr(module, expr, name_of, 0);
}

std::optional<std::string> render(const ModuleIndex& index, const std::vector<Guard>& guards,
                                  const std::string& leave_out) {
    const std::string bare = leave_out.starts_with("!") ? leave_out.substr(1) : leave_out;
    std::string text;
    for (const Guard& guard : guards) {
        if (guard.is_case) return std::nullopt;
        const auto part = render(index.module(), guard.condition, [&](VarId v) {
            const Var& var = index.module().var(v);
            return std::optional(spelled(var.name) + var.index);
        });
        if (!part) return std::nullopt;
        if (*part == bare || *part == "!" + bare) continue;
        text += (text.empty() ? "" : " && ") + std::string(guard.holds ? "" : "!") + *part;
    }
    return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace tapestry
