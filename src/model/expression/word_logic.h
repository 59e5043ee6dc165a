// SPDX-License-Identifier: Apache-2.0
// Verilog's logic with X on the bits of one word: used by narrow steps, and by wide steps word by
// word.
#pragma once

#include "model/expression/bits.h"

namespace tapestry::word_logic {

inline constexpr NarrowBits kUnknownBit = {0, 1};

inline NarrowBits known(bool value) { return {value ? std::uint64_t{1} : 0, 0}; }

inline NarrowBits both(NarrowBits a, NarrowBits b) {
    const std::uint64_t zeros = (~a.ones & ~a.unknown) | (~b.ones & ~b.unknown);
    return {a.ones & b.ones, (a.unknown | b.unknown) & ~zeros};
}

inline NarrowBits either(NarrowBits a, NarrowBits b) {
    const std::uint64_t ones = a.ones | b.ones;
    return {ones, (a.unknown | b.unknown) & ~ones};
}

inline NarrowBits different(NarrowBits a, NarrowBits b) {
    const std::uint64_t unknown = a.unknown | b.unknown;
    return {(a.ones ^ b.ones) & ~unknown, unknown};
}

// The inverse within the bits of `all`.
inline NarrowBits inverse(NarrowBits a, std::uint64_t all) {
    return {~a.ones & ~a.unknown & all, a.unknown & all};
}

// The result of `x ? b : c` with an X condition: bits are known where b and c agree.
inline NarrowBits agreed(NarrowBits b, NarrowBits c) {
    const std::uint64_t unknown = b.unknown | c.unknown | (b.ones ^ c.ones);
    return {b.ones & c.ones & ~unknown, unknown};
}

// OR reduction: 1, 0 or X.
inline NarrowBits truth(bool any_one, bool any_unknown) {
    if (any_one) return known(true);
    return any_unknown ? kUnknownBit : known(false);
}
inline NarrowBits truth(NarrowBits v) { return truth(v.ones != 0, v.unknown != 0); }

}  // namespace tapestry::word_logic
