// SPDX-License-Identifier: Apache-2.0
#include "find/machines/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "find/module/counting.h"
#include "model/name_words.h"

namespace tapestry {

namespace {

constexpr std::size_t kFewestRegisters = 3;
constexpr std::uint64_t kFewestBits = 24;
constexpr std::size_t kMostSignals = 4;  // that hold it, and as many that flush it
constexpr std::size_t kMostReasons = 8;
constexpr int kMostChoices = 8;  // in the value of a register
constexpr int kMostWires = 4;    // between a signal and its reasons

// A signal of one bit with one of its values.
struct Literal {
    VarId var = kNone;
    bool value = true;

    Literal negated() const { return {var, !value}; }
    friend auto operator<=>(const Literal&, const Literal&) = default;
};

class Pipeline {
public:
    Pipeline(const Subject& on, std::set<std::string> answers)
        : on_(on), answers_(std::move(answers)) {}

    void run() {
        read_registers();
        const std::vector<Literal> holds = holding();
        if (holds.empty()) return;
        std::vector<Literal> reasons;
        for (const Literal& hold : holds) add_reasons(hold, 0, reasons);
        for (const Literal& flush : flushing(holds)) add(flush, reasons);
        reasons = by_cause(std::move(reasons));
        if (reasons.size() <= kMostReasons) take(holds.front(), reasons);
    }

private:
    using Registers = std::set<VarId>;

    bool is_bit(VarId v) const {
        return v != kNone && !on_.is_array(v) && on_.width(v) == 1 && !on_.module.var(v).is_local &&
               !on_.module.var(v).is_parameter && !resets_.contains(v);
    }

    // What has to hold besides other things for the expression to be `value`.
    void add_literals(ExprId id, bool value, std::set<Literal>& all) const {
        const Expr& e = on_.module.expr(id);
        if (e.op == Op::ref && is_bit(e.var)) all.insert({e.var, value});
        if (e.op == Op::not_ && e.width <= 1) add_literals(e.args[0], !value, all);
        if ((e.op == Op::and_ && value) || (e.op == Op::or_ && !value))
            for (const ExprId argument : e.args) add_literals(argument, value, all);
    }

    std::set<Literal> literals_of(const Assignment& a) const {
        std::set<Literal> all;
        for (const Guard& guard : a.guards)
            if (!guard.is_case) add_literals(guard.condition, guard.holds, all);
        return all;
    }

    void read_registers() {
        for (const InactiveReset& reset : on_.clocking.inactive_resets(on_.id))
            resets_.insert(reset.var);
        for (const Assignment& a : on_.module.assignments) {
            if (a.target == kNone || a.to_element || !on_.index.is_clocked(a) ||
                on_.is_array(a.target) || on_.module.var(a.target).is_local)
                continue;
            note(a.target, a.value, literals_of(a), 0);
        }
    }

    // Without a change of its width: `a + 1` is computed in 32 bits.
    ExprId without_width(ExprId id) const {
        const Expr& e = on_.module.expr(id);
        const bool cut = e.op == Op::select && on_.module.expr(e.args[1]).value.is_zero() &&
                         on_.module.expr(e.args[1]).op == Op::constant;
        return cut || e.op == Op::extend ? without_width(e.args[0]) : id;
    }

    // What a register becomes where the literals hold: `stall ? q : d` keeps it under one of them.
    void note(VarId target, ExprId value_id, const std::set<Literal>& literals, int depth) {
        const ExprId id = without_width(value_id);
        const Expr& e = on_.module.expr(id);
        if (e.op == Op::conditional && depth < kMostChoices) {
            for (const bool value : {true, false}) {
                std::set<Literal> with = literals;
                add_literals(e.args[0], value, with);
                note(target, e.args[value ? 1 : 2], with, depth + 1);
            }
            return;
        }
        if (e.op == Op::ref && e.var == target) return;
        const bool constant = e.op == Op::constant;
        for (const Literal& literal : literals)
            (constant ? cleared_ : moved_)[literal].insert(target);
        if (!constant)
            on_.index.for_each_ref(id, [&](VarId v, ExprId) { feeds_[target].insert(v); });
    }

    static Registers under(const std::map<Literal, Registers>& all, const Literal& literal) {
        const auto found = all.find(literal);
        return found == all.end() ? Registers{} : found->second;
    }

    // The registers that take values only while the literal does not hold.
    Registers held_by(const Literal& literal) const {
        Registers held = under(moved_, literal.negated());
        if (!held.empty()) held.merge(under(cleared_, literal.negated()));
        for (const VarId v : under(moved_, literal)) held.erase(v);
        for (const VarId v : under(cleared_, literal)) held.erase(v);
        return held;
    }

    std::uint64_t bits_of(const Registers& registers) const {
        std::uint64_t bits = 0;
        for (const VarId v : registers) bits += on_.width(v);
        return bits;
    }

    bool is_chain(const Registers& registers) const {
        return std::ranges::any_of(registers, [&](VarId v) {
            const auto from = feeds_.find(v);
            return from != feeds_.end() && std::ranges::any_of(from->second, [&](VarId f) {
                       return f != v && registers.contains(f);
                   });
        });
    }

    // The signals that hold the pipeline, the one that holds most first. Whatever is written into
    // a register of one bit at will, such as the enable of a configuration, holds none of it.
    std::vector<Literal> holding() const {
        std::vector<std::pair<std::uint64_t, Literal>> all;
        bool has_chain = false;
        for (const auto& [literal, registers] : moved_) {
            const Literal hold = literal.negated();
            const Registers held = held_by(hold);
            const std::uint64_t bits = bits_of(held);
            if (held.size() < kFewestRegisters || bits < kFewestBits) continue;
            has_chain = has_chain || is_chain(held);
            all.emplace_back(bits, hold);
        }
        if (!has_chain) return {};
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        if (all.size() > kMostSignals) all.resize(kMostSignals);
        std::vector<Literal> holds;
        for (const auto& [bits, literal] : all) {
            // Both values of a signal would hold: it chooses between two ways.
            const bool chooses = std::ranges::find(holds, literal.negated()) != holds.end();
            if (!chooses) holds.push_back(literal);
        }
        return holds;
    }

    std::vector<Literal> flushing(const std::vector<Literal>& holds) const {
        Registers held;
        for (const Literal& hold : holds) held.merge(held_by(hold));
        std::vector<Literal> found;
        for (const auto& [cleared_by, registers] : cleared_) {
            const Literal literal = cleared_by;
            const bool is_hold = std::ranges::any_of(
                holds, [&](const Literal& hold) { return hold.var == literal.var; });
            const bool clears = std::ranges::any_of(registers, [&](VarId v) {
                return on_.width(v) == 1 && held.contains(v) && v != literal.var;
            });
            if (!is_hold && clears && literal.value && is_flush_name(literal.var) &&
                found.size() < kMostSignals)
                found.push_back(literal);
        }
        return found;
    }

    bool is_flush_name(VarId v) const {
        static const std::set<std::string> known = {"flush", "kill",  "squash", "annul",   "clear",
                                                    "nop",   "taken", "branch", "redirect"};
        const auto words = words_of_name(on_.module.var(v).name, Digits::part_words);
        return std::ranges::any_of(words, [&](const std::string& w) { return known.contains(w); });
    }

    static void add(const Literal& literal, std::vector<Literal>& all) {
        if (std::ranges::find(all, literal) == all.end()) all.push_back(literal);
    }

    // A wire that is the OR of others (or not their AND) has them as its reasons.
    void add_reasons(const Literal& literal, int depth, std::vector<Literal>& all) const {
        const auto& drivers = on_.index.drivers(literal.var);
        if (depth < kMostWires && drivers.size() == 1 && !on_.index.is_register(literal.var)) {
            const Assignment& a = on_.index.assignment(drivers[0]);
            std::vector<Literal> parts;
            if (a.whole && a.guards.empty() && are_parts(a.value, literal.value, parts)) {
                for (const Literal& part : parts) add_reasons(part, depth + 1, all);
                return;
            }
        }
        add(literal, all);
    }

    // The literals of which any one makes the expression `value`; false if there is anything else.
    bool are_parts(ExprId id, bool value, std::vector<Literal>& parts) const {
        const Expr& e = on_.module.expr(id);
        if (e.op == Op::ref) {
            if (is_bit(e.var)) parts.push_back({e.var, value});
            return is_bit(e.var);
        }
        if (e.op == Op::not_ && e.width <= 1) return are_parts(e.args[0], !value, parts);
        if ((e.op == Op::or_ && value) || (e.op == Op::and_ && !value))
            return std::ranges::all_of(
                e.args, [&](ExprId argument) { return are_parts(argument, value, parts); });
        return false;
    }

    ModuleLogic& logic() const { return on_.listening.logic().module(on_.id); }

    Diagram::Node value_of(const Literal& literal) const {
        const Diagram::Node v = logic().value({literal.var, 0, 0});
        return literal.value ? v : logic().diagram().negated(v);
    }

    // Where one implies another, it comes first: it is the cause, and what is left of the other is
    // its own. What nothing is left of says no more than those before it.
    std::vector<Literal> by_cause(std::vector<Literal> all) const {
        Diagram& d = logic().diagram();
        std::vector<Literal> left = all;
        std::vector<Literal> ordered;
        Diagram::Node rest = Diagram::kTrue;
        const auto alone = [&](const Literal& l) { return d.both(rest, value_of(l)); };
        while (!left.empty()) {
            const auto is_cause = [&](const Literal& l) {
                return std::ranges::none_of(left, [&](const Literal& other) {
                    return d.implies(alone(other), alone(l)) && !d.implies(alone(l), alone(other));
                });
            };
            const auto next = std::ranges::find_if(left, is_cause);
            if (next == left.end() || d.overflowed()) return all;
            ordered.push_back(*next);
            rest = d.both(rest, d.negated(value_of(*next)));
            left.erase(next);
            std::erase_if(left, [&](const Literal& l) { return alone(l) == Diagram::kFalse; });
        }
        return ordered;
    }

    std::string name_of(const Literal& literal) const {
        return (literal.value ? "" : "no_") + on_.module.var(literal.var).name;
    }

    // Inputs that decide on the signal.
    void add_waits(VarId v, int depth, std::vector<StateSignal>& waits) const {
        const Var& var = on_.module.var(v);
        if (var.direction == Direction::input && is_bit(v)) {
            const bool known =
                std::ranges::any_of(waits, [&](const StateSignal& w) { return w.var == v; });
            if (!known) waits.push_back({v, var.name, false});
        }
        if (depth >= kMostWires || on_.index.is_register(v)) return;
        if (on_.index.drivers(v).empty() && is_bit(v)) add_waits_of_instance(v, waits);
        for (const AssignmentId id : on_.index.drivers(v)) {
            const Assignment& a = on_.index.assignment(id);
            const auto look = [&](VarId from, ExprId) { add_waits(from, depth + 1, waits); };
            on_.index.for_each_ref(a.value, look);
            for (const Guard& guard : a.guards) on_.index.for_each_ref(guard, look);
        }
    }

    // Inputs that decide on what an instance drives.
    void add_waits_of_instance(VarId v, std::vector<StateSignal>& waits) const {
        const std::set<Diagram::Variable> atoms =
            logic().diagram().support(logic().value({v, 0, 0}));
        for (const Diagram::Variable atom : atoms) {
            const Atom& from = logic().atom(atom);
            if (from.kind == Atom::Kind::input && from.bit.var != v)
                add_waits(from.bit.var, kMostWires, waits);
        }
    }

    // True if an input no longer decides on a reason where those before it do not hold.
    bool is_settled(VarId input, const Literal& reason, Diagram::Node rest) const {
        Diagram& d = logic().diagram();
        const Diagram::Node value = logic().value({input, 0, 0});
        if (d.overflowed() || !d.is_literal(value)) return false;
        const Diagram::Variable atom = d.literal_of(value).variable;
        if (!d.depends_on(value_of(reason), atom)) return false;
        const Diagram::Node free = d.both(d.fixed(rest, atom, false), d.fixed(rest, atom, true));
        return d.both(free, d.difference(value_of(reason), atom)) == Diagram::kFalse;
    }

    // Data has no reset: that of another register with the same clock.
    std::optional<FindingClock> clock_of(const Registers& held) const {
        const auto clock = on_.clocking.of_register(on_.id, *held.begin());
        if (!clock || !clock->reset_text.empty()) return clock;
        for (const VarId v : on_.vars()) {
            if (!on_.index.is_register(v) || on_.module.var(v).is_local) continue;
            const auto own = on_.clocking.of_register(on_.id, v);
            if (own && !own->reset_text.empty() && own->clock == clock->clock &&
                own->edge == clock->edge)
                return own;
        }
        return clock;
    }

    bool waits_for_answer(const Finding& f) const {
        return std::ranges::any_of(f.found_states, [&](const FindingState& state) {
            return std::ranges::any_of(
                state.waits, [&](const StateSignal& wait) { return answers_.contains(wait.text); });
        });
    }

    void take(const Literal& first, const std::vector<Literal>& reasons) {
        const Registers held = held_by(first);
        const auto clock = clock_of(held);
        if (!clock) return;
        const auto width = static_cast<std::uint32_t>(std::bit_width(reasons.size()));
        Finding f;
        f.own = MachinePart{width, false, {}};
        f.module = on_.id;
        f.name = "pipeline";
        f.place = on_.module.place;
        f.clock = *clock;
        f.confidence = 0.8;
        f.reason =
            fmt::format("{} registers with {} bits keep their values while '{}' is {}", held.size(),
                        bits_of(held), on_.module.var(first.var).name, first.value ? 1 : 0);
        f.found_states.push_back({Constant(width, 0), "moves", on_.module.place});
        std::string text = fmt::format("{}'d0", width);
        for (std::size_t i = reasons.size(); i-- > 0;)
            text = fmt::format("({}{} ? {}'d{} : {})", reasons[i].value ? "" : "!",
                               on_.text(reasons[i].var), width, i + 1, text);
        Diagram::Node rest = Diagram::kTrue;
        for (std::size_t i = 0; i < reasons.size(); ++i) {
            FindingState state{Constant(width, i + 1), name_of(reasons[i]),
                               on_.module.var(reasons[i].var).place};
            add_waits(reasons[i].var, 0, state.waits);
            std::erase_if(state.waits, [&](const StateSignal& wait) {
                return is_settled(wait.var, reasons[i], rest);
            });
            f.found_states.push_back(std::move(state));
            rest = logic().diagram().both(rest, value_of(reasons[i].negated()));
        }
        if (!answers_.empty() && !waits_for_answer(f)) return;
        f.observe = {{"state", text}};
        on_.findings.taken.push_back(std::move(f));
    }

    const Subject& on_;
    std::set<std::string> answers_;
    std::set<VarId> resets_;
    std::map<Literal, Registers> moved_;    // what takes a value that is no constant where it holds
    std::map<Literal, Registers> cleared_;  // what takes a constant
    std::map<VarId, Registers> feeds_;
};

bool is_known(const Subject& on) {
    return std::ranges::any_of(on.findings.taken,
                               [&](const Finding& f) { return f.module == on.id; });
}

}  // namespace

void find_pipeline(const Subject& on) {
    if (!is_known(on)) Pipeline(on, {}).run();
}

void find_asking_pipeline(const Subject& on, const std::set<std::string>& answers) {
    if (!answers.empty() && !is_known(on)) Pipeline(on, answers).run();
}

}  // namespace tapestry
