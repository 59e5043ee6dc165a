// SPDX-License-Identifier: Apache-2.0
// The grammar of Verilog expressions: names with members and indices, numbers, the operators of
// operators.h, parentheses and braces. Side effects, calls and system functions are not supported.
// The tree does not resolve names; its users do.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/expression/bits.h"
#include "model/expression/operators.h"

namespace tapestry {

// The numbers of Verilog: 12, 8'hF0, 4'sb1x0, '1.

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

struct VerilogExpression;

// What follows a name: .member, [index], [first:second], [first +: second], [first -: second].
struct NameStep {
    enum class Kind : std::uint8_t { member, index, range, upward, downward } kind = Kind::member;
    std::string text;                         // the member, or the text in the brackets
    std::vector<VerilogExpression> operands;  // index; first, second
};

struct VerilogExpression {
    enum class Kind : std::uint8_t {
        number,
        name,             // text, steps
        unary,            // operation, one operand
        binary,           // operation, two operands
        choice,           // three operands: condition ? one : other
        braces,           // {a, b, …}
        repeated_braces,  // {count{a, b, …}}: the count, then the contents of the inner braces
    } kind = Kind::number;
    std::string text;  // a number or a name; an escaped name is without its backslash
    const VerilogOperator* operation = nullptr;
    VerilogNumber number;
    std::vector<NameStep> steps;
    std::vector<VerilogExpression> operands;
    bool in_brackets = false;
};

// The tree, or nothing and a clause with the reason.
std::optional<VerilogExpression> parse_verilog_expression(std::string_view text, std::string& why);

}  // namespace tapestry
