// SPDX-License-Identifier: Apache-2.0
#include "find/machines/state_waits.h"

#include <algorithm>
#include <map>
#include <set>

#include "find/machines/state_leaving.h"
#include "model/category.h"
#include "model/own_time.h"

namespace tapestry {

namespace {

constexpr int kDeepestExpr = 40;
constexpr int kMostHops = 6;  // combinational signals between a condition and a port
constexpr std::size_t kMostExits = 2000;
constexpr std::size_t kMostOfOneExit = 200;  // variables on which an exit depends

using Partners = std::map<VarId, VarId>;  // valid <-> ready of each handshake

// Evaluates expressions for one state of the machine.
class InState {
public:
    InState(const ModuleIndex& index, const Finding& machine, Constant code)
        : index_(index), module_(index.module()), machine_(machine), code_(std::move(code)) {}

    // The value of an expression, if the state alone determines it.
    std::optional<Constant> value(ExprId id, int depth = 0) const {
        if (id == kNone || depth > kDeepestExpr) return std::nullopt;
        const Expr& e = module_.expr(id);
        switch (e.op) {
            case Op::constant:
                return e.value.has_unknown() ? std::nullopt : std::optional(e.value);
            case Op::ref:
                return variable(e, depth);
            case Op::select:
                return selected(e, depth);
            case Op::extend:
                return value(e.args[0], depth + 1);
            case Op::not_: {
                const auto a = e.width == 1 ? value(e.args[0], depth + 1) : std::nullopt;
                return a ? std::optional(bit(a->is_zero())) : std::nullopt;
            }
            case Op::and_:
            case Op::or_:
                return e.width == 1 ? both(e, depth) : std::nullopt;
            case Op::equal:
            case Op::not_equal: {
                const auto a = value(e.args[0], depth + 1), b = value(e.args[1], depth + 1);
                if (!a || !b) return std::nullopt;
                return bit((*a == *b) == (e.op == Op::equal));
            }
            case Op::conditional: {
                const auto c = value(e.args[0], depth + 1);
                return c ? value(e.args[c->is_zero() ? 2 : 1], depth + 1) : std::nullopt;
            }
            default:
                return std::nullopt;
        }
    }

    // Whether a guard is true; nothing if it depends on other signals.
    std::optional<bool> passes(const Guard& guard) const {
        const auto condition = value(guard.condition);
        if (!guard.is_case) {
            if (!condition) return std::nullopt;
            return condition->is_zero() != guard.holds;
        }
        bool open = false;
        for (const ExprId match : guard.matches) {
            const auto code = value(match);
            if (!condition || !code)
                open = true;
            else if (*condition == *code)
                return guard.holds;
        }
        return open ? std::nullopt : std::optional(!guard.holds);
    }

    bool is_machine(const Expr& e) const {
        return e.op == Op::ref && e.var == machine_.state && machine_.state_lsb == 0;
    }
    const Constant& code() const { return code_; }

private:
    static Constant bit(bool set) { return {1, set ? 1ull : 0ull}; }

    std::optional<Constant> variable(const Expr& e, int depth) const {
        if (is_machine(e)) return code_;
        const Var& var = module_.var(e.var);
        if (var.is_parameter) return var.value;
        const auto& drivers = index_.drivers(e.var);
        if (drivers.size() != 1) return std::nullopt;
        const Assignment& a = index_.assignment(drivers[0]);
        if (index_.is_clocked(a) || !a.whole || !a.guards.empty()) return std::nullopt;
        return value(a.value, depth + 1);
    }

    // Bits of the state, or of the register that contains it.
    std::optional<Constant> selected(const Expr& e, int depth) const {
        const auto lsb = value(e.args[1], depth + 1);
        const auto from = lsb ? lsb->to_u64() : std::nullopt;
        const Expr& of = module_.expr(e.args[0]);
        if (!from) return std::nullopt;
        if (of.op == Op::ref && of.var == machine_.state) {
            const std::uint64_t base = machine_.state_lsb;
            if (*from < base || *from + e.width > base + machine_.machine().width)
                return std::nullopt;
            return code_.slice(static_cast<std::uint32_t>(*from - base), e.width);
        }
        const auto whole = value(e.args[0], depth + 1);
        return whole ? std::optional(whole->slice(static_cast<std::uint32_t>(*from), e.width))
                     : std::nullopt;
    }

    std::optional<Constant> both(const Expr& e, int depth) const {
        const bool decisive = e.op == Op::or_;
        const auto a = value(e.args[0], depth + 1), b = value(e.args[1], depth + 1);
        if ((a && !a->is_zero() == decisive) || (b && !b->is_zero() == decisive))
            return bit(decisive);
        return a && b ? std::optional(bit(!decisive)) : std::nullopt;
    }

    const ModuleIndex& index_;
    const Module& module_;
    const Finding& machine_;
    Constant code_;
};

// The transitions out of one state, and the signals in their conditions.
class Exits {
public:
    Exits(const ModuleIndex& index, const Finding& machine, const FindingState& state)
        : index_(index),
          module_(index.module()),
          machine_(machine),
          in_state_(index, machine, state.code),
          reset_(machine.clock.reset_text) {
        if (reset_.starts_with('!')) reset_.erase(0, 1);
        find_restarts();
        follow(machine.state, {}, false, 0);
    }

    // `is_rough`: the deciding signals are unknown. Then, for transitions that involve a register
    // of the module, only handshakes count.
    std::vector<StateSignal> signals(const Partners& partners, bool is_rough) {
        std::vector<const Conditions*> mixed;
        for (const Conditions& way : ways_) {
            if (is_rough && has_register(way))
                mixed.push_back(&way);
            else
                collect_all(way);
        }
        if (is_rough) collect_gates();
        const auto count = static_cast<std::ptrdiff_t>(signals_.size());
        for (const Conditions* way : mixed) collect_all(*way);
        signals_.erase(
            std::remove_if(signals_.begin() + count, signals_.end(),
                           [&](const StateSignal& s) { return !partners.contains(s.var); }),
            signals_.end());
        for (StateSignal& s : signals_) {
            const auto partner = partners.find(s.var);
            if (partner != partners.end()) s.moves = may_be_high(partner->second);
        }
        return std::move(signals_);
    }

    // True if nothing from outside the module's logic decides when the state is left, at any
    // distance: all that its ways out depend on in this state are registers that depend on each
    // other.
    bool is_left_by_itself() const {
        std::set<VarId> known;
        std::vector<VarId> open;
        for (const Conditions& way : ways_)
            for (const Condition& condition : way)
                if (!note_origins(condition.expr, known, open)) return false;
        while (!open.empty()) {
            const VarId v = open.back();
            open.pop_back();
            if (index_.drivers(v).empty() || known.size() > kMostOfOneExit) return false;
            for (const Assignment* a : possible_drivers(v))
                if (!note_origins(*a, known, open)) return false;
        }
        return !known.empty();
    }

private:
    // What must hold on the way out, or fail.
    struct Condition {
        ExprId expr = kNone;
        bool holds = true;
        bool is_case = false;  // of other codes too, so that it says less than `holds`
        auto operator<=>(const Condition&) const = default;
    };
    using Conditions = std::vector<Condition>;

    // The variables that an expression depends on; false if it looks outside the module.
    bool note_origins(ExprId id, std::set<VarId>& known, std::vector<VarId>& open) const {
        if (id == kNone) return true;
        const Expr& e = module_.expr(id);
        if (e.op == Op::outer_ref) return false;
        if (e.var != kNone) {
            const Var& var = module_.var(e.var);
            const bool decides = e.var != machine_.state && e.var != machine_.clock.clock &&
                                 !var.is_parameter && var.name != reset_;
            if (decides && known.insert(e.var).second) open.push_back(e.var);
        }
        return std::ranges::all_of(e.args,
                                   [&](ExprId part) { return note_origins(part, known, open); });
    }

    bool note_origins(const Assignment& a, std::set<VarId>& known, std::vector<VarId>& open) const {
        if (a.to_element || !note_origins(a.value, known, open)) return false;
        return std::ranges::all_of(a.guards, [&](const Guard& guard) {
            return in_state_.passes(guard) ||
                   (note_origins(guard.condition, known, open) &&
                    std::ranges::all_of(guard.matches, [&](ExprId match) {
                        return note_origins(match, known, open);
                    }));
        });
    }

    void collect_all(const Conditions& way) {
        for (const Condition& condition : way) collect(condition.expr, 0, 0);
    }

    // Outputs of instances that are a condition of their own on every way out of the state: without
    // them nothing leaves it, whatever the registers of the module say.
    void collect_gates() {
        if (ways_.empty()) return;
        for (const Condition& condition : *ways_.begin()) {
            const bool is_on_all =
                std::all_of(ways_.begin(), ways_.end(), [&](const Conditions& way) {
                    return std::find(way.begin(), way.end(), condition) != way.end();
                });
            if (is_on_all && !condition.is_case && is_output_of_instance(condition.expr))
                collect(condition.expr, 0, 0);
        }
    }

    bool is_output_of_instance(ExprId id) const {
        const Expr& e = module_.expr(id);
        if (e.op == Op::not_) return is_output_of_instance(e.args[0]);
        if (e.op != Op::ref || e.width != 1) return false;
        const auto drives = [&](const Connection& c) {
            return c.direction == Direction::output && c.value != kNone &&
                   module_.expr(c.value).op == Op::ref && module_.expr(c.value).var == e.var;
        };
        return std::any_of(module_.instances.begin(), module_.instances.end(),
                           [&](const Instance& instance) {
                               return std::any_of(instance.connections.begin(),
                                                  instance.connections.end(), drives);
                           });
    }

    // True if the module can assert its own side of a handshake in this state.
    bool may_be_high(VarId var) const {
        const auto& drivers = index_.drivers(var);
        if (drivers.empty()) return true;
        for (const AssignmentId id : drivers) {
            const Assignment& a = index_.assignment(id);
            if (index_.is_clocked(a)) return true;
            bool happens = true;
            for (const Guard& guard : a.guards)
                happens = happens && in_state_.passes(guard).value_or(true);
            const auto value = in_state_.value(a.value);
            if (happens && !(value && value->is_zero())) return true;
        }
        return false;
    }

    // Finds conditions that force the machine to one state from any other, as a reset does; no
    // state waits for these.
    void find_restarts() {
        for (const AssignmentId id : index_.drivers(machine_.state)) {
            const Assignment& a = index_.assignment(id);
            if (a.guards.empty() || !a.guards.back().holds || a.guards.back().is_case) continue;
            const bool is_everywhere =
                std::none_of(a.guards.begin(), a.guards.end(),
                             [&](const Guard& guard) { return in_state_.passes(guard); });
            if (is_everywhere && in_state_.value(a.value))
                restarts_.insert(a.guards.back().condition);
        }
    }

    // True if the conditions involve a register of the module other than the machine.
    bool has_register(const Conditions& way) const {
        std::set<VarId> seen;
        return std::any_of(way.begin(), way.end(),
                           [&](const Condition& c) { return has_register(c.expr, 0, 0, seen); });
    }
    bool has_register(ExprId id, int hops, int depth, std::set<VarId>& seen) const {
        if (id == kNone || in_state_.value(id)) return false;
        if (depth > kDeepestExpr || hops > kMostHops) return true;
        const Expr& e = module_.expr(id);
        if (e.op != Op::ref)
            return std::any_of(e.args.begin(), e.args.end(), [&](ExprId part) {
                return has_register(part, hops, depth + 1, seen);
            });
        if (index_.drivers(e.var).empty() || !seen.insert(e.var).second) return false;
        if (!index_.is_combinational(e.var)) return true;
        const std::vector<const Assignment*> drivers = possible_drivers(e.var);
        return std::any_of(drivers.begin(), drivers.end(), [&](const Assignment* a) {
            return has_register(a->value, hops + 1, depth + 1, seen) ||
                   std::any_of(a->guards.begin(), a->guards.end(), [&](const Guard& guard) {
                       return has_register(guard.condition, hops + 1, depth + 1, seen);
                   });
        });
    }

    void follow(VarId var, const Conditions& on_the_way, bool of_state, int hops) {
        if (hops > kMostHops) return;
        for (const AssignmentId id : index_.drivers(var)) {
            if (++steps_ > kMostExits) return;
            const Assignment& a = index_.assignment(id);
            Conditions conditions = on_the_way;
            bool decided = of_state;
            bool happens = true;
            for (const Guard& guard : a.guards) {
                const auto passes = in_state_.passes(guard);
                if (passes && !*passes) happens = false;
                if (passes) decided = true;
                if (!passes && (guard.holds || !restarts_.contains(guard.condition)))
                    conditions.push_back({guard.condition, guard.holds, guard.is_case});
            }
            if (!happens || a.dynamic || a.to_element) continue;
            if (a.whole || var != machine_.state || covers(a))
                leaf(a.value, conditions, decided, hops, 0);
            else if (sets_another_bit(a) && decided)
                leave(conditions);
        }
    }

    bool covers(const Assignment& a) const {
        return a.lsb == machine_.state_lsb && a.width == machine_.machine().width;
    }

    // A bit of a one-hot register other than this state's is set to 1.
    bool sets_another_bit(const Assignment& a) const {
        const auto value = in_state_.value(a.value);
        return a.width == 1 && a.lsb >= machine_.state_lsb && value && !value->is_zero() &&
               !(Constant::one_hot(machine_.machine().width, a.lsb - machine_.state_lsb) ==
                 in_state_.code());
    }

    void leave(const Conditions& conditions) { ways_.insert(conditions); }

    void leaf(ExprId id, const Conditions& conditions, bool decided, int hops, int depth) {
        if (id == kNone || depth > kDeepestExpr || ++steps_ > kMostExits) return;
        const Expr& e = module_.expr(id);
        switch (e.op) {
            case Op::constant:
                if (decided && !(e.value == in_state_.code())) leave(conditions);
                return;
            case Op::conditional: {
                const auto c = in_state_.value(e.args[0]);
                if (c) return leaf(e.args[c->is_zero() ? 2 : 1], conditions, true, hops, depth + 1);
                Conditions both = conditions;
                both.push_back({e.args[0], true});
                leaf(e.args[1], both, decided, hops, depth + 1);
                both.back().holds = false;
                return leaf(e.args[2], both, decided, hops, depth + 1);
            }
            case Op::extend:
                return leaf(e.args[0], conditions, decided, hops, depth + 1);
            case Op::add:  // the next state by increment
                if (decided) leave(conditions);
                return;
            case Op::ref:
            case Op::call:
                if (e.var != machine_.state) follow(e.var, conditions, decided, hops + 1);
                return;
            default:
                return;
        }
    }

    // Collects the outside signals on which an undecided condition depends. The select of a
    // multiplexer is not one of them: no state waits for a configuration switch.
    void collect(ExprId id, int hops, int depth) {
        if (id == kNone || depth > kDeepestExpr || in_state_.value(id)) return;
        const Expr& e = module_.expr(id);
        if (e.op == Op::outer_ref && e.width == 1) return add({kNone, e.text});
        if (e.op == Op::ref) return collect_variable(e, hops, depth);
        if (e.op == Op::select || e.op == Op::array_select) return;  // data, not a handshake
        if (e.op == Op::conditional && !in_state_.value(e.args[1]) && !in_state_.value(e.args[2])) {
            for (const std::size_t arm : {1u, 2u}) collect(e.args[arm], hops, depth + 1);
            return;
        }
        for (const ExprId argument : e.args) collect(argument, hops, depth + 1);
    }

    void collect_variable(const Expr& e, int hops, int depth) {
        const Var& var = module_.var(e.var);
        if (e.width != 1 || var.name == reset_ || e.var == machine_.clock.clock) return;
        if (index_.drivers(e.var).empty()) {
            if (!var.is_parameter && !var.is_local) add({e.var, var.full_name()});
            return;
        }
        if (!index_.is_combinational(e.var) || hops >= kMostHops) return;
        if (!seen_.insert(e.var).second) return;
        const std::vector<const Assignment*> possible = possible_drivers(e.var);
        const bool chooses =
            possible.size() > 1 &&
            std::none_of(possible.begin(), possible.end(),
                         [&](const Assignment* a) { return in_state_.value(a->value); });
        for (const Assignment* a : possible) {
            for (const Guard& guard : a->guards)
                if (!chooses) collect(guard.condition, hops + 1, depth + 1);
            collect(a->value, hops + 1, depth + 1);
        }
    }

    // The assignments that can execute in this state.
    std::vector<const Assignment*> possible_drivers(VarId var) const {
        std::vector<const Assignment*> possible;
        for (const AssignmentId id : index_.drivers(var)) {
            const Assignment& a = index_.assignment(id);
            if (std::all_of(a.guards.begin(), a.guards.end(), [&](const Guard& guard) {
                    return in_state_.passes(guard).value_or(true);
                }))
                possible.push_back(&a);
        }
        return possible;
    }

    void add(StateSignal signal) {
        const bool known = std::any_of(signals_.begin(), signals_.end(), [&](const StateSignal& s) {
            return s.var == signal.var && s.text == signal.text;
        });
        if (!known) signals_.push_back(std::move(signal));
    }

    const ModuleIndex& index_;
    const Module& module_;
    const Finding& machine_;
    InState in_state_;
    std::string reset_;
    std::size_t steps_ = 0;
    std::set<Conditions> ways_;  // transitions out of the state
    std::set<ExprId> restarts_;
    std::set<VarId> seen_;
    std::vector<StateSignal> signals_;
};

// Replaces the signals found in the text by those that decide whether the state is left.
void correct(const ModuleIndex& index, const StateLeaving& leaving,
             std::vector<StateSignal>& signals) {
    if (leaving.never || leaving.always) signals.clear();
    if (leaving.never) signals.push_back({kNone, std::string(kNoWayOut)});
    if (leaving.never || leaving.always || leaving.decides.contains(kNone)) return;
    std::erase_if(signals, [&](const StateSignal& s) {
        return s.var != kNone && !leaving.decides.contains(s.var);
    });
    if (!signals.empty()) return;
    for (const VarId var : leaving.awaited)
        signals.push_back({var, index.module().var(var).full_name()});
}

}  // namespace

void find_state_waits(const IdTable<ModuleId, ModuleIndex>& indexes, DesignLogic& logic,
                      Findings& findings) {
    std::map<ModuleId, Partners> partners;  // by module
    for (const Finding& f : findings.taken) {
        if (!f.is(TapKind::stream) || f.valid == kNone || f.ready == kNone) continue;
        auto active_high = [&](std::size_t side) {
            return !f.observe[side].second.starts_with('!');
        };
        if (active_high(1)) partners[f.module].emplace(f.valid, f.ready);
        if (active_high(0)) partners[f.module].emplace(f.ready, f.valid);
    }
    for (Finding& f : findings.taken) {
        if (!f.is(TapKind::fsm) || f.state == kNone) continue;
        const ModuleIndex& index = indexes[f.module];
        for (FindingState& state : f.found_states) {
            const auto left = leaving(logic, f, state.code);
            Exits exits(index, f, state);
            state.waits = exits.signals(partners[f.module], !left);
            if (left) correct(index, *left, state.waits);
            if (state.waits.empty() && exits.is_left_by_itself())
                state.waits.push_back({kNone, std::string(kOwnTime)});
        }
    }
}

}  // namespace tapestry
