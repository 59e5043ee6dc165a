// SPDX-License-Identifier: Apache-2.0
#include "find/module/reset_nets.h"

#include <algorithm>
#include <set>

#include "find/module/handshake_words.h"
#include "model/reset_name.h"

namespace tapestry {

namespace {

constexpr std::size_t kFewestRegisters = 3;

using Net = std::pair<ModuleId, VarId>;  // a variable of a module

// For `net`, `!net` or `net == 1'b0`: true if it holds while the net is high.
std::optional<bool> plain_test(const Module& module, ExprId id, VarId net) {
    const Expr& e = module.expr(id);
    if (e.op == Op::ref && e.var == net) return true;
    if (e.op == Op::not_) {
        const auto inner = plain_test(module, e.args[0], net);
        return inner ? std::optional(!*inner) : std::nullopt;
    }
    if (e.op != Op::equal && e.op != Op::not_equal) return std::nullopt;
    for (const std::size_t side : {0U, 1U}) {
        const Expr& constant = module.expr(e.args[side]);
        if (constant.op != Op::constant) continue;
        const auto inner = plain_test(module, e.args[1 - side], net);
        if (!inner) return std::nullopt;
        return (e.op == Op::equal) != constant.value.is_zero() ? *inner : !*inner;
    }
    return std::nullopt;
}

bool mentions(const ModuleIndex& index, ExprId id, VarId net) {
    bool found = false;
    index.for_each_ref(id, [&](VarId var, ExprId) { found = found || var == net; });
    return found;
}

// All uses of one input of the design, through the hierarchy.
class NetUse {
public:
    explicit NetUse(const IdTable<ModuleId, ModuleIndex>& indexes) : indexes_(indexes) {}

    // Returns false if the net is used for anything but a reset. `inverted`: relative to the input.
    bool follow(Net net, bool inverted) {
        const auto [at, is_new] = nets.emplace(net, inverted);
        if (!is_new) return at->second == inverted;
        return follow_assignments(net, inverted) && follow_pins(net, inverted);
    }

    std::map<Net, bool> nets;  // nets equal to the input, and whether inverted
    std::set<Net> registers;   // registers that it sets to constants
    bool may_be_high = true;   // the active levels that are still possible
    bool may_be_low = true;

private:
    const ModuleIndex& index(Net net) const { return indexes_[net.first]; }

    // What a process assigns while the net is high, and while it is low.
    struct Branches {
        std::set<VarId> constants;
        bool others = false;
    };

    bool follow_assignments(Net net, bool inverted) {
        const Module& module = index(net).module();
        std::map<ProcessId, std::map<bool, Branches>> by_process;
        for (const Assignment& a : module.assignments) {
            const bool in_value = mentions(index(net), a.value, net.second);
            const bool in_guards = std::ranges::any_of(a.guards, [&](const Guard& g) {
                return mentions(index(net), g.condition, net.second);
            });
            if (!in_value && !in_guards) continue;
            if (in_value && !follow_copy(net, a, inverted)) return false;
            if (!in_guards) continue;
            const auto high = first_test(net, a);
            if (!high) return false;
            Branches& branch = by_process[a.process][*high];
            if (a.guards.size() == 1 && module.expr(a.value).op == Op::constant)
                branch.constants.insert(a.target);
            else
                branch.others = true;
        }
        return std::ranges::all_of(
            by_process, [&](auto& process) { return judge(net, inverted, process.second); });
    }

    // The value tested, if the net is the first condition of a clocked assignment and no other
    // condition uses it.
    std::optional<bool> first_test(Net net, const Assignment& a) const {
        if (!index(net).is_clocked(a) || a.guards[0].is_case) return std::nullopt;
        for (std::size_t i = 1; i < a.guards.size(); ++i) {
            if (mentions(index(net), a.guards[i].condition, net.second)) return std::nullopt;
        }
        const auto high = plain_test(index(net).module(), a.guards[0].condition, net.second);
        return high ? std::optional(*high == a.guards[0].holds) : std::nullopt;
    }

    bool follow_copy(Net net, const Assignment& a, bool inverted) {
        if (a.process != kNone || !a.whole || !a.guards.empty() || a.target == kNone) return false;
        const auto high = plain_test(index(net).module(), a.value, net.second);
        return high && follow({net.first, a.target}, inverted == *high);
    }

    // A level of the net is the active one if all assignments under it are constants.
    bool judge(Net net, bool inverted, std::map<bool, Branches>& branches) {
        const bool high = !branches[true].constants.empty() && !branches[true].others;
        const bool low = !branches[false].constants.empty() && !branches[false].others;
        (inverted ? may_be_low : may_be_high) &= high;
        (inverted ? may_be_high : may_be_low) &= low;
        for (const bool value : {true, false}) {
            for (const VarId var : branches[value].constants)
                if (value ? high : low) registers.insert({net.first, var});
        }
        return high || low;
    }

    bool follow_pins(Net net, bool inverted) {
        const Module& module = index(net).module();
        for (const Instance& instance : module.instances) {
            for (const Connection& c : instance.connections) {
                if (c.value == kNone || !mentions(index(net), c.value, net.second)) continue;
                const auto high = plain_test(module, c.value, net.second);
                if (!high || c.direction != Direction::input || instance.module == kNone)
                    return false;
                const VarId port = indexes_[instance.module].find(c.port);
                if (port == kNone || !follow({instance.module, port}, inverted == *high))
                    return false;
            }
        }
        return true;
    }

    const IdTable<ModuleId, ModuleIndex>& indexes_;
};

// The registers of a module and of its instances, without memories.
void add_registers(const IdTable<ModuleId, ModuleIndex>& indexes, ModuleId module,
                   std::set<ModuleId>& seen, std::set<Net>& registers) {
    if (module == kNone || !seen.insert(module).second) return;
    const ModuleIndex& index = indexes[module];
    for (const Assignment& a : index.module().assignments) {
        if (a.target != kNone && !a.to_element && index.is_clocked(a))
            registers.insert({module, a.target});
    }
    for (const Instance& instance : index.module().instances)
        add_registers(indexes, instance.module, seen, registers);
}

bool may_be_reset(const Design& design, const Var& var) {
    return var.direction == Direction::input && !var.is_local && design.width_of(var.type) == 1 &&
           !is_reset_name(var.name) && !is_call_name(var.name) && !handshake_word(var.name);
}

}  // namespace

ResetNets::ResetNets(const Design& design, const IdTable<ModuleId, ModuleIndex>& indexes) {
    if (design.top == kNone) return;
    std::set<ModuleId> seen;
    std::set<Net> registers;
    add_registers(indexes, design.top, seen, registers);
    const Module& top = design.modules[design.top];
    for (const VarId v : top.vars.ids()) {
        if (!may_be_reset(design, top.var(v))) continue;
        NetUse use(indexes);
        if (!use.follow({design.top, v}, false) || use.may_be_high == use.may_be_low) continue;
        if (use.registers.size() < kFewestRegisters || 2 * use.registers.size() <= registers.size())
            continue;
        for (const auto& [net, inverted] : use.nets) known_[net] = use.may_be_low != inverted;
    }
}

std::optional<bool> ResetNets::active_low(ModuleId module, VarId var) const {
    const auto known = known_.find({module, var});
    return known == known_.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace tapestry
