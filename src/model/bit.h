// SPDX-License-Identifier: Apache-2.0
// Single bits of an elaborated module, traced through selects and concatenations: a one-bit net
// keeps its identity while it is routed through a vector or an array.
#pragma once

#include <optional>

#include "model/design.h"

namespace tapestry {

// One bit of a variable. `element` counts the elements of an unpacked array from its lowest index;
// `position` counts bits from the least significant one.
struct Bit {
    VarId var = kNone;
    std::uint64_t element = 0;
    std::uint64_t position = 0;

    friend auto operator<=>(const Bit&, const Bit&) = default;
};

// Bit `element` of a vector, or the only bit of that element of an array. For kNone, the lowest bit
// of the variable.
Bit handshake_bit(const Design& design, const Module& module, VarId var, std::int32_t element);

// The bit of a variable that bit `at` of an expression is connected to; nothing if that bit is
// computed. `at.var` is ignored.
std::optional<Bit> bit_of(const Module& module, ExprId expr, Bit at);

// The inverse: which of the first `width` bits of the expression is the bit `wanted` of a variable.
std::optional<Bit> position_in(const Module& module, ExprId expr, std::uint32_t width, Bit wanted);

// True if the assignment writes, or may write, that bit of its target.
bool writes(const Module& module, const Assignment& assignment, Bit bit);

}  // namespace tapestry
