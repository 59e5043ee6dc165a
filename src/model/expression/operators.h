// SPDX-License-Identifier: Apache-2.0
// The operators of Verilog expressions, one row each. Every parser, checker and evaluator of
// expressions uses this table.
#pragma once

#include <string_view>

#include "model/expression/program.h"

namespace tapestry {

// How the widths of an operator's result and operands depend on each other.
enum class OperandSizing : std::uint8_t {
    common,             // all have the width of the widest operand or of the context
    one_bit_of_each,    // one bit; each operand has its self-determined width
    one_bit_of_common,  // one bit; operands have the width of the wider one
    of_left,            // the width of the left operand; the right one is self-determined
};

struct VerilogOperator {
    std::string_view symbol;
    int strength = 0;  // precedence, higher binds tighter; 0 for unary operators
    Operation operation = Operation::constant;
    OperandSizing sizing = OperandSizing::common;
    bool inverted = false;  // the result is inverted
    bool swapped = false;   // the operands are exchanged
};

inline constexpr int kWeakestOperator = 1;

// Null if the symbol is not a binary, or not a unary, operator.
const VerilogOperator* find_binary_operator(std::string_view symbol);
const VerilogOperator* find_unary_operator(std::string_view symbol);

// The longest operator or punctuation at the start of `text`.
std::string_view symbol_of(std::string_view text);

}  // namespace tapestry
