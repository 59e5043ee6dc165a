// SPDX-License-Identifier: Apache-2.0
// The operators of Verilog's expressions, one row each: all that read, check or compute expressions
// know them from here.
#pragma once

#include <string_view>

#include "model/expression/program.h"

namespace tapestry {

// How the width of an operator's result and of its operands follow from each other.
enum class OperandSizing : std::uint8_t {
    common,             // all are as wide as the widest, and as what they are part of
    one_bit_of_each,    // one bit of operands that have their own widths
    one_bit_of_common,  // one bit of operands that are as wide as the wider one
    of_left,            // as wide as the left operand; the right one has its own width
};

struct VerilogOperator {
    std::string_view symbol;
    int strength = 0;  // binds the tighter the higher; 0 before a single operand
    Operation operation = Operation::constant;
    OperandSizing sizing = OperandSizing::common;
    bool inverted = false;  // the result is the inverse of what the operation gives
    bool swapped = false;   // the operation takes the operands the other way round
};

inline constexpr int kWeakestOperator = 1;

// Null for what is no operator between two operands, or before one.
const VerilogOperator* find_binary_operator(std::string_view symbol);
const VerilogOperator* find_unary_operator(std::string_view symbol);

// The operator or other sign that `text` begins with, as Verilog cuts it: the longest.
std::string_view symbol_of(std::string_view text);

}  // namespace tapestry
