// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/registers.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/verilog_text.h"
#include "explain/experiments/vectors.h"

namespace tapestry {

namespace {

std::string text_of(const Var& var) {
    return var.scope.empty() ? spelled(var.name) : var.scope + "." + spelled(var.name);
}

void add_register(const Design& design, const Var& var, OwnRegisters& out) {
    const Type& type = design.types[static_cast<std::size_t>(var.type)];
    if (type.kind != Type::Kind::unpacked_array &&
        (design.width_of(var.type) == 0 || type.kind == Type::Kind::interface)) {
        out.complete = false;
        return;
    }
    const std::vector<std::string> vectors = vectors_of(design, var.type, text_of(var));
    out.texts.insert(out.texts.end(), vectors.begin(), vectors.end());
    if (!vectors.empty()) out.bits += bits_of(design, var.type);
}

bool is_clocked(const Module& module, const Assignment& a) {
    return a.process != kNone &&
           module.processes[static_cast<std::size_t>(a.process)].kind == Process::Kind::clocked;
}

// Variables that decide what happens: they stand in a condition or make a single bit, or lead
// there through logic without registers.
class Steering {
public:
    Steering(const Design& design, const Module& module) : module_(module) {
        for (const Assignment& a : module.assignments) {
            if (!is_clocked(module, a) && a.target != kNone) made_by_[a.target].push_back(&a);
            add_guards(a);
            if (a.target != kNone && design.width_of(module.var(a.target).type) == 1) add(a.value);
        }
        while (!open_.empty()) {
            const VarId var = open_.back();
            open_.pop_back();
            for (const Assignment* a : made_by_[var]) {
                add(a->value);
                add_guards(*a);
            }
        }
    }
    bool contains(VarId var) const { return found_.contains(var); }

private:
    void add(ExprId id) {
        if (id == kNone) return;
        const Expr& expr = module_.expr(id);
        if (expr.op == Op::ref && found_.insert(expr.var).second) open_.push_back(expr.var);
        for (const ExprId argument : expr.args) add(argument);
    }
    void add_guards(const Assignment& a) {
        for (const Guard& guard : a.guards) {
            add(guard.condition);
            for (const ExprId match : guard.matches) add(match);
        }
    }

    const Module& module_;
    std::map<VarId, std::vector<const Assignment*>> made_by_;
    std::set<VarId> found_;
    std::vector<VarId> open_;
};

// Single bits that come in, and buses that decide something: when one has changed, what the module
// did at the last edge says nothing about the next one.
void add_steering_inputs(const Design& design, const Module& module,
                         const std::vector<StepClock>& clocks, OwnRegisters& out) {
    const Steering steering(design, module);
    for (std::size_t v = 0; v < module.vars.size(); ++v) {
        const Var& var = module.vars[v];
        const bool clock = std::any_of(clocks.begin(), clocks.end(), [&](const StepClock& c) {
            return c.port == spelled(var.name);
        });
        if (var.direction != Direction::input || var.is_local || clock) continue;
        const bool bit = design.width_of(var.type) == 1;
        if (bit || steering.contains(static_cast<VarId>(v))) add_register(design, var, out);
    }
}

}  // namespace

OwnRegisters registers_of(const Design& design, const Module& module,
                          const std::vector<StepClock>& clocks) {
    OwnRegisters out;
    std::set<VarId> seen;
    for (const Assignment& a : module.assignments) {
        if (!is_clocked(module, a)) continue;
        if (a.target == kNone) {
            out.complete = false;
        } else if (seen.insert(a.target).second) {
            const Var& var = module.var(a.target);
            // What lives in a block is made anew each time, unless it is assigned like a register.
            if (!var.is_local)
                add_register(design, var, out);
            else if (!a.blocking)
                out.complete = false;
        }
    }
    add_steering_inputs(design, module, clocks, out);
    return out;
}

}  // namespace tapestry
