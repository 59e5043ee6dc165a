// SPDX-License-Identifier: Apache-2.0
// The tree of an expression: made by expression.cpp, evaluated by evaluate.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bits.h"
#include "expression.h"
#include "vcd.h"

namespace recount {

enum class Operation {
    constant,
    variable,
    bit_select,   // value, index
    part_select,  // value; left and right are numbers
    logical_not,
    bitwise_not,
    negate,
    reduce_and,
    reduce_or,
    reduce_xor,
    logical_and,
    logical_or,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    equal,
    not_equal,
    case_equal,
    case_not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    shift_left,
    shift_right,
    choose,
    concatenate,
};

struct Expression::Node {
    Operation operation = Operation::constant;
    std::vector<std::unique_ptr<Node>> operands;
    Bits value{1};          // constant
    Variable variable;      // variable; selects take their range from it
    std::int64_t left = 0;  // part_select
    std::int64_t right = 0;
    int width = 1;  // as the language's self-determined width
};

// The value of `node` where its context wants `width` bits.
Bits evaluate_node(const Expression::Node& node, const std::vector<Bits>& values, int width);

}  // namespace recount
