// SPDX-License-Identifier: Apache-2.0
// Single bits of an elaborated module, followed through selects and concatenations: a net keeps its
// identity when it lies in a vector or an array for a while.
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

// Bit `element` of a vector, or the only bit of that element of an array; of a plain variable its
// lowest bit, with `element` kNone.
Bit handshake_bit(const Design& design, const Module& module, VarId var, std::int32_t element);

// The bit of a variable that one bit of an expression is; nothing when it is computed. `at` says
// which bit: its `var` does not matter.
std::optional<Bit> bit_of(const Module& module, ExprId expr, Bit at);

// The other way round: which of the first `width` bits of the expression that bit of a variable is.
std::optional<Bit> position_in(const Module& module, ExprId expr, std::uint32_t width, Bit wanted);

// Whether an assignment writes, or may write, that bit of its target.
bool writes(const Module& module, const Assignment& assignment, Bit bit);

}  // namespace tapestry
