// SPDX-License-Identifier: Apache-2.0
// The numbers of Verilog: 12, 8'hF0, 4'sb1x0, '1.
#pragma once

#include <string>
#include <string_view>

#include "model/expression/bits.h"

namespace tapestry {

inline constexpr std::uint32_t kWidestValue = 1 << 20;

struct VerilogNumber {
    Bits value;
    bool is_signed = false;
    bool fills = false;           // '0, '1, 'x: fills the width of its context
    std::uint32_t said_bits = 1;  // 32 if no size is given
    bool is_too_long = false;     // has more bits than its size; a sized number is truncated
};

// The number, or nothing and a clause with the reason.
std::optional<VerilogNumber> read_verilog_number(std::string_view text, std::string& why);

}  // namespace tapestry
