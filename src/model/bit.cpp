// SPDX-License-Identifier: Apache-2.0
#include "model/bit.h"

#include <algorithm>

namespace tapestry {

namespace {

bool mentions(const Module& module, ExprId id, VarId var) {
    const Expr& e = module.expr(id);
    return e.var == var || std::any_of(e.args.begin(), e.args.end(), [&](ExprId argument) {
               return mentions(module, argument, var);
           });
}

std::optional<std::uint64_t> constant_of(const Module& module, ExprId id) {
    const Expr& e = module.expr(id);
    return e.op == Op::constant ? e.value.to_u64() : std::nullopt;
}

}  // namespace

Bit handshake_bit(const Design& design, const Module& module, VarId var, std::int32_t element) {
    if (element == kNone) return {var, 0, 0};
    const auto at = static_cast<std::uint64_t>(element);
    const Type& type = design.types[module.var(var).type];
    return type.kind == Type::Kind::unpacked_array ? Bit{var, at, 0} : Bit{var, 0, at};
}

std::optional<Bit> bit_of(const Module& module, ExprId id, Bit at) {
    const Expr& e = module.expr(id);
    switch (e.op) {
        case Op::ref:
            return Bit{e.var, at.element, at.position};
        case Op::select: {
            const auto lsb = constant_of(module, e.args[1]);
            if (!lsb) return std::nullopt;
            return bit_of(module, e.args[0], {kNone, at.element, at.position + *lsb});
        }
        case Op::array_select: {
            const auto index = constant_of(module, e.args[1]);
            if (!index) return std::nullopt;
            return bit_of(module, e.args[0], {kNone, *index, at.position});
        }
        case Op::extend:
            if (at.position >= module.expr(e.args[0]).width) return std::nullopt;
            return bit_of(module, e.args[0], at);
        case Op::concatenate: {  // the first part holds the most significant bits
            const std::uint64_t low = module.expr(e.args[1]).width;
            if (at.position < low) return bit_of(module, e.args[1], at);
            return bit_of(module, e.args[0], {kNone, at.element, at.position - low});
        }
        default:
            return std::nullopt;
    }
}

std::optional<Bit> position_in(const Module& module, ExprId id, std::uint32_t width, Bit wanted) {
    const Expr& e = module.expr(id);
    if (e.op == Op::ref && e.var == wanted.var) return Bit{kNone, wanted.element, wanted.position};
    if (!mentions(module, id, wanted.var)) return std::nullopt;
    for (std::uint32_t position = 0; position < width; ++position) {
        const Bit at{kNone, 0, position};
        if (bit_of(module, id, at) == wanted) return at;
    }
    return std::nullopt;
}

bool writes(const Module& module, const Assignment& a, Bit bit) {
    if (a.to_element) {
        const auto index = constant_of(module, a.element_index);
        if (index && *index != bit.element) return false;
    }
    const bool all_of_it = a.whole || a.dynamic || (a.to_element && a.slice_index == kNone);
    return all_of_it || (bit.position >= a.lsb && bit.position < a.lsb + a.width);
}

}  // namespace tapestry
