// SPDX-License-Identifier: Apache-2.0
#include "find/module/module_cycle.h"

#include <algorithm>
#include <bit>

namespace tapestry {

namespace {

constexpr std::uint32_t kWidestNumber = 64;
constexpr int kDeepestRead = 200;           // nested expressions and wires
constexpr std::size_t kMostSources = 4000;  // signals that are followed

std::uint64_t ones(std::uint32_t width) {
    return width >= kWidestNumber ? ~0ULL : (1ULL << width) - 1;
}

KnownBits number(std::uint64_t value, std::uint32_t width) {
    return {value & ones(width), ones(width)};
}

KnownBits truth_of(std::optional<bool> value) {
    return value ? number(*value ? 1 : 0, 1) : KnownBits{};
}

// True if a one is known, false if all are known to be zero.
std::optional<bool> is_true(const KnownBits& bits, std::uint32_t width) {
    if (bits.value != 0) return true;
    return bits.all(width) ? std::optional(false) : std::nullopt;
}

KnownBits cut(KnownBits bits, std::uint32_t width) {
    return {bits.value & ones(width), bits.known & ones(width)};
}

KnownBits moved_up(KnownBits bits, std::uint64_t by) {
    return by >= kWidestNumber ? KnownBits{} : KnownBits{bits.value << by, bits.known << by};
}

KnownBits moved_down(KnownBits bits, std::uint64_t by) {
    return by >= kWidestNumber ? KnownBits{} : KnownBits{bits.value >> by, bits.known >> by};
}

// What both say.
KnownBits agreed(const KnownBits& a, const KnownBits& b) {
    const std::uint64_t known = a.known & b.known & ~(a.value ^ b.value);
    return {a.value & known, known};
}

KnownBits bitwise(Op op, const KnownBits& a, const KnownBits& b) {
    const std::uint64_t zeros = (a.known & ~a.value) | (b.known & ~b.value);
    const std::uint64_t set = a.value | b.value;
    const std::uint64_t both = a.known & b.known;
    if (op == Op::and_) return {a.value & b.value, both | zeros};
    if (op == Op::or_) return {set, both | set};
    return {(a.value ^ b.value) & both, both};
}

std::int64_t as_signed(std::uint64_t value, std::uint32_t width) {
    const std::uint32_t unused = kWidestNumber - std::clamp(width, 1U, kWidestNumber);
    return static_cast<std::int64_t>(value << unused) >> unused;
}

std::optional<bool> compared(const Expr& e, std::uint64_t a, std::uint64_t b, std::uint32_t width) {
    const std::int64_t left = as_signed(a, width);
    const std::int64_t right = as_signed(b, width);
    const bool less = e.is_signed ? left < right : a < b;
    if (e.op == Op::less) return less;
    if (e.op == Op::less_or_equal) return less || a == b;
    if (e.op == Op::greater) return !less && a != b;
    if (e.op == Op::greater_or_equal) return !less;
    return std::nullopt;
}

std::optional<std::uint64_t> computed(const Expr& e, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t width = std::max<std::uint32_t>(e.width, 1);
    switch (e.op) {
        case Op::add:
            return a + b;
        case Op::subtract:
            return a - b;
        case Op::multiply:
            return a * b;
        case Op::divide:
            return b == 0 || e.is_signed ? std::nullopt : std::optional(a / b);
        case Op::modulo:
            return b == 0 || (e.is_signed && ((a | b) >> (width - 1)) != 0) ? std::nullopt
                                                                            : std::optional(a % b);
        default:
            return std::nullopt;
    }
}

}  // namespace

bool KnownBits::all(std::uint32_t width) const { return (known & ones(width)) == ones(width); }

struct ModuleCycle::Level {
    struct Slot {
        std::uint64_t cycle = 0;  // in which the value holds
        bool busy = false;        // being computed: a read of it is a loop
        KnownBits bits;
    };

    const ModuleIndex* index = nullptr;
    LevelId above = kNone;
    const Instance* instance = nullptr;  // as which the level above has it
    IdTable<VarId, Slot> slots;
    std::map<Signal, Slot> parts;  // of variables that are wider than a number
    std::map<InstanceId, LevelId> levels;

    const Module& module() const { return index->module(); }
    Slot& slot(VarId var) { return slots[var]; }
};

// Expressions and variables of one level.
class ModuleCycle::Reading {
public:
    Reading(ModuleCycle& cycle, LevelId level, int depth)
        : cycle_(cycle),
          id_(level),
          level_(*cycle.levels_[level]),
          module_(level_.module()),
          depth_(depth) {}

    // `at` is the assignment that reads: it sees what its process assigned before with `=`.
    KnownBits read(VarId var, AssignmentId at) {
        const Var& v = module_.var(var);
        if (v.is_parameter) return constant(v.value);
        if (at != kNone && is_assigned_before(var, at)) return assigned_until(var, at);
        Level::Slot& slot = level_.slot(var);
        if (slot.cycle == cycle_.cycle_) return slot.bits;
        if (slot.busy || depth_ > kDeepestRead || width(var) > kWidestNumber) return {};
        slot.busy = true;
        const KnownBits bits = driven(var);
        slot = {cycle_.cycle_, false, bits};
        return bits;
    }

    // Some bits of a variable that may be wider than a number.
    KnownBits read_part(VarId var, std::uint64_t lsb, std::uint32_t part, AssignmentId at) {
        const bool fits = width(var) <= kWidestNumber;
        if (fits) return cut(moved_down(read(var, at), lsb), part);
        if (module_.var(var).is_parameter || level_.index->is_register(var) ||
            (at != kNone && is_assigned_before(var, at)))
            return {};
        Level::Slot& slot = level_.parts[{id_, var, lsb, part}];
        if (slot.cycle == cycle_.cycle_) return slot.bits;
        if (slot.busy || depth_ > kDeepestRead) return {};
        slot.busy = true;
        const KnownBits bits = driven_part(var, lsb, part);
        slot = {cycle_.cycle_, false, bits};
        return bits;
    }

    KnownBits next(VarId var) {
        KnownBits bits = read(var, kNone);
        for (const AssignmentId id : level_.index->drivers(var)) apply(id, bits);
        return bits;
    }

    KnownBits of(ExprId id, AssignmentId at) {
        const Expr& e = module_.expr(id);
        ++depth_;
        const KnownBits bits =
            depth_ > kDeepestRead || e.width > kWidestNumber ? KnownBits{} : evaluated(e, at);
        --depth_;
        return cut(bits, std::max<std::uint32_t>(e.width, 1));
    }

private:
    std::uint32_t width(VarId var) const { return cycle_.width({id_, var}); }
    std::uint32_t width_of(ExprId id) const {
        return std::max<std::uint32_t>(module_.expr(id).width, 1);
    }

    static KnownBits constant(const Constant& c) {
        const auto value = c.to_u64();
        return value && !c.has_unknown() ? number(*value, kWidestNumber) : KnownBits{};
    }

    bool is_assigned_before(VarId var, AssignmentId at) const {
        const ProcessId process = level_.index->assignment(at).process;
        const auto& drivers = level_.index->drivers(var);
        return process != kNone && std::any_of(drivers.begin(), drivers.end(), [&](auto id) {
                   const Assignment& a = level_.index->assignment(id);
                   return a.process == process && a.blocking;
               });
    }

    KnownBits assigned_until(VarId var, AssignmentId at) {
        KnownBits bits = level_.slot(var).cycle == cycle_.cycle_ && level_.index->is_register(var)
                             ? level_.slot(var).bits
                             : KnownBits{};
        for (const AssignmentId id : level_.index->drivers(var)) {
            if (id < at) apply(id, bits);
        }
        return bits;
    }

    KnownBits driven(VarId var) {
        if (level_.index->is_register(var)) return {};
        KnownBits bits = from_instances(var);
        if (module_.var(var).direction == Direction::input && level_.instance)
            bits = from_above(var);
        const auto& drivers = level_.index->drivers(var);
        for (const AssignmentId id : drivers) apply(id, bits);
        return drivers.empty() && bits.known == 0 ? cycle_.initial({id_, var}) : bits;
    }

    KnownBits driven_part(VarId var, std::uint64_t lsb, std::uint32_t part) {
        KnownBits bits;
        for (const ModuleIndex::Pin& pin : level_.index->pins(var)) {
            const Instance& instance = module_.instances[static_cast<std::size_t>(pin.instance)];
            const Connection& c = instance.connections[static_cast<std::size_t>(pin.connection)];
            const Expr& to = module_.expr(c.value);
            if (c.direction != Direction::output || to.op != Op::ref || to.var != var) continue;
            const LevelId below = cycle_.level_of(id_, pin.instance);
            if (below == kNone) return {};
            Reading inside(cycle_, below, depth_ + 1);
            const VarId port = inside.level_.index->find(c.port);
            if (port != kNone) bits = inside.read_part(port, lsb, part, kNone);
        }
        if (module_.var(var).direction == Direction::input && level_.instance) {
            for (const Connection& c : level_.instance->connections) {
                if (c.port == module_.var(var).name && c.value != kNone)
                    bits = Reading(cycle_, level_.above, depth_ + 1)
                               .part_of(c.value, lsb, part, kNone);
            }
        }
        for (const AssignmentId id : level_.index->drivers(var)) apply(id, lsb, part, bits);
        return bits;
    }

    // The same of an expression.
    KnownBits part_of(ExprId id, std::uint64_t lsb, std::uint32_t part, AssignmentId at) {
        const Expr& e = module_.expr(id);
        if (e.width <= kWidestNumber) return cut(moved_down(of(id, at), lsb), part);
        if (e.op == Op::ref) return read_part(e.var, lsb, part, at);
        if (e.op == Op::select) {
            const KnownBits from = of(e.args[1], at);
            if (!from.all(width_of(e.args[1]))) return {};
            return part_of(e.args[0], from.value + lsb, part, at);
        }
        if (e.op == Op::concatenate) {
            const std::uint32_t low = width_of(e.args[1]);
            if (lsb + part <= low) return part_of(e.args[1], lsb, part, at);
            if (lsb >= low) return part_of(e.args[0], lsb - low, part, at);
        }
        if (e.op == Op::conditional) {
            const std::optional<bool> is = is_true(of(e.args[0], at), width_of(e.args[0]));
            if (is) return part_of(e.args[*is ? 1 : 2], lsb, part, at);
        }
        return {};
    }

    // The bits of a part after an assignment to its variable.
    void apply(AssignmentId id, std::uint64_t lsb, std::uint32_t part, KnownBits& bits) {
        const Assignment& a = level_.index->assignment(id);
        const std::optional<bool> holds = all_hold(a.guards, id);
        const bool apart = !a.dynamic && (lsb + part <= a.lsb || a.lsb + a.width <= lsb);
        if (holds == false || apart) return;
        const bool covers = !a.dynamic && !a.to_element && a.lsb <= lsb &&
                            lsb + part <= std::uint64_t{a.lsb} + a.width;
        const KnownBits after = covers ? part_of(a.value, lsb - a.lsb, part, id) : KnownBits{};
        bits = holds ? after : agreed(bits, after);
    }

    KnownBits from_above(VarId var) {
        for (const Connection& c : level_.instance->connections) {
            if (c.port == module_.var(var).name && c.value != kNone)
                return Reading(cycle_, level_.above, depth_ + 1).of(c.value, kNone);
        }
        return {};
    }

    KnownBits from_instances(VarId var) {
        KnownBits bits;
        for (const ModuleIndex::Pin& pin : level_.index->pins(var)) {
            const Instance& instance = module_.instances[pin.instance];
            const Connection& c = instance.connections[pin.connection];
            const Expr& to = module_.expr(c.value);
            if (c.direction != Direction::output || to.op != Op::ref || to.var != var) continue;
            const LevelId below = cycle_.level_of(id_, pin.instance);
            if (below == kNone) return {};
            Reading inside(cycle_, below, depth_ + 1);
            const VarId port = inside.level_.index->find(c.port);
            if (port != kNone) bits = cut(inside.read(port, kNone), width(var));
        }
        return bits;
    }

    // The bits of a target after an assignment.
    void apply(AssignmentId id, KnownBits& bits) {
        const Assignment& a = level_.index->assignment(id);
        const std::optional<bool> holds = all_hold(a.guards, id);
        if (holds == false) return;
        KnownBits after;  // unknown, if the place is
        const std::optional<std::uint32_t> lsb = place_of(a, id);
        if (lsb) {
            const std::uint64_t there = ones(a.width) << *lsb;
            const KnownBits written = moved_up(cut(of(a.value, id), a.width), *lsb);
            after = {(bits.value & ~there) | written.value, (bits.known & ~there) | written.known};
        }
        bits = holds ? after : agreed(bits, after);
    }

    std::optional<std::uint32_t> place_of(const Assignment& a, AssignmentId id) {
        if (a.to_element || a.width == 0 || a.width > kWidestNumber) return std::nullopt;
        if (!a.dynamic) return a.lsb < kWidestNumber ? std::optional(a.lsb) : std::nullopt;
        const Expr& target = module_.expr(a.target_expr);
        if (target.op != Op::select || module_.expr(target.args[0]).op != Op::ref)
            return std::nullopt;
        const KnownBits lsb = of(target.args[1], id);
        if (!lsb.all(width_of(target.args[1])) || lsb.value >= kWidestNumber) return std::nullopt;
        return static_cast<std::uint32_t>(lsb.value);
    }

    std::optional<bool> all_hold(const std::vector<Guard>& guards, AssignmentId at) {
        std::optional<bool> all = true;
        for (const Guard& guard : guards) {
            const std::optional<bool> one = holds(guard, at);
            if (one == false) return false;
            if (!one) all = std::nullopt;
        }
        return all;
    }

    std::optional<bool> holds(const Guard& guard, AssignmentId at) {
        std::optional<bool> is;
        if (!guard.is_case) {
            is = is_true(of(guard.condition, at), width_of(guard.condition));
        } else {
            is = matches_one(guard, guard.matches, at);
            const std::optional<bool> before = matches_one(guard, guard.earlier, at);
            if (guard.holds && before == true) return false;
            if (guard.holds && !before) is = is == false ? is : std::nullopt;
        }
        return is ? std::optional(*is == guard.holds) : std::nullopt;
    }

    std::optional<bool> matches_one(const Guard& guard, const std::vector<ExprId>& items,
                                    AssignmentId at) {
        std::optional<bool> any = false;
        for (const ExprId item : items) {
            const std::optional<bool> one = matches(guard.condition, item, at);
            if (one == true) return true;
            if (!one) any = std::nullopt;
        }
        return any;
    }

    // X and Z in a case item match anything.
    std::optional<bool> matches(ExprId condition, ExprId item, AssignmentId at) {
        const std::uint32_t width = std::max(width_of(condition), width_of(item));
        if (width > kWidestNumber) return std::nullopt;
        const Expr& e = module_.expr(item);
        std::uint64_t care = ones(width);
        KnownBits wanted = of(item, at);
        if (e.op == Op::constant && e.value.has_unknown()) {
            for (std::uint32_t i = 0; i < width; ++i) {
                if (e.value.is_unknown(i)) care &= ~(1ULL << i);
                if (e.value.is_one(i)) wanted.value |= 1ULL << i;
            }
            wanted.known = ones(width);
        }
        return equal(of(condition, at), wanted, care);
    }

    static std::optional<bool> equal(const KnownBits& a, const KnownBits& b, std::uint64_t care) {
        const std::uint64_t both = a.known & b.known & care;
        if (((a.value ^ b.value) & both) != 0) return false;
        return both == care ? std::optional(true) : std::nullopt;
    }

    KnownBits evaluated(const Expr& e, AssignmentId at) {
        switch (e.op) {
            case Op::ref:
            case Op::call:
                return read(e.var, at);
            case Op::constant:
                return constant(e.value);
            case Op::select:
                return selected(e, at);
            case Op::conditional:
                return chosen(e, at);
            case Op::concatenate: {
                const KnownBits low = of(e.args[1], at);
                const KnownBits high = moved_up(of(e.args[0], at), width_of(e.args[1]));
                return {low.value | high.value, low.known | high.known};
            }
            case Op::replicate:
                return repeated(e, at);
            case Op::extend: {
                const KnownBits low = of(e.args[0], at);
                return {low.value, low.known | ~ones(width_of(e.args[0]))};
            }
            case Op::sign_extend:
                return extended(e, at);
            default:
                return e.args.size() == 1 ? of_one(e, at) : of_two(e, at);
        }
    }

    KnownBits selected(const Expr& e, AssignmentId at) {
        const KnownBits lsb = of(e.args[1], at);
        if (!lsb.all(width_of(e.args[1]))) return {};
        if (width_of(e.args[0]) > kWidestNumber && e.width <= kWidestNumber)
            return part_of(e.args[0], lsb.value, std::max<std::uint32_t>(e.width, 1), at);
        return moved_down(of(e.args[0], at), lsb.value);
    }

    KnownBits chosen(const Expr& e, AssignmentId at) {
        const std::optional<bool> is = is_true(of(e.args[0], at), width_of(e.args[0]));
        if (is) return of(e.args[*is ? 1 : 2], at);
        return agreed(of(e.args[1], at), of(e.args[2], at));
    }

    KnownBits repeated(const Expr& e, AssignmentId at) {
        const KnownBits one = of(e.args[0], at);
        KnownBits all;
        for (std::uint32_t i = 0; i < e.width; i += width_of(e.args[0])) {
            const KnownBits moved = moved_up(one, i);
            all = {all.value | moved.value, all.known | moved.known};
        }
        return all;
    }

    KnownBits extended(const Expr& e, AssignmentId at) {
        const std::uint32_t from = width_of(e.args[0]);
        const KnownBits low = of(e.args[0], at);
        if (!low.all(from)) return {};
        return number(static_cast<std::uint64_t>(as_signed(low.value, from)), kWidestNumber);
    }

    KnownBits of_one(const Expr& e, AssignmentId at) {
        const std::uint32_t width = width_of(e.args[0]);
        const KnownBits a = of(e.args[0], at);
        const std::optional<bool> any = is_true(a, width);
        if (e.op == Op::not_ && e.text.starts_with("log"))
            return truth_of(any ? std::optional(!*any) : std::nullopt);
        if (e.op == Op::not_) return {~a.value & a.known, a.known};
        if (e.op == Op::reduce_or) return truth_of(any);
        if (e.op == Op::reduce_and)
            return truth_of((a.known & ~a.value & ones(width)) != 0 ? std::optional(false)
                            : a.all(width)                          ? std::optional(true)
                                                                    : std::nullopt);
        if (!a.all(width)) return {};
        if (e.op == Op::reduce_xor) return number(std::popcount(a.value) & 1U, 1);
        return e.op == Op::negate ? number(~a.value + 1, e.width) : KnownBits{};
    }

    KnownBits of_two(const Expr& e, AssignmentId at) {
        if (e.args.size() != 2) return {};
        const std::uint32_t width = std::max(width_of(e.args[0]), width_of(e.args[1]));
        const KnownBits a = of(e.args[0], at);
        const KnownBits b = of(e.args[1], at);
        if (e.op == Op::equal || e.op == Op::not_equal) {
            const auto same = equal(a, b, ones(width));
            return truth_of(same ? std::optional(*same == (e.op == Op::equal)) : std::nullopt);
        }
        if (e.op == Op::and_ || e.op == Op::or_ || e.op == Op::xor_) {
            if (!e.text.starts_with("log")) return bitwise(e.op, a, b);
            return bitwise(e.op, truth_of(is_true(a, width)), truth_of(is_true(b, width)));
        }
        if (!a.all(width_of(e.args[0])) || !b.all(width_of(e.args[1]))) return {};
        if (e.op == Op::shift_left) return number(moved_up(a, b.value).value, e.width);
        if (e.op == Op::shift_right) return number(moved_down(a, b.value).value, e.width);
        if (const auto is = compared(e, a.value, b.value, width)) return truth_of(is);
        const auto value = computed(e, a.value, b.value);
        return value ? number(*value, std::max<std::uint32_t>(e.width, 1)) : KnownBits{};
    }

    ModuleCycle& cycle_;
    LevelId id_;
    Level& level_;
    const Module& module_;
    int depth_;
};

// What a signal depends on, by reference.
class ModuleCycle::Walk {
public:
    Walk(ModuleCycle& cycle, const std::set<VarId>& but) : cycle_(cycle) {
        for (const VarId v : but) seen_.insert({kOwn, v});
    }

    Sources take() { return std::move(found_); }

    void visit(Signal signal) {
        const Level& level = *cycle_.levels_[signal.level];
        const Var& var = level.module().var(signal.var);
        const Signal all{signal.level, signal.var};
        const bool is_register = level.index->is_register(signal.var);
        // A register has one next value.
        if (is_register || (signal.lsb == 0 && signal.width == cycle_.width(all))) signal = all;
        if (seen_.contains(all) || !seen_.insert(signal).second || var.is_parameter) return;
        const std::uint32_t width = signal.width == 0 ? cycle_.width(all) : signal.width;
        if (seen_.size() > kMostSources || width > kWidestNumber) found_.complete = false;
        if (!found_.complete) return;
        if (is_register) found_.registers.insert(signal);
        if (var.direction == Direction::input && !level.instance) found_.inputs.insert(signal);
        if (var.direction == Direction::input && level.instance) visit_above(signal, level);
        for (const AssignmentId id : level.index->drivers(signal.var)) visit(signal, id);
        visit_below(signal, level);
    }

private:
    void visit(Signal signal, AssignmentId assignment) {
        const LevelId level = signal.level;
        const ModuleIndex& index = *cycle_.levels_[level]->index;
        const Assignment& a = index.assignment(assignment);
        const bool in_part = signal.width != 0 && !a.dynamic && !a.to_element;
        if (in_part &&
            (signal.lsb + signal.width <= a.lsb || std::uint64_t{a.lsb} + a.width <= signal.lsb))
            return;
        if (a.to_element) found_.complete = false;
        if (in_part && a.lsb <= signal.lsb)
            visit_part(level, a.value, signal.lsb - a.lsb, signal.width);
        else
            visit_expr(level, a.value);
        if (a.dynamic) visit_expr(level, a.target_expr);
        for (const Guard& guard : a.guards) {
            visit_expr(level, guard.condition);
            for (const ExprId match : guard.matches) visit_expr(level, match);
        }
    }

    // Some bits of an expression.
    void visit_part(LevelId level, ExprId id, std::uint64_t lsb, std::uint32_t width) {
        if (id == kNone || !found_.complete) return;
        const Module& module = cycle_.levels_[level]->module();
        const Expr& e = module.expr(id);
        if (e.op == Op::ref) return visit({level, e.var, lsb, width});
        if (e.op == Op::select && module.expr(e.args[1]).op == Op::constant) {
            const auto from = module.expr(e.args[1]).value.to_u64();
            if (from) return visit_part(level, e.args[0], *from + lsb, width);
        }
        if (e.op == Op::concatenate) {
            const std::uint32_t low = std::max<std::uint32_t>(module.expr(e.args[1]).width, 1);
            if (lsb + width <= low) return visit_part(level, e.args[1], lsb, width);
            if (lsb >= low) return visit_part(level, e.args[0], lsb - low, width);
        }
        visit_expr(level, id);
    }

    void visit_expr(LevelId level, ExprId id) {
        if (id == kNone || !found_.complete) return;
        const Module& module = cycle_.levels_[level]->module();
        const Expr& e = module.expr(id);
        if (e.op == Op::select && module.expr(e.args[1]).op == Op::constant &&
            module.expr(e.args[0]).op != Op::array_select)
            return visit_part(level, id, 0, std::max<std::uint32_t>(e.width, 1));
        if (e.op == Op::outer_ref || e.op == Op::array_select || e.op == Op::other)
            found_.complete = false;
        if (e.var != kNone && e.op != Op::constant) visit({level, e.var});
        for (const ExprId argument : e.args) visit_expr(level, argument);
    }

    void visit_above(Signal signal, const Level& level) {
        const std::string& port = level.module().var(signal.var).name;
        for (const Connection& c : level.instance->connections) {
            if (c.port != port) continue;
            if (signal.width != 0)
                visit_part(level.above, c.value, signal.lsb, signal.width);
            else
                visit_expr(level.above, c.value);
        }
    }

    void visit_below(Signal signal, const Level& level) {
        for (const ModuleIndex::Pin& pin : level.index->pins(signal.var)) {
            const Instance& i = level.module().instances[pin.instance];
            const Connection& c = i.connections[pin.connection];
            if (c.direction == Direction::input) continue;
            const LevelId below = cycle_.level_of(signal.level, pin.instance);
            const Expr& to = level.module().expr(c.value);
            if (below == kNone || c.direction != Direction::output || to.op != Op::ref) {
                found_.complete = false;
                return;
            }
            const VarId port = cycle_.levels_[below]->index->find(c.port);
            if (port != kNone) visit({below, port, signal.lsb, signal.width});
        }
    }

    ModuleCycle& cycle_;
    Sources found_;
    std::set<Signal> seen_;
};

// The signals that a signal copies.
class ModuleCycle::Copies {
public:
    explicit Copies(ModuleCycle& cycle) : cycle_(cycle) {}

    std::optional<std::vector<Signal>> of(ExprId value) {
        add(kOwn, value);
        return computed_ ? std::nullopt : std::optional(std::move(found_));
    }

    std::optional<std::vector<Signal>> of(Signal signal) {
        const Level& level = *cycle_.levels_[signal.level];
        for (const AssignmentId id : level.index->drivers(signal.var))
            add(signal.level, level.index->assignment(id).value);
        if (level.module().var(signal.var).direction == Direction::input && level.instance) {
            for (const Connection& c : level.instance->connections) {
                if (c.port == level.module().var(signal.var).name) add(level.above, c.value);
            }
        }
        for (const ModuleIndex::Pin& pin : level.index->pins(signal.var)) add(signal.level, pin);
        return computed_ ? std::nullopt : std::optional(std::move(found_));
    }

private:
    void add(LevelId id, const ModuleIndex::Pin& pin) {
        const Module& module = cycle_.levels_[id]->module();
        const Instance& instance = module.instances[pin.instance];
        const Connection& c = instance.connections[pin.connection];
        if (c.direction != Direction::output) return;
        const LevelId below = cycle_.level_of(id, pin.instance);
        const VarId port = below == kNone ? kNone : cycle_.index({below, kNone}).find(c.port);
        if (port == kNone)
            computed_ = true;
        else
            found_.push_back({below, port});
    }

    void add(LevelId level, ExprId id) {
        if (id == kNone) return;
        const Expr& e = cycle_.levels_[level]->module().expr(id);
        switch (e.op) {
            case Op::constant:
                return;
            case Op::ref:
            case Op::call:
                return found_.push_back({level, e.var});
            case Op::select:
            case Op::array_select:
            case Op::shift_right:
            case Op::extend:
            case Op::replicate:
                return add(level, e.args[0]);
            case Op::conditional:
                add(level, e.args[1]);
                return add(level, e.args[2]);
            case Op::concatenate:
            case Op::and_:
            case Op::or_:
                add(level, e.args[0]);
                return add(level, e.args[1]);
            default:
                computed_ = true;
        }
    }

    ModuleCycle& cycle_;
    std::vector<Signal> found_;
    bool computed_ = false;
};

std::optional<std::vector<ModuleCycle::Signal>> ModuleCycle::copied_from(Signal signal) {
    return Copies(*this).of(signal);
}

std::optional<std::vector<ModuleCycle::Signal>> ModuleCycle::copied_by(ExprId value) {
    return Copies(*this).of(value);
}

ModuleCycle::ModuleCycle(const Design& design, const IdTable<ModuleId, ModuleIndex>& indexes,
                         ModuleId module)
    : design_(design), indexes_(indexes) {
    auto level = std::make_unique<Level>();
    level->index = &indexes_[module];
    levels_.push_back(std::move(level));
    levels_[0]->slots.resize(levels_[0]->module().vars.size());
}

ModuleCycle::~ModuleCycle() = default;

ModuleCycle::LevelId ModuleCycle::level_of(LevelId above, InstanceId instance) {
    Level& upper = *levels_[above];
    const Instance& as = upper.module().instances[instance];
    if (as.is_array || as.module == kNone) return kNone;
    const auto known = upper.levels.find(instance);
    if (known != upper.levels.end()) return known->second;
    auto level = std::make_unique<Level>();
    level->index = &indexes_[as.module];
    level->above = above;
    level->instance = &as;
    level->slots.resize(level->module().vars.size());
    levels_.push_back(std::move(level));
    return upper.levels[instance] = levels_.last_id();
}

ModuleCycle::Sources ModuleCycle::sources(VarId var, VarId but) {
    return sources(Signal{kOwn, var}, {but});
}

ModuleCycle::Sources ModuleCycle::sources(Signal signal, const std::set<VarId>& but) {
    Walk walk(*this, but);
    walk.visit(signal);
    return walk.take();
}

const ModuleIndex& ModuleCycle::index(Signal signal) const { return *levels_[signal.level]->index; }

std::uint32_t ModuleCycle::width(Signal signal) const {
    const TypeId type = index(signal).module().var(signal.var).type;
    if (type == kNone || design_.types[type].kind == Type::Kind::unpacked_array)
        return kWidestNumber + 1;
    return std::max<std::uint32_t>(design_.width_of(type), 1);
}

KnownBits ModuleCycle::initial(Signal signal) {
    const Module& module = index(signal).module();
    KnownBits bits;
    for (const Assignment& a : module.assignments) {
        if (a.target != signal.var || a.process == kNone || !a.whole || a.value == kNone ||
            module.processes[a.process].kind != Process::Kind::initial)
            continue;
        bits = cut(Reading(*this, signal.level, 0).of(a.value, kNone), width(signal));
    }
    return bits;
}

VarId ModuleCycle::outside(Signal signal) const {
    while (signal.level != kOwn) {
        const Level& level = *levels_[signal.level];
        const Module& above = levels_[level.above]->module();
        const std::string& port = level.module().var(signal.var).name;
        VarId outer = kNone;
        for (const Connection& c : level.instance->connections) {
            if (c.port == port && c.value != kNone && above.expr(c.value).op == Op::ref)
                outer = above.expr(c.value).var;
        }
        if (outer == kNone) return kNone;
        signal = {level.above, outer};
    }
    return signal.var;
}

void ModuleCycle::begin() { ++cycle_; }

void ModuleCycle::put(Signal signal, std::uint64_t value) {
    Level& level = *levels_[signal.level];
    const std::uint32_t all = width({signal.level, signal.var});
    if (signal.width == 0) {
        level.slot(signal.var) = {cycle_, false, number(value, all)};
        return;
    }
    const KnownBits part = number(value, signal.width);
    if (all > kWidestNumber) {
        level.parts[signal] = {cycle_, false, part};
        return;
    }
    Level::Slot& slot = level.slot(signal.var);
    if (slot.cycle != cycle_) slot = {cycle_, false, {}};
    const KnownBits moved = moved_up(part, signal.lsb);
    slot.bits = {(slot.bits.value & ~moved.known) | moved.value, slot.bits.known | moved.known};
}

KnownBits ModuleCycle::value(Signal signal) {
    Reading reading(*this, kOwn, 0);
    return signal.width == 0 ? reading.read(signal.var, kNone)
                             : reading.read_part(signal.var, signal.lsb, signal.width, kNone);
}

KnownBits ModuleCycle::next(Signal reg) { return Reading(*this, reg.level, 0).next(reg.var); }

}  // namespace tapestry
