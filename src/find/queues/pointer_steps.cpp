// SPDX-License-Identifier: Apache-2.0
#include "find/queues/pointer_steps.h"

#include "find/module/counting.h"

namespace tapestry {

namespace {

constexpr int kDeepestValue = 12;

// Analyses the next value of one pointer; the conditions of a step are collected in `guards`.
class Step {
public:
    Step(const Subject& on, VarId pointer, std::vector<Guard>& guards)
        : on_(on), pointer_(pointer), guards_(guards) {}

    // Adds the conditions under which the expression is the pointer plus one. Returns false if it
    // can be anything else.
    bool from(ExprId id, int depth = 0) {
        if (depth > kDeepestValue) return false;
        const Expr& e = stripped(id);
        if (e.op == Op::add) return from_sum(e);
        if (e.op == Op::conditional) return from_choice(e, depth);
        return e.op == Op::ref && !on_.index.is_register(e.var) && from_wire(e.var, depth + 1);
    }

private:
    // A sum truncated to the width of its target.
    bool is_low_part(const Expr& e) const {
        if (e.op != Op::select) return false;
        const Expr& lsb = on_.module.expr(e.args[1]);
        return lsb.op == Op::constant && lsb.value.is_zero();
    }
    const Expr& stripped(ExprId id) const {
        const Expr* expr = &on_.module.expr(id);
        while (expr->op == Op::extend || is_low_part(*expr)) expr = &on_.module.expr(expr->args[0]);
        return *expr;
    }
    bool is_pointer(ExprId id) const {
        const Expr& e = stripped(id);
        return e.op == Op::ref && e.var == pointer_;
    }

    bool from_sum(const Expr& e) {
        if (!is_pointer(e.args[0]) && !is_pointer(e.args[1])) return false;
        ExprId step = e.args[is_pointer(e.args[0]) ? 1 : 0];
        while (on_.module.expr(step).op == Op::extend) step = on_.module.expr(step).args[0];
        const Expr& added = on_.module.expr(step);
        if (added.op == Op::constant) return added.value.to_u64() == 1;
        guards_.push_back({step, {}, false, true});
        return added.width == 1;
    }

    // `condition ? pointer + 1 : pointer`, or `pointer == LAST ? 0 : pointer + 1`.
    bool from_choice(const Expr& e, int depth) {
        bool wraps = true;  // the condition depends only on the pointer
        on_.index.for_each_ref(e.args[0], [&](VarId v, ExprId) {
            wraps = wraps && (v == pointer_ || on_.module.var(v).is_parameter);
        });
        for (const std::size_t branch : {1U, 2U}) {
            const bool is_constant = stripped(e.args[3 - branch]).op == Op::constant;
            if (wraps && is_constant) return from(e.args[branch], depth + 1);
            if (!is_pointer(e.args[3 - branch])) continue;
            guards_.push_back({e.args[0], {}, false, branch == 1});
            return from(e.args[branch], depth + 1);
        }
        return false;
    }

    // A wire that equals the pointer except for one assignment.
    bool from_wire(VarId wire, int depth) {
        bool steps = false;
        for (AssignmentId id : on_.index.drivers(wire)) {
            const Assignment& a = on_.index.assignment(id);
            if (is_pointer(a.value) && a.guards.empty()) continue;
            if (steps || !a.whole) return false;
            steps = true;
            guards_.insert(guards_.end(), a.guards.begin(), a.guards.end());
            if (!from(a.value, depth)) return false;
        }
        return steps;
    }

    const Subject& on_;
    VarId pointer_;
    std::vector<Guard>& guards_;
};

}  // namespace

std::optional<Steps> pointer_steps(const Subject& on, VarId pointer) {
    Steps all;
    for (AssignmentId id : on.index.drivers(pointer)) {
        const Assignment& a = on.index.assignment(id);
        if (!on.index.is_clocked(a) || !adds_to_itself(on, a.value, pointer, Op::add)) continue;
        std::vector<Guard> guards = a.guards;
        if (!a.whole || !Step(on, pointer, guards).from(a.value)) return std::nullopt;
        all.push_back(std::move(guards));
    }
    return all;
}

}  // namespace tapestry
