// SPDX-License-Identifier: Apache-2.0
// The grammar of Verilog expressions: names with members and indices, numbers, the operators of
// operators.h, parentheses and braces. Side effects, calls and system functions are not supported.
// The tree does not resolve names; its users do.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/expression/operators.h"
#include "model/expression/verilog_number.h"

namespace tapestry {

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
