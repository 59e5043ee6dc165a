// SPDX-License-Identifier: Apache-2.0
// The grammar of Verilog's expressions: names with members and indices, numbers, the operators of
// operators.h, brackets and braces. What has an effect, calls something or asks the simulator is no
// part of it. The tree knows nothing of what names mean: who walks it does.
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
    std::string text;                         // the member, or what stands in the brackets
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
        repeated_braces,  // {count{a, b, …}}: the count, then what stands in the inner braces
    } kind = Kind::number;
    std::string text;  // of a number, or the name; an escaped one is without its backslash
    const VerilogOperator* operation = nullptr;
    VerilogNumber number;
    std::vector<NameStep> steps;
    std::vector<VerilogExpression> operands;
    bool in_brackets = false;
};

// Nothing and a clause that says why, for what is no expression.
std::optional<VerilogExpression> parse_verilog_expression(std::string_view text, std::string& why);

}  // namespace tapestry
