// SPDX-License-Identifier: Apache-2.0
#include "detect/clocking.h"

#include <algorithm>
#include <set>

#include "base/verilog_text.h"
#include "detect/reset_name.h"

namespace tapestry {

namespace {

// A condition that is `rst`, `!rst`, `rst == 1`, or an OR that holds one of these.
struct ResetTerm {
    VarId var = kNone;
    bool active_low = false;
};

std::optional<ResetTerm> reset_term(const Module& module, ExprId id, bool holds) {
    const Expr& expr = module.expr(id);
    switch (expr.op) {
        case Op::ref:
            if (expr.width != 1 || !is_reset_name(module.var(expr.var).name)) return std::nullopt;
            return ResetTerm{expr.var, !holds};
        case Op::not_:
            return reset_term(module, expr.args[0], !holds);
        case Op::equal:
        case Op::not_equal: {
            for (int side : {0, 1}) {
                const Expr& constant = module.expr(expr.args[static_cast<std::size_t>(side)]);
                if (constant.op != Op::constant) continue;
                const bool same = (expr.op == Op::equal) != constant.value.is_zero();
                return reset_term(module, expr.args[static_cast<std::size_t>(1 - side)],
                                  holds == same);
            }
            return std::nullopt;
        }
        // `if (rst | clear)`: rst alone is enough to take the branch. With `holds` false the branch
        // is the one an AND of negated resets leads to.
        case Op::or_:
        case Op::and_:
            if ((expr.op == Op::or_) != holds) return std::nullopt;
            for (ExprId argument : expr.args) {
                if (auto term = reset_term(module, argument, holds)) return term;
            }
            return std::nullopt;
        default:
            return std::nullopt;
    }
}

bool is_constant_value(const Module& module, ExprId id) {
    const Expr& expr = module.expr(id);
    if (expr.op == Op::constant) return true;
    if (expr.op == Op::concatenate || expr.op == Op::extend) {
        return std::all_of(expr.args.begin(), expr.args.end(),
                           [&](ExprId a) { return is_constant_value(module, a); });
    }
    return false;
}

constexpr int kMostCopies = 4;

// What is copied: `q <= d` with `assign d = rst ? 0 : …` is `q <= rst ? 0 : …`.
ExprId copied_value(const ModuleIndex& index, ExprId id) {
    for (int copies = 0; copies < kMostCopies; ++copies) {
        const Expr& expr = index.module().expr(id);
        if (expr.op != Op::ref || !index.is_combinational(expr.var)) return id;
        const auto& drivers = index.drivers(expr.var);
        if (drivers.size() != 1) return id;
        const Assignment& driver = index.assignment(drivers[0]);
        if (!driver.whole || !driver.guards.empty()) return id;
        id = driver.value;
    }
    return id;
}

// What a process assigns while a reset is high, and while it is low.
struct ResetBranches {
    struct Branch {
        int constants = 0;
        int others = 0;
        bool resets() const { return constants > 0 && others == 0; }
    };
    VarId var = kNone;
    Branch high;
    Branch low;

    void add(const std::optional<ResetTerm>& term, bool constant) {
        if (!term || (var != kNone && term->var != var)) return;
        var = term->var;
        Branch& branch = term->active_low ? low : high;
        ++(constant ? branch.constants : branch.others);
    }
    bool active_low(const std::string& name) const {
        if (high.resets() != low.resets()) return low.resets();
        return is_low_reset_name(name);
    }
};

// The clock that most have, with the reset that most of those with a reset have.
std::optional<FindingClock> winner(const std::vector<FindingClock>& votes) {
    std::map<std::string, int> clocks;
    std::map<std::pair<std::string, std::string>, int> resets;
    // A process with a reset says more than one without.
    for (const FindingClock& c : votes) {
        clocks[c.clock_text] += c.reset_text.empty() ? 1 : 3;
        if (!c.reset_text.empty()) ++resets[{c.clock_text, c.reset_text}];
    }
    auto rank = [&](const FindingClock& c) {
        const auto reset = resets.find({c.clock_text, c.reset_text});
        return std::make_pair(clocks[c.clock_text], reset == resets.end() ? 0 : reset->second);
    };
    const auto best =
        std::max_element(votes.begin(), votes.end(),
                         [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return best == votes.end() ? std::nullopt : std::optional(*best);
}

// The port of a module that is a reset by its name, when it has just one.
std::string reset_port(const Design& design, const Module& module) {
    std::string found;
    for (const Var& var : module.vars) {
        if (var.direction != Direction::input || var.is_local || !is_reset_name(var.name) ||
            design.width_of(var.type) != 1)
            continue;
        if (!found.empty()) return {};
        found = (is_low_reset_name(var.name) ? "!" : "") + spelled(var.name);
    }
    return found;
}

}  // namespace

Clocking::Clocking(const Design& design, const std::vector<ModuleIndex>& indexes)
    : design_(design), indexes_(indexes), search_(design, indexes, *this) {
    for (const Module& module : design.modules) {
        auto& lists = by_process_.emplace_back(module.processes.size());
        for (std::size_t i = 0; i < module.assignments.size(); ++i) {
            const std::int32_t process = module.assignments[i].process;
            if (process != kNone)
                lists[static_cast<std::size_t>(process)].push_back(static_cast<std::int32_t>(i));
        }
    }
}

std::optional<FindingClock> Clocking::of_process(std::int32_t module_id,
                                                 std::int32_t process_id) const {
    const auto key = std::make_pair(module_id, process_id);
    const auto known = process_memo_.find(key);
    if (known != process_memo_.end()) return known->second;
    return process_memo_[key] = clock_of(module_id, process_id);
}

std::optional<FindingClock> Clocking::clock_of(std::int32_t module_id,
                                               std::int32_t process_id) const {
    const Module& module = design_.modules[static_cast<std::size_t>(module_id)];
    const Process& process = module.processes[static_cast<std::size_t>(process_id)];
    if (process.kind != Process::Kind::clocked) return std::nullopt;
    // An edge signal that the process also tests is an asynchronous reset; the other is the clock.
    std::set<VarId> tested;
    for (std::int32_t id :
         by_process_[static_cast<std::size_t>(module_id)][static_cast<std::size_t>(process_id)]) {
        const Assignment& a = module.assignments[static_cast<std::size_t>(id)];
        const ModuleIndex& index = indexes_[static_cast<std::size_t>(module_id)];
        auto note = [&](VarId var, ExprId) { tested.insert(var); };
        for (const Guard& guard : a.guards) index.for_each_ref(guard, note);
        index.for_each_ref(a.value, note);
    }
    FindingClock clock;
    for (const EdgeEvent& event : process.edges) {
        if (event.var == kNone && event.text.empty()) continue;
        const bool is_clock =
            process.edges.size() == 1 || event.var == kNone || !tested.contains(event.var);
        if (is_clock && clock.clock_text.empty()) {
            clock.clock = event.var;
            clock.edge = event.edge;
            clock.clock_text =
                event.var == kNone ? event.text : spelled(module.var(event.var).name);
        } else if (!is_clock && clock.reset_text.empty()) {
            clock.reset_text =
                (event.edge == Edge::negative ? "!" : "") + spelled(module.var(event.var).name);
        }
    }
    if (clock.clock_text.empty()) return std::nullopt;
    if (clock.reset_text.empty()) clock.reset_text = reset_of(module_id, process_id);
    return clock;
}

// A synchronous reset: the outermost condition of the process, with a reset's name, under which
// all that is assigned gets constants. Elaboration may swap the branches of an `if`, so the order
// says nothing; where both branches look alike, or none does, the name decides.
std::string Clocking::reset_of(std::int32_t module_id, std::int32_t process_id) const {
    const Module& module = design_.modules[static_cast<std::size_t>(module_id)];
    const ModuleIndex& index = indexes_[static_cast<std::size_t>(module_id)];
    ResetBranches branches;
    for (std::int32_t id :
         by_process_[static_cast<std::size_t>(module_id)][static_cast<std::size_t>(process_id)]) {
        const Assignment& a = module.assignments[static_cast<std::size_t>(id)];
        const Expr& value = module.expr(copied_value(index, a.value));
        if (!a.guards.empty() && !a.guards[0].is_case) {
            branches.add(reset_term(module, a.guards[0].condition, a.guards[0].holds),
                         a.guards.size() == 1 && is_constant_value(module, a.value));
        } else if (a.guards.empty() && value.op == Op::conditional) {
            // Elaboration turns `if (rst) q <= 0; else q <= d;` into a conditional value.
            for (bool holds : {true, false}) {
                branches.add(reset_term(module, value.args[0], holds),
                             is_constant_value(module, value.args[holds ? 1 : 2]));
            }
        }
    }
    if (branches.var == kNone) return {};
    const std::string& name = module.var(branches.var).name;
    return (branches.active_low(name) ? "!" : "") + spelled(name);
}

std::optional<FindingClock> Clocking::of_register(std::int32_t module, VarId var) const {
    const ModuleIndex& index = indexes_[static_cast<std::size_t>(module)];
    for (std::int32_t id : index.drivers(var)) {
        if (index.is_clocked(index.assignment(id)))
            return of_process(module, index.assignment(id).process);
    }
    return std::nullopt;
}

std::optional<FindingClock> Clocking::of_var(std::int32_t module, VarId var) {
    return search_.of_var(module, var);
}

std::optional<FindingClock> Clocking::of_bit(std::int32_t module, Bit bit) {
    return search_.of_bit(module, bit);
}

std::optional<FindingClock> Clocking::of_module(std::int32_t module_id) {
    if (const auto known = module_memo_.find(module_id); known != module_memo_.end())
        return known->second;
    module_memo_[module_id] = std::nullopt;
    const Module& module = design_.modules[static_cast<std::size_t>(module_id)];
    std::vector<FindingClock> votes;
    auto vote = [&](const std::optional<FindingClock>& clock) {
        if (clock) votes.push_back(*clock);
    };
    for (std::int32_t p = 0; p < static_cast<std::int32_t>(module.processes.size()); ++p)
        vote(of_process(module_id, p));
    for (const Instance& instance : module.instances) {
        const auto inner = of_module(instance.module);
        if (inner) vote(search_.lifted(module_id, instance, *inner));
    }
    std::optional<FindingClock> best = winner(votes);
    if (best && best->reset_text.empty()) best->reset_text = reset_port(design_, module);
    module_memo_[module_id] = best;
    return best;
}

std::optional<FindingClock> Clocking::completed(std::int32_t module,
                                                std::optional<FindingClock> clock) {
    std::optional<FindingClock> ours = of_module(module);
    if (!clock) return ours;
    const bool same_clock = ours && ours->clock_text == clock->clock_text;
    if (same_clock && clock->reset_text.empty()) clock->reset_text = ours->reset_text;
    return clock;
}

std::vector<std::vector<InactiveReset>> Clocking::inactive_resets() const {
    std::vector<std::vector<InactiveReset>> all(design_.modules.size());
    for (std::size_t m = 0; m < design_.modules.size(); ++m) {
        const Module& module = design_.modules[m];
        for (std::size_t p = 0; p < module.processes.size(); ++p) {
            const auto clock =
                of_process(static_cast<std::int32_t>(m), static_cast<std::int32_t>(p));
            if (!clock || clock->reset_text.empty()) continue;
            const bool low = clock->reset_text.starts_with("!");
            const std::string name = clock->reset_text.substr(low ? 1 : 0);
            for (std::size_t v = 0; v < module.vars.size(); ++v) {
                if (spelled(module.vars[v].name) == name)
                    all[m].push_back({static_cast<VarId>(v), low});
            }
        }
    }
    return all;
}

std::optional<FindingClock> Clocking::of_interface(std::int32_t module_id,
                                                   const std::string& name) {
    const Module& module = design_.modules[static_cast<std::size_t>(module_id)];
    for (const Instance& instance : module.instances) {
        for (const Connection& c : instance.connections) {
            if (c.value == kNone) continue;
            const std::string& stem = module.expr(c.value).text;
            if (stem != name && !stem.starts_with(name + "[")) continue;
            const auto inner = of_module(instance.module);
            if (!inner) continue;
            if (auto outer = search_.lifted(module_id, instance, *inner)) return outer;
        }
    }
    return of_module(module_id);
}

}  // namespace tapestry
