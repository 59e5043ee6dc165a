// SPDX-License-Identifier: Apache-2.0
#include "find/logic/flop_modules.h"

#include <algorithm>
#include <map>
#include <set>

#include "model/bit.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostAssignments = 16;  // of a flop module
constexpr int kDeepestWires = 8;
constexpr int kLevels = 3;  // flop modules in flop modules

// The behaviour of a flop module, if the module is one.
class FlopModule {
public:
    FlopModule(const Design& design, const Module& module) : design_(design), module_(module) {}

    // `is_inlined` tells of an instance whether its registers are in this module already.
    template <class IsInlined>
    bool is_flop(IsInlined is_inlined) {
        if (module_.is_interface || module_.processes.empty() ||
            module_.assignments.size() > kMostAssignments ||
            !std::all_of(module_.instances.begin(), module_.instances.end(), is_inlined))
            return false;
        note_wires();
        for (const Assignment& a : module_.assignments) {
            if (!is_initial(a) && !note(a)) return false;
        }
        bool any = false;
        for (const VarId v : module_.vars.ids()) {
            if (module_.vars[v].direction != Direction::output) continue;
            any = true;
            if (!registers_.contains(register_of(v))) return false;
        }
        return any && loads_;
    }

    // The register behind an output: the output itself, or r in `assign q = r`.
    VarId register_of(VarId output) const {
        const auto found = copies_.find(output);
        return found == copies_.end() ? output : found->second;
    }
    // What drives a wire of the module; kNone if it is none.
    ExprId wire(VarId var) const {
        const auto found = wires_.find(var);
        return found == wires_.end() ? kNone : found->second;
    }
    bool is_initial(const Assignment& a) const {
        return a.process != kNone && module_.processes[a.process].kind == Process::Kind::initial;
    }

private:
    void note_wires() {
        for (const Assignment& a : module_.assignments) {
            const bool inner =
                a.target != kNone && module_.var(a.target).direction == Direction::none;
            if (a.process == kNone && inner && a.whole && a.guards.empty())
                wires_[a.target] = a.value;
        }
    }

    bool note(const Assignment& a) {
        if (a.target == kNone || !a.whole || a.dynamic || a.to_element) return false;
        const Expr& value = module_.expr(a.value);
        if (a.process == kNone && wires_.contains(a.target)) return true;
        if (a.process == kNone) {
            copies_[a.target] = value.var;
            return value.op == Op::ref;
        }
        if (module_.processes[a.process].kind != Process::Kind::clocked) return false;
        registers_.insert(a.target);
        return is_value(a.value, a.target) &&
               std::all_of(a.guards.begin(), a.guards.end(),
                           [&](const Guard& g) { return !g.is_case && is_control(g.condition); });
    }

    // The next value is an input, a constant or the register itself.
    bool is_value(ExprId id, VarId target, int depth = 0) {
        const Expr& e = module_.expr(id);
        if (e.op == Op::constant) return true;
        if (depth > kDeepestWires) return false;
        if (e.op == Op::conditional)
            return is_control(e.args[0]) && is_value(e.args[1], target, depth + 1) &&
                   is_value(e.args[2], target, depth + 1);
        if (e.op != Op::ref) return false;
        if (e.var != target && wire(e.var) != kNone)
            return is_value(wire(e.var), target, depth + 1);
        const Var& var = module_.var(e.var);
        const bool same_width =
            design_.width_of(var.type) == design_.width_of(module_.var(target).type);
        loads_ = loads_ || var.direction == Direction::input;
        return same_width && (e.var == target || var.direction == Direction::input ||
                              (var.is_parameter && !var.is_local));
    }

    bool is_control(ExprId id) const {
        const Expr& e = module_.expr(id);
        if (e.op == Op::constant) return true;
        if (e.op == Op::ref)
            return e.width == 1 && module_.var(e.var).direction == Direction::input;
        const bool logic = e.op == Op::and_ || e.op == Op::or_ || e.op == Op::not_;
        return logic &&
               std::all_of(e.args.begin(), e.args.end(), [&](ExprId a) { return is_control(a); });
    }

    const Design& design_;
    const Module& module_;
    std::set<VarId> registers_;
    std::map<VarId, VarId> copies_;
    std::map<VarId, ExprId> wires_;
    bool loads_ = false;
};

// Inlines the registers of an instance into the parent module.
class InPlace {
public:
    InPlace(Module& module, const Module& flop, FlopModule& shape, const Instance& instance)
        : module_(module), flop_(flop), shape_(shape) {
        for (const Connection& c : instance.connections) {
            for (const VarId v : flop.vars.ids()) {
                if (flop.vars[v].name == c.port && flop.vars[v].scope.empty())
                    connected_[v] = c.value;
            }
        }
    }

    // Returns false if an output is not connected to a whole variable, or the clock is not a
    // variable.
    bool run() {
        for (const auto& [port, value] : connected_) {
            if (flop_.var(port).direction != Direction::output || value == kNone) continue;
            const Op op = module_.expr(value).op;
            if ((op != Op::ref && op != Op::select) || !bit_of(module_, value, {})) return false;
            targets_[shape_.register_of(port)] = value;
        }
        if (targets_.empty() || !add_processes()) return false;
        for (const Assignment& a : flop_.assignments) {
            if (a.process == kNone || shape_.is_initial(a) || !targets_.contains(a.target))
                continue;
            Assignment here = a;
            set_target(here, targets_.at(a.target));
            here.value = copied(a.value);
            here.process = processes_.at(a.process);
            for (Guard& g : here.guards) g.condition = copied(g.condition);
            module_.assignments.push_back(std::move(here));
        }
        return true;
    }

private:
    // The register is a variable of the parent, or some bits of one.
    void set_target(Assignment& a, ExprId to) const {
        const Expr& e = module_.expr(to);
        const auto first = bit_of(module_, to, {});
        a.target_expr = to;
        a.target = first->var;
        a.lsb = static_cast<std::uint32_t>(first->position);
        a.width = e.width;
        a.whole = e.op == Op::ref;
    }

    bool add_processes() {
        std::vector<Process> fresh;
        for (const ProcessId p : flop_.processes.ids()) {
            Process process = flop_.processes[p];
            if (process.kind != Process::Kind::clocked) continue;
            for (EdgeEvent& event : process.edges) {
                const auto found = connected_.find(event.var);
                if (found == connected_.end() || found->second == kNone ||
                    module_.expr(found->second).op != Op::ref)
                    return false;
                event.var = module_.expr(found->second).var;
            }
            processes_[p] = static_cast<ProcessId>(module_.processes.size() + fresh.size());
            fresh.push_back(std::move(process));
        }
        module_.processes.insert(module_.processes.end(), fresh.begin(), fresh.end());
        return true;
    }

    // An expression of the flop module in the terms of the parent.
    ExprId copied(ExprId id) {
        const Expr& e = flop_.expr(id);
        if (e.op == Op::ref) {
            const auto target = targets_.find(e.var);
            if (target != targets_.end()) return target->second;
            const auto port = connected_.find(e.var);
            if (port != connected_.end() && port->second != kNone) return port->second;
            if (shape_.wire(e.var) != kNone) return copied(shape_.wire(e.var));
        }
        Expr copy = e;
        if (e.op == Op::ref) {  // a parameter, or an unconnected input
            copy.op = Op::constant;
            copy.value = flop_.var(e.var).value;
            copy.var = kNone;
        }
        for (ExprId& argument : copy.args) argument = copied(argument);
        module_.exprs.push_back(std::move(copy));
        return static_cast<ExprId>(module_.exprs.size() - 1);
    }

    Module& module_;
    const Module& flop_;
    FlopModule& shape_;
    std::map<VarId, ExprId> connected_;
    std::map<VarId, ExprId> targets_;  // flop register -> reference to its copy in the parent
    std::map<ProcessId, ProcessId> processes_;
};

}  // namespace

std::optional<Design> with_flops_in_place(const Design& design) {
    std::optional<Design> result;
    std::set<ModuleId> flops;
    auto is_flop = [&](const Instance& i) { return flops.contains(i.module) && !i.is_array; };
    for (int level = 0; level < kLevels; ++level) {
        const Design before = result ? *result : Design();
        const Design& known = result ? before : design;
        std::map<ModuleId, FlopModule> shapes;
        for (const ModuleId m : known.modules.ids()) {
            FlopModule shape(known, known.modules[m]);
            if (!flops.contains(m) && shape.is_flop(is_flop)) shapes.emplace(m, shape);
        }
        if (shapes.empty()) break;
        if (!result) result = design;
        for (Module& module : result->modules) {
            for (const Instance& instance : module.instances) {
                const auto flop = shapes.find(instance.module);
                if (flop == shapes.end() || instance.is_array) continue;
                InPlace(module, known.modules[instance.module], flop->second, instance).run();
            }
        }
        for (const auto& [id, shape] : shapes) flops.insert(id);
    }
    return result;
}

}  // namespace tapestry
