// SPDX-License-Identifier: Apache-2.0
#include "find/machines/busy_flag.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <vector>

#include "find/module/counting.h"

namespace tapestry {

namespace {

constexpr int kMostFlagHops = 4;     // wires between a condition and what it depends on
constexpr int kMostFlagChoices = 8;  // in the value of the register

// What has to hold for the register to take one of its two values.
struct FlagWay {
    std::set<VarId> active;  // inputs that have to be 1
    bool has_register = false;
    bool is_by_input = false;  // an input decides otherwise than by being 0
};

class BusyFlag {
public:
    explicit BusyFlag(const Subject& on) : on_(on) {
        for (const InactiveReset& reset : on.clocking.inactive_resets(on.id))
            resets_.insert(reset.var);
    }

    void run() {
        for (const VarId v : on_.vars())
            if (is_told(v) && examine(v)) return;
        for (const VarId v : on_.vars())
            if (is_number(v) && examine_counter(v)) return;
    }

private:
    bool is_bit(VarId v) const {
        const Var& var = on_.module.var(v);
        return !on_.is_array(v) && on_.width(v) == 1 && !var.is_local && !var.is_parameter;
    }

    bool is_input(VarId v) const { return on_.module.var(v).direction == Direction::input; }

    // A register of one bit that is an output, or that an output has as its value or its inverse.
    bool is_told(VarId v) const {
        if (!is_bit(v) || !on_.index.is_register(v)) return false;
        if (on_.module.var(v).direction == Direction::output) return true;
        for (const VarId output : on_.vars())
            if (repeats(output, v)) return true;
        return false;
    }

    bool repeats(VarId output, VarId flag) const {
        const auto& drivers = on_.index.drivers(output);
        if (on_.module.var(output).direction != Direction::output || drivers.size() != 1)
            return false;
        const Assignment& a = on_.index.assignment(drivers[0]);
        const Expr& value = on_.module.expr(a.value);
        const Expr& of = value.op == Op::not_ ? on_.module.expr(value.args[0]) : value;
        return a.guards.empty() && of.op == Op::ref && of.var == flag;
    }

    bool is_number(VarId v) const {
        const Var& var = on_.module.var(v);
        return on_.index.is_register(v) && !on_.is_array(v) && on_.width(v) > 1 && !var.is_local;
    }

    // Inputs that are 1 wherever the expression has that value.
    void add_active(ExprId id, bool value, std::set<VarId>& active) const {
        const Expr& e = on_.module.expr(id);
        if (e.op == Op::ref && value && is_input(e.var) && is_bit(e.var) &&
            !resets_.contains(e.var))
            active.insert(e.var);
        if (e.op == Op::not_ && e.width <= 1) add_active(e.args[0], !value, active);
        if ((e.op == Op::and_ && value) || (e.op == Op::or_ && !value))
            for (const ExprId part : e.args) add_active(part, value, active);
    }

    // Whether an input decides on it in any other way than by being 0, and whether a register does.
    void look(ExprId id, bool value, int hops, VarId flag, FlagWay& way) const {
        const Expr& e = on_.module.expr(id);
        if (e.op == Op::not_ && e.width <= 1) return look(e.args[0], !value, hops, flag, way);
        if ((e.op == Op::and_ || e.op == Op::or_) && e.width <= 1) {
            for (const ExprId part : e.args) look(part, value, hops, flag, way);
            return;
        }
        const Expr& of = e.op == Op::select ? on_.module.expr(e.args[0]) : e;
        if (of.op == Op::ref && !value && e.width <= 1 && is_input(of.var)) return;
        on_.index.for_each_ref(id, [&](VarId v, ExprId) { look_at(v, hops, flag, way); });
    }

    void look_at(VarId v, int hops, VarId flag, FlagWay& way) const {
        if (resets_.contains(v) || v == flag || on_.module.var(v).is_parameter) return;
        if (is_input(v) || hops > kMostFlagHops) way.is_by_input = true;
        if (on_.index.is_register(v)) way.has_register = true;
        if (is_input(v) || on_.index.is_register(v) || hops > kMostFlagHops) return;
        if (on_.index.drivers(v).empty()) way.is_by_input = true;  // of an instance
        const auto further = [&](VarId from, ExprId) { look_at(from, hops + 1, flag, way); };
        for (const AssignmentId id : on_.index.drivers(v)) {
            const Assignment& a = on_.index.assignment(id);
            on_.index.for_each_ref(a.value, further);
            for (const Guard& guard : a.guards) on_.index.for_each_ref(guard, further);
        }
    }

    void note(const Guard& guard, VarId flag, FlagWay& way) const {
        if (guard.is_case) {
            on_.index.for_each_ref(guard, [&](VarId v, ExprId) { look_at(v, 0, flag, way); });
            return;
        }
        add_condition(guard.condition, guard.holds, flag, way);
    }

    // The ways to each value, where elaboration may have folded `c ? 1 : flag` to `c | flag`.
    void add_ways(VarId flag, ExprId value, const FlagWay& so_far, int depth) {
        const Expr& e = on_.module.expr(value);
        if (e.op == Op::ref && e.var == flag) return;
        if (e.op == Op::constant) return ways_[e.value.is_zero() ? 0 : 1].push_back(so_far);
        if (e.op != Op::conditional || depth > kMostFlagChoices)
            return add_computed(flag, value, true, so_far);
        for (const bool holds : {true, false}) {
            FlagWay way = so_far;
            add_condition(e.args[0], holds, flag, way);
            add_ways(flag, e.args[holds ? 1 : 2], way, depth + 1);
        }
    }

    void add_computed(VarId flag, ExprId value, bool means, const FlagWay& so_far) {
        const Expr& e = on_.module.expr(value);
        if (e.op == Op::not_ && e.width <= 1) return add_computed(flag, e.args[0], !means, so_far);
        for (const bool holds : {true, false}) {
            const bool any = (e.op == Op::or_ && holds) || (e.op == Op::and_ && !holds);
            for (const ExprId part : any ? e.args : std::vector<ExprId>{value}) {
                if (any && mentions(part, flag)) continue;  // it keeps its value
                FlagWay way = so_far;
                add_condition(part, holds, flag, way);
                ways_[holds == means ? 1 : 0].push_back(std::move(way));
            }
        }
    }

    void add_condition(ExprId condition, bool holds, VarId flag, FlagWay& way) const {
        add_active(condition, holds, way.active);
        look(condition, holds, 0, flag, way);
    }

    bool mentions(ExprId id, VarId v) const {
        bool found = false;
        on_.index.for_each_ref(id, [&](VarId var, ExprId) { found = found || var == v; });
        return found;
    }

    bool is_by_reset(const Assignment& a) const {
        return std::ranges::any_of(a.guards, [&](const Guard& guard) {
            const Expr& e = on_.module.expr(guard.condition);
            const bool is_not = e.op == Op::not_ && e.width <= 1;
            const Expr& of = is_not ? on_.module.expr(e.args[0]) : e;
            if (guard.is_case || of.op != Op::ref || !resets_.contains(of.var)) return false;
            const bool active_value = guard.holds != is_not;
            return std::ranges::any_of(
                on_.clocking.inactive_resets(on_.id), [&](const InactiveReset& reset) {
                    return reset.var == of.var && reset.value != active_value;
                });
        });
    }

    bool read(VarId flag) {
        ways_ = {};
        for (const AssignmentId id : on_.index.drivers(flag)) {
            const Assignment& a = on_.index.assignment(id);
            if (!on_.index.is_clocked(a) || !a.whole || a.dynamic) return false;
            if (is_by_reset(a)) continue;
            FlagWay way;
            for (const Guard& guard : a.guards) note(guard, flag, way);
            add_ways(flag, a.value, way, 0);
        }
        return !ways_[0].empty() && !ways_[1].empty();
    }

    // An input without which the register never comes to say `value`; kNone if there is none. A
    // register that comes to it otherwise, too, may be a pulse at the end of the work.
    VarId start_of(std::size_t value) const {
        for (const VarId v : ways_[value].front().active)
            if (std::ranges::all_of(ways_[value],
                                    [&](const FlagWay& way) { return way.active.contains(v); }))
                return v;
        return kNone;
    }

    bool examine(VarId flag) {
        if (!read(flag)) return false;
        for (const std::size_t works : {0u, 1u}) {
            const VarId start = start_of(works);
            const bool ends_by_itself = std::ranges::all_of(
                ways_[1 - works],
                [](const FlagWay& way) { return way.has_register && !way.is_by_input; });
            if (start != kNone && ends_by_itself) return take_flag(flag, works != 0, start);
        }
        return false;
    }

    // How a register that counts down is written.
    struct Countdown {
        VarId start = kNone;   // the input that loads it
        bool counts = false;   // down by itself, as long as it is not 0
        bool differs = false;  // it is written in another way, too
    };

    void add_count(VarId counter, ExprId value, const FlagWay& so_far, bool looks_at_itself,
                   int depth, Countdown& found) const {
        const Expr& e = on_.module.expr(value);
        if (e.op == Op::ref && e.var == counter) return;
        if (e.op == Op::conditional && depth <= kMostFlagChoices) {
            for (const bool holds : {true, false}) {
                FlagWay way = so_far;
                add_condition(e.args[0], holds, counter, way);
                add_count(counter, e.args[holds ? 1 : 2], way,
                          looks_at_itself || mentions(e.args[0], counter), depth + 1, found);
            }
            return;
        }
        if (adds_to_itself(on_, value, counter, Op::subtract)) {
            found.counts = found.counts || looks_at_itself;
            found.differs = found.differs || so_far.is_by_input || !looks_at_itself;
        } else if (mentions(value, counter)) {
            found.differs = true;
        } else if (!is_zero(value)) {
            found.differs = found.differs || so_far.active.empty();
            if (found.start == kNone && !so_far.active.empty())
                found.start = *so_far.active.begin();
        }
    }

    bool is_zero(ExprId value) const {
        const Expr& e = on_.module.expr(value);
        return e.op == Op::constant && e.value.is_zero();
    }

    bool examine_counter(VarId counter) const {
        Countdown found;
        for (const AssignmentId id : on_.index.drivers(counter)) {
            const Assignment& a = on_.index.assignment(id);
            if (!on_.index.is_clocked(a) || !a.whole || a.dynamic) return false;
            if (is_by_reset(a) && !is_zero(a.value)) return false;  // as a watchdog begins
            if (is_by_reset(a)) continue;
            FlagWay way;
            bool looks_at_itself = false;
            for (const Guard& guard : a.guards) {
                note(guard, counter, way);
                looks_at_itself = looks_at_itself || mentions(guard.condition, counter);
            }
            add_count(counter, a.value, way, looks_at_itself, 0, found);
        }
        if (found.start == kNone || !found.counts || found.differs) return false;
        const std::string& input = on_.module.var(found.start).name;
        return take(counter, "(|" + on_.text(counter) + ")", true, found.start,
                    fmt::format("'{}' loads it, and it counts down to 0 by itself", input));
    }

    bool take_flag(VarId flag, bool works, VarId start) const {
        return take(
            flag, on_.text(flag), works, start,
            fmt::format("'{}' makes it {}, and only registers of the module make it {} again",
                        on_.module.var(start).name, works ? 1 : 0, works ? 0 : 1));
    }

    bool take(VarId var_id, const std::string& text, bool works, VarId start,
              const std::string& reason) const {
        const auto clock = on_.clocking.of_register(on_.id, var_id);
        if (!clock) return false;
        const Var& var = on_.module.var(var_id);
        Finding f;
        f.own = MachinePart{1, false, {}};
        f.module = on_.id;
        f.scope = var.scope;
        f.name = on_.text(var_id);
        f.place = var.place;
        f.clock = *clock;
        f.confidence = 0.8;
        f.reason = reason;
        f.observe = {{"state", text}};
        f.found_states = {{Constant(1, works ? 1 : 0), "works", var.place},
                          {Constant(1, works ? 0 : 1), "waits", var.place}};
        f.found_states[1].waits.push_back({start, on_.module.var(start).name, false});
        on_.findings.taken.push_back(std::move(f));
        return true;
    }

    const Subject& on_;
    std::set<VarId> resets_;
    std::array<std::vector<FlagWay>, 2> ways_;
};

}  // namespace

void find_busy_flag(const Subject& on) {
    const bool is_known =
        std::ranges::any_of(on.findings.taken, [&](const Finding& f) { return f.module == on.id; });
    if (!is_known) BusyFlag(on).run();
}

}  // namespace tapestry
