// SPDX-License-Identifier: Apache-2.0
#include "find/queues/pointer_origin.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr int kDeepestOrigin = 12;

VarId word_in(const Subject& on, ExprId id, VarId pointer, int depth);

template <class Ids>
VarId first_word(const Subject& on, const Ids& ids, VarId pointer, int depth) {
    for (ExprId id : ids) {
        const VarId found = word_in(on, id, pointer, depth + 1);
        if (found != kNone) return found;
    }
    return kNone;
}

// The vector behind a variable: the variable itself, or the driver of a wire.
VarId word_behind(const Subject& on, VarId var, VarId pointer, int depth) {
    if (var == kNone || var == pointer || is_one_bit(on, var) || on.module.var(var).is_parameter)
        return kNone;
    if (on.index.is_register(var) || on.index.drivers(var).empty()) return var;
    std::vector<ExprId> values;
    for (AssignmentId driver : on.index.drivers(var))
        values.push_back(on.index.assignment(driver).value);
    return first_word(on, values, pointer, depth);
}

VarId word_in(const Subject& on, ExprId id, VarId pointer, int depth) {
    const Expr& e = on.module.expr(id);
    if (depth > kDeepestOrigin) return kNone;
    if (e.op == Op::conditional)
        return first_word(on, std::vector<ExprId>(e.args.begin() + 1, e.args.end()), pointer,
                          depth);
    const bool decision = e.width == 1 && e.op != Op::ref;
    if (decision || e.op == Op::constant) return kNone;
    if (e.op == Op::select) return word_in(on, e.args[0], pointer, depth + 1);
    if (e.op != Op::ref && e.op != Op::call) return first_word(on, e.args, pointer, depth);
    return word_behind(on, e.var, pointer, depth);
}

}  // namespace

VarId taken_over_by(const Subject& on, VarId pointer) {
    for (AssignmentId id : on.index.drivers(pointer)) {
        const Assignment& a = on.index.assignment(id);
        const VarId from = on.index.is_clocked(a) ? word_in(on, a.value, pointer, 0) : kNone;
        if (from != kNone) return from;
    }
    return kNone;
}

bool copies(const Subject& on, VarId from, VarId to) {
    const auto& drivers = on.index.drivers(to);
    return on.index.is_register(to) &&
           std::any_of(drivers.begin(), drivers.end(), [&](AssignmentId id) {
               return word_in(on, on.index.assignment(id).value, to, 0) == from;
           });
}

bool is_one_bit(const Subject& on, VarId v) {
    const Type* type = on.type_of(v);
    return !(type && type->kind == Type::Kind::unpacked_array) && on.width(v) == 1;
}

}  // namespace tapestry
