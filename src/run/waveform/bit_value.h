// SPDX-License-Identifier: Apache-2.0
// Binary digits as 64-bit words, for VCD and FST.
#pragma once

#include <string_view>
#include <vector>

#include "run/waveform/waveform.h"

namespace tapestry {

// X, Z, and the other values of VHDL: none of them is 0 or 1. `h` and `l` are weak 1 and 0, which
// the counting rules treat as unknown.
inline bool is_unknown_bit(char c) {
    switch (c) {
        case 'x':
        case 'X':
        case 'z':
        case 'Z':
        case 'u':
        case 'U':
        case 'w':
        case 'W':
        case 'h':
        case 'H':
        case 'l':
        case 'L':
        case '-':
            return true;
        default:
            return false;
    }
}

class BitValue {
public:
    // Most significant digit first. A value shorter than `width` is extended with 0, or with X if
    // its first digit is X; a longer one is truncated. False if a character is not a digit.
    bool parse(std::string_view digits, std::uint32_t width);

    WaveValue view() const { return {ones_.data(), unknown_.data()}; }

private:
    std::vector<std::uint64_t> ones_;
    std::vector<std::uint64_t> unknown_;
};

}  // namespace tapestry
