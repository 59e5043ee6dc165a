// SPDX-License-Identifier: Apache-2.0
#include "model/expression/operators.h"

#include <algorithm>
#include <array>

namespace tapestry {

namespace {

using enum OperandSizing;

constexpr std::array kBinaryOperators = {
    VerilogOperator{"||", 1, Operation::logical_or, one_bit_of_each},
    VerilogOperator{"&&", 2, Operation::logical_and, one_bit_of_each},
    VerilogOperator{"|", 3, Operation::bitwise_or, common},
    VerilogOperator{"^", 4, Operation::bitwise_xor, common},
    VerilogOperator{"~^", 4, Operation::bitwise_xor, common, true},
    VerilogOperator{"^~", 4, Operation::bitwise_xor, common, true},
    VerilogOperator{"&", 5, Operation::bitwise_and, common},
    VerilogOperator{"==", 6, Operation::equal, one_bit_of_common},
    VerilogOperator{"!=", 6, Operation::equal, one_bit_of_common, true},
    VerilogOperator{"===", 6, Operation::case_equal, one_bit_of_common},
    VerilogOperator{"!==", 6, Operation::case_equal, one_bit_of_common, true},
    VerilogOperator{"<", 7, Operation::less, one_bit_of_common},
    VerilogOperator{">", 7, Operation::less, one_bit_of_common, false, true},
    VerilogOperator{"<=", 7, Operation::less, one_bit_of_common, true, true},
    VerilogOperator{">=", 7, Operation::less, one_bit_of_common, true},
    VerilogOperator{"<<", 8, Operation::shift_left, of_left},
    VerilogOperator{">>", 8, Operation::shift_right, of_left},
    VerilogOperator{"<<<", 8, Operation::shift_left, of_left},
    VerilogOperator{">>>", 8, Operation::arithmetic_shift_right, of_left},
    VerilogOperator{"+", 9, Operation::add, common},
    VerilogOperator{"-", 9, Operation::subtract, common},
    VerilogOperator{"*", 10, Operation::multiply, common},
    VerilogOperator{"/", 10, Operation::divide, common},
    VerilogOperator{"%", 10, Operation::modulo, common},
};

constexpr std::array kUnaryOperators = {
    VerilogOperator{"!", 0, Operation::logical_not, one_bit_of_each},
    VerilogOperator{"~", 0, Operation::bitwise_not, common},
    VerilogOperator{"-", 0, Operation::negate, common},
    VerilogOperator{"+", 0, Operation::same, common},
    VerilogOperator{"&", 0, Operation::reduce_and, one_bit_of_each},
    VerilogOperator{"|", 0, Operation::reduce_or, one_bit_of_each},
    VerilogOperator{"^", 0, Operation::reduce_xor, one_bit_of_each},
    VerilogOperator{"~&", 0, Operation::reduce_and, one_bit_of_each, true},
    VerilogOperator{"~|", 0, Operation::reduce_or, one_bit_of_each, true},
    VerilogOperator{"~^", 0, Operation::reduce_xor, one_bit_of_each, true},
    VerilogOperator{"^~", 0, Operation::reduce_xor, one_bit_of_each, true},
};

// SystemVerilog symbols of more than one character, longer ones first. Assignment operators are
// listed so that they are recognised and then rejected, because no table above has them.
constexpr std::array<std::string_view, 45> kLongSymbols = {
    "<<<=", ">>>=", "<<<", ">>>", "===", "!==", "<<=", ">>=", "==?", "!=?", "<->", "&&&",
    "|->",  "|=>",  "&&",  "||",  "==",  "!=",  "<=",  ">=",  "<<",  ">>",  "~&",  "~|",
    "~^",   "^~",   "**",  "++",  "--",  "+=",  "-=",  "*=",  "/=",  "%=",  "&=",  "|=",
    "^=",   "->",   "=>",  "::",  "+:",  "-:",  ".*",  ":=",  ":/"};

template <class Table>
const VerilogOperator* find_in(const Table& table, std::string_view symbol) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const VerilogOperator& o) { return o.symbol == symbol; });
    return found == table.end() ? nullptr : &*found;
}

}  // namespace

const VerilogOperator* find_binary_operator(std::string_view symbol) {
    return find_in(kBinaryOperators, symbol);
}

const VerilogOperator* find_unary_operator(std::string_view symbol) {
    return find_in(kUnaryOperators, symbol);
}

std::string_view symbol_of(std::string_view text) {
    const auto found = std::find_if(kLongSymbols.begin(), kLongSymbols.end(),
                                    [&](std::string_view s) { return text.starts_with(s); });
    return text.substr(0, found == kLongSymbols.end() ? 1 : found->size());
}

}  // namespace tapestry
