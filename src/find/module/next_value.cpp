// SPDX-License-Identifier: Apache-2.0
#include "find/module/next_value.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr int kMostHops = 2;        // combinational wires between a condition and the register
constexpr int kMostFolds = 6;       // operators and wires around a held bit
constexpr int kDeepestValue = 200;  // nesting of a next-value expression

bool picks_by_second(Op op) {
    return op == Op::select || op == Op::array_select || op == Op::shift_left ||
           op == Op::shift_right || op == Op::shift_right_signed;
}

// `state + 1`, in any width.
bool adds_one(const Module& module, const Expr& expr, const Slice& root) {
    bool itself = false;
    bool one = false;
    for (ExprId id : expr.args) {
        const Expr* argument = &module.expr(id);
        while (argument->op == Op::extend) argument = &module.expr(argument->args[0]);
        itself =
            itself || (argument->op == Op::ref && Slice{argument->var, 0, argument->width} == root);
        one = one || (argument->op == Op::constant && argument->value.to_u64() == 1);
    }
    return itself && one;
}

}  // namespace

NextValue::NextValue(const ModuleIndex& index, Slice root, IsNamedBit is_named_bit)
    : index_(index), module_(index.module()), root_(root), is_named_bit_(std::move(is_named_bit)) {
    follow(root);
    const bool is_one_hot = std::any_of(leaves_.begin(), leaves_.end(),
                                        [](const Mention& m) { return m.code.is_one_hot(); });
    if (computes_bits_ && !is_one_hot) fail("its bits are written apart from each other");
}

bool NextValue::decides_on_itself() const {
    return std::any_of(controls_.begin(), controls_.end(),
                       [&](ExprId id) { return mentions_root(id, kMostHops); });
}

void NextValue::fail(const std::string& why) {
    if (trouble_.empty()) trouble_ = why;
}

void NextValue::follow(Slice slice) {
    if (!visited_.insert(slice).second || !trouble_.empty()) return;
    const auto& drivers = index_.drivers(slice.var);
    if (drivers.empty()) {
        fail("it takes its value from '" + module_.var(slice.var).name +
             "', which is not driven in this module");
    }
    for (AssignmentId id : drivers) follow(index_.assignment(id), slice);
}

void NextValue::follow(const Assignment& a, Slice slice) {
    const bool covers =
        a.whole || (a.lsb <= slice.lsb && a.lsb + a.width >= slice.lsb + slice.width);
    const bool apart =
        !a.whole && (a.lsb >= slice.lsb + slice.width || a.lsb + a.width <= slice.lsb);
    if (a.dynamic || a.to_element) return fail("it is written through a variable index");
    if (apart) return;
    for (const Guard& guard : a.guards) {
        controls_.push_back(guard.condition);
        controls_.insert(controls_.end(), guard.matches.begin(), guard.matches.end());
    }
    if (covers) return leaf(a.value, a.whole ? slice.lsb : slice.lsb - a.lsb, slice.width, 0);
    set_bit(a, slice);
}

void NextValue::set_bit(const Assignment& a, Slice slice) {
    const Expr& value = module_.expr(a.value);
    if (a.width != 1 || a.slice_index == kNone)
        return fail("its bits are written apart from each other");
    if (value.op != Op::constant) {  // one-hot: each bit by its own condition
        controls_.push_back(a.value);
        computes_bits_ = true;
    } else if (value.value.is_zero()) {
        return;
    }
    bit_writes_.push_back({Constant::one_hot(slice.width, a.lsb - slice.lsb),
                           module_.expr(a.slice_index).place, false});
}

void NextValue::leaf(ExprId id, std::uint32_t lsb, std::uint32_t width, int depth) {
    const Expr& expr = module_.expr(id);
    if (depth > kDeepestValue) return fail("its next value is nested too deeply");
    if (!trouble_.empty()) return;
    if (is_named_bit_ && leaf_choice(id, depth)) return;
    switch (expr.op) {
        case Op::constant:
            if (expr.var != kNone) return fail("it counts");  // the iterations of a loop
            if (!expr.value.has_unknown())
                leaves_.push_back({expr.value.slice(lsb, width), expr.place, false});
            return;
        case Op::ref:
        case Op::call:
            return leaf_ref(expr, lsb, width);
        case Op::conditional:
            controls_.push_back(expr.args[0]);
            leaf(expr.args[1], lsb, width, depth + 1);
            return leaf(expr.args[2], lsb, width, depth + 1);
        case Op::select:
            return leaf_select(expr, lsb, width, depth);
        case Op::extend:
            return leaf_extension(expr, lsb, width, depth);
        case Op::concatenate:
            return leaf_concatenation(expr, lsb, width, depth);
        case Op::add:
            return leaf_sum(expr);
        case Op::subtract:
            return fail("it counts");
        case Op::and_:
        case Op::or_:
            return leaf_kept_bit(expr, lsb, width, depth);
        case Op::array_select:
            return fail("it is read from a memory");
        case Op::outer_ref:
            return fail("it takes its value from '" + expr.text + "'");
        default:
            return fail("it holds a computed value");
    }
}

// Elaboration folds `go ? 1 : s` on one bit to `go | s`, and `stop ? 0 : s` to `~stop & s`.
void NextValue::leaf_kept_bit(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth) {
    if (width > 1) return leaf_masked(expr, lsb, width, depth);
    const auto keeper = std::find_if(expr.args.begin(), expr.args.end(), [&](ExprId argument) {
        return root_.width == 1 && keeps_root(argument, kMostFolds);
    });
    if (keeper == expr.args.end()) return fail("it holds a computed value");
    for (const ExprId argument : expr.args)
        if (argument != *keeper) controls_.push_back(argument);
    leaves_.push_back({Constant(1, expr.op == Op::or_ ? 1 : 0), SourcePlace{}, false});
    leaf(*keeper, lsb, width, depth + 1);
}

// `{2{go}} & RUN | {2{done}} & IDLE`: under each condition a value.
void NextValue::leaf_masked(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth) {
    if (expr.op == Op::or_) {
        for (const ExprId argument : expr.args) leaf(argument, lsb, width, depth + 1);
        return;
    }
    const auto mask = std::find_if(expr.args.begin(), expr.args.end(), [&](ExprId argument) {
        const Expr& e = module_.expr(argument);
        return e.op == Op::replicate && module_.expr(e.args[0]).width == 1;
    });
    if (mask == expr.args.end()) return fail("it holds a computed value");
    controls_.push_back(module_.expr(*mask).args[0]);
    for (const ExprId argument : expr.args)
        if (argument != *mask) leaf(argument, lsb, width, depth + 1);
}

// For a named bit: handles the forms that elaboration folds. Returns false if the general rules
// apply.
bool NextValue::leaf_choice(ExprId id, int depth) {
    const Expr& expr = module_.expr(id);
    switch (expr.op) {
        case Op::constant:
        case Op::conditional:
        case Op::extend:
        case Op::concatenate:
            return false;
        case Op::ref:
            if (carries_value(expr.var)) return false;
            break;
        case Op::select: {
            const VarId from = module_.expr(expr.args[0]).var;
            if (from == root_.var || (from != kNone && driver_mentions_root(from, kMostHops)))
                return false;
            break;
        }
        case Op::and_:
        case Op::or_:
            leaves_.push_back({Constant(1, expr.op == Op::or_ ? 1 : 0), SourcePlace{}, false});
            for (const ExprId argument : expr.args) leaf(argument, 0, 1, depth + 1);
            return true;
        default:
            break;
    }
    choose_by(id);
    return true;
}

// True if a variable is the register, another named bit, or on the path to its next value; any
// other variable is a condition.
bool NextValue::carries_value(VarId var) const {
    return var == root_.var || is_named_bit_(var) ||
           (index_.is_combinational(var) && driver_mentions_root(var, kMostHops));
}

void NextValue::choose_by(ExprId id) {
    controls_.push_back(id);
    for (const std::uint64_t code : {0, 1})
        leaves_.push_back({Constant(1, code), SourcePlace{}, false});
}

// True if the expression is the register, or under some conditions a constant.
bool NextValue::keeps_root(ExprId id, int hops) const {
    const Expr& expr = module_.expr(id);
    if (hops == 0) return false;
    if (expr.op == Op::and_ || expr.op == Op::or_)
        return std::any_of(expr.args.begin(), expr.args.end(),
                           [&](ExprId argument) { return keeps_root(argument, hops - 1); });
    if (expr.op != Op::ref) return false;
    if (Slice{expr.var, 0, expr.width} == root_) return true;
    const auto& drivers = index_.drivers(expr.var);
    return index_.is_combinational(expr.var) &&
           std::any_of(drivers.begin(), drivers.end(), [&](AssignmentId driver) {
               return keeps_root(index_.assignment(driver).value, hops - 1);
           });
}

void NextValue::leaf_sum(const Expr& expr) {
    if (!adds_one(module_, expr, root_)) return fail("it counts");
    counts_ = true;
}

void NextValue::leaf_ref(const Expr& expr, std::uint32_t lsb, std::uint32_t width) {
    const Slice slice{expr.var, lsb, width};
    if (slice == root_) return;
    if (expr.var == root_.var) return fail("it moves its own bits about (shift register)");
    if (module_.var(expr.var).direction == Direction::input && !module_.var(expr.var).is_local) {
        return fail("it takes its value from input '" + module_.var(expr.var).name + "'");
    }
    follow(slice);
}

void NextValue::leaf_select(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth) {
    const Expr& from = module_.expr(expr.args[1]);
    const auto offset = from.op == Op::constant ? from.value.to_u64() : std::nullopt;
    if (!offset) return fail("it is selected by a variable index");
    leaf(expr.args[0], lsb + static_cast<std::uint32_t>(*offset), width, depth + 1);
}

// Elaboration writes `{1'b0, d[7:1]}` as an extension; its upper bits are not bits of `d`.
void NextValue::leaf_extension(const Expr& expr, std::uint32_t lsb, std::uint32_t width,
                               int depth) {
    const std::uint32_t inner = module_.expr(expr.args[0]).width;
    if (lsb < inner) return leaf(expr.args[0], lsb, std::min(width, inner - lsb), depth + 1);
    leaves_.push_back({Constant(width, 0), expr.place, false});
}

void NextValue::leaf_concatenation(const Expr& expr, std::uint32_t lsb, std::uint32_t width,
                                   int depth) {
    const std::uint32_t low = module_.expr(expr.args[1]).width;
    if (lsb >= low) return leaf(expr.args[0], lsb - low, width, depth + 1);
    if (lsb + width <= low) return leaf(expr.args[1], lsb, width, depth + 1);
    const Expr& high_part = module_.expr(expr.args[0]);
    if (high_part.op == Op::constant && high_part.value.is_zero())
        return leaf(expr.args[1], lsb, low - lsb, depth + 1);
    fail("it is put together from parts");
}

bool NextValue::mentions_root(ExprId id, int hops) const {
    if (id == kNone) return false;
    const Expr& expr = module_.expr(id);
    if (expr.op == Op::select && module_.expr(expr.args[0]).var == root_.var &&
        module_.expr(expr.args[1]).op == Op::constant) {
        const std::uint64_t lsb = module_.expr(expr.args[1]).value.to_u64().value_or(0);
        return lsb < root_.lsb + root_.width && lsb + expr.width > root_.lsb;
    }
    if (expr.op == Op::ref && expr.var == root_.var) return true;
    if (expr.op == Op::ref && hops > 0 && driver_mentions_root(expr.var, hops - 1)) return true;
    // A multiplexer that is indexed by the register does not decide on it.
    if (picks_by_second(expr.op)) return mentions_root(expr.args[0], hops);
    return std::any_of(expr.args.begin(), expr.args.end(),
                       [&](ExprId a) { return mentions_root(a, hops); });
}

bool NextValue::driver_mentions_root(VarId var, int hops) const {
    if (!index_.is_combinational(var) && !module_.var(var).is_local) return false;
    const auto& drivers = index_.drivers(var);
    return std::any_of(drivers.begin(), drivers.end(), [&](AssignmentId driver) {
        const Assignment& a = index_.assignment(driver);
        return mentions_root(a.value, hops) ||
               std::any_of(a.guards.begin(), a.guards.end(),
                           [&](const Guard& g) { return mentions_root(g.condition, hops); });
    });
}

}  // namespace tapestry
