// SPDX-License-Identifier: Apache-2.0
#include "find/module/process_clocks.h"

#include <algorithm>
#include <set>

#include "base/verilog_text.h"
#include "find/module/reset_name.h"

namespace tapestry {

namespace {

// A condition of the form `rst`, `!rst`, `rst == 1`, or an OR that contains one of these.
struct ResetTerm {
    VarId var = kNone;
    bool active_low = false;
};

// Which variables of a module are resets, by name or by use.
struct KnownResets {
    const Module& module;
    std::int32_t id;
    const ResetNets& unnamed;

    bool has(VarId var) const {
        return is_reset_name(module.var(var).name) || unnamed.active_low(id, var).has_value();
    }
    bool is_low(VarId var) const {
        return unnamed.active_low(id, var).value_or(is_low_reset_name(module.var(var).name));
    }
};

std::optional<ResetTerm> reset_term(const KnownResets& resets, ExprId id, bool holds) {
    const Module& module = resets.module;
    const Expr& expr = module.expr(id);
    switch (expr.op) {
        case Op::ref:
            if (expr.width != 1 || !resets.has(expr.var)) return std::nullopt;
            return ResetTerm{expr.var, !holds};
        case Op::not_:
            return reset_term(resets, expr.args[0], !holds);
        case Op::equal:
        case Op::not_equal: {
            for (int side : {0, 1}) {
                const Expr& constant = module.expr(expr.args[static_cast<std::size_t>(side)]);
                if (constant.op != Op::constant) continue;
                const bool same = (expr.op == Op::equal) != constant.value.is_zero();
                return reset_term(resets, expr.args[static_cast<std::size_t>(1 - side)],
                                  holds == same);
            }
            return std::nullopt;
        }
        // `if (rst | clear)`: rst alone takes the branch. With `holds` false, the branch is taken
        // by an AND of inverted resets.
        case Op::or_:
        case Op::and_:
            if ((expr.op == Op::or_) != holds) return std::nullopt;
            for (ExprId argument : expr.args) {
                if (auto term = reset_term(resets, argument, holds)) return term;
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
    bool active_low(const KnownResets& resets) const {
        if (high.resets() != low.resets()) return low.resets();
        return resets.is_low(var);
    }
};

constexpr int kMostCopies = 4;

// What a register is assigned while a reset is high and while it is low: by the guards of its own
// assignments, or in the logic of its next value.
class ResetSearch {
public:
    ResetSearch(const ModuleIndex& index, const KnownResets& resets)
        : index_(index), module_(index.module()), resets_(resets) {}

    void look_at(const Assignment& a, int copies = 0) {
        if (a.guards.empty())
            look_into(a.value, copies);
        else if (!a.guards[0].is_case)
            branches_.add(reset_term(resets_, a.guards[0].condition, a.guards[0].holds),
                          a.guards.size() == 1 && is_constant_value(module_, a.value));
    }
    // Elaboration folds `rst ? 0 : x` on one bit to `~rst & x`, and `rst ? 1 : x` to `rst | x`.
    void look_at_bit(const Assignment& a) {
        const Expr& expr = module_.expr(a.value);
        const bool is_folded = expr.op == Op::and_ || expr.op == Op::or_;
        if (!is_folded || expr.width != 1 || !a.guards.empty()) return;
        for (const ExprId argument : expr.args) {
            for (const bool holds : {true, false})
                branches_.add(reset_term(resets_, argument, holds), holds == (expr.op == Op::or_));
        }
    }
    const ResetBranches& branches() const { return branches_; }

private:
    // `q <= d` with `assign d = rst ? 0 : …` is `q <= rst ? 0 : …`; the same holds for a slice of
    // d, and for the last assignment of a combinational process.
    void look_into(ExprId id, int copies) {
        const Expr& expr = module_.expr(id);
        if (expr.op == Op::conditional) {
            for (const bool holds : {true, false})
                branches_.add(reset_term(resets_, expr.args[0], holds),
                              is_constant_value(module_, expr.args[holds ? 1 : 2]));
        } else if (expr.op == Op::concatenate || expr.op == Op::extend) {
            for (const ExprId part : expr.args) look_into(part, copies);
        } else if (expr.op == Op::select) {
            look_into(expr.args[0], copies);
        } else if (expr.op == Op::ref && index_.is_combinational(expr.var) &&
                   copies < kMostCopies) {
            for (const std::int32_t driver : index_.drivers(expr.var))
                look_at(index_.assignment(driver), copies + 1);
        }
    }

    const ModuleIndex& index_;
    const Module& module_;
    const KnownResets& resets_;
    ResetBranches branches_;
};

}  // namespace

ProcessClocks::ProcessClocks(const Design& design, const std::vector<ModuleIndex>& indexes)
    : design_(design), indexes_(indexes), unnamed_(design, indexes) {
    for (const Module& module : design.modules) {
        auto& lists = by_process_.emplace_back(module.processes.size());
        for (std::size_t i = 0; i < module.assignments.size(); ++i) {
            const std::int32_t process = module.assignments[i].process;
            if (process != kNone)
                lists[static_cast<std::size_t>(process)].push_back(static_cast<std::int32_t>(i));
        }
    }
}

std::optional<FindingClock> ProcessClocks::of(std::int32_t module, std::int32_t process) const {
    const auto key = std::make_pair(module, process);
    const auto known = memo_.find(key);
    if (known != memo_.end()) return known->second;
    return memo_[key] = clock_of(module, process);
}

std::optional<FindingClock> ProcessClocks::clock_of(std::int32_t module_id,
                                                    std::int32_t process_id) const {
    const Module& module = design_.modules[static_cast<std::size_t>(module_id)];
    const Process& process = module.processes[static_cast<std::size_t>(process_id)];
    if (process.kind != Process::Kind::clocked) return std::nullopt;
    // An edge signal that the process also tests is an asynchronous reset; the remaining one is the
    // clock.
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

// A synchronous reset: a known reset that is the outermost condition of the process and under which
// all assignments are constants. Elaboration may swap the branches of an `if`, so their order means
// nothing; if both branches qualify, or neither, the name decides.
std::string ProcessClocks::reset_of(std::int32_t module_id, std::int32_t process_id) const {
    const Module& module = design_.modules[static_cast<std::size_t>(module_id)];
    const ModuleIndex& index = indexes_[static_cast<std::size_t>(module_id)];
    const KnownResets resets{module, module_id, unnamed_};
    ResetSearch search(index, resets);
    const auto& assigned =
        by_process_[static_cast<std::size_t>(module_id)][static_cast<std::size_t>(process_id)];
    for (std::int32_t id : assigned)
        search.look_at(module.assignments[static_cast<std::size_t>(id)]);
    // A reset of one bit resets the whole process only if that bit is its only register.
    if (assigned.size() == 1)
        search.look_at_bit(module.assignments[static_cast<std::size_t>(assigned[0])]);
    const ResetBranches& branches = search.branches();
    if (branches.var == kNone) return {};
    const std::string& name = module.var(branches.var).name;
    return (branches.active_low(resets) ? "!" : "") + spelled(name);
}

}  // namespace tapestry
