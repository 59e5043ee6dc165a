// SPDX-License-Identifier: Apache-2.0
// The tree of an expression, and selections from what it stands for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "run/import/expression.h"

namespace tapestry {

inline constexpr std::uint32_t kWidestValue = 1 << 20;

// Thrown and caught inside compile_expression only.
struct RefusedExpression {
    std::string why;
};

// How the width of an operator's result and of its operands follow from each other.
enum class OperandSizing { common, one_bit_of_each, one_bit_of_common, of_left };

struct ExpressionNode {
    Operation operation = Operation::constant;
    std::uint32_t width = 1;  // on its own
    OperandSizing sizing = OperandSizing::one_bit_of_each;
    std::vector<std::unique_ptr<ExpressionNode>> operands;
    Bits constant;
    std::uint32_t slot = 0;
    std::uint32_t lsb = 0;
    // The range that indices refer to.
    std::int64_t left = 0;
    std::int64_t right = 0;
    std::vector<PackedRange> outer;  // NameMeaning::outer
};
using NodePointer = std::unique_ptr<ExpressionNode>;

NodePointer make(Operation operation, std::uint32_t width, OperandSizing sizing);
NodePointer make_unary(Operation operation, std::uint32_t width, OperandSizing sizing,
                       NodePointer a);
NodePointer make_constant(Bits value);

// These throw RefusedExpression for what lies outside of its range.
std::uint64_t constant_of(const ExpressionNode& node);
NodePointer joined(NodePointer high, NodePointer low);
// From index `one` to index `other` of a vector, or of the outermost range of a packed array.
NodePointer part_of(NodePointer node, std::uint64_t one, std::uint64_t other);
// The bit at an index that is no constant.
NodePointer bit_of(NodePointer node, NodePointer index);

}  // namespace tapestry
