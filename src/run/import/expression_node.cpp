// SPDX-License-Identifier: Apache-2.0
#include "run/import/expression_node.h"

#include <algorithm>

namespace tapestry {

namespace {

[[noreturn]] void refuse(std::string why) { throw RefusedExpression{std::move(why)}; }

// The place, from the lowest, of what has the index `index`.
std::int64_t place_of(const PackedRange& range, std::uint64_t index) {
    if (index > 0x7fff'ffff) refuse("an index is beyond its range");
    const auto i = static_cast<std::int64_t>(index);
    return range.left >= range.right ? i - range.right : range.right - i;
}

// Elements of a packed array. One of them has the ranges that are left; several are a vector.
NodePointer elements(NodePointer node, std::uint64_t one, std::uint64_t other) {
    const PackedRange range = node->outer.front();
    const auto [low, high] = std::minmax({place_of(range, one), place_of(range, other)});
    if (low < 0 || high >= static_cast<std::int64_t>(range.size()))
        refuse("a select is beyond its range");
    const auto width = static_cast<std::uint32_t>(node->width / range.size());
    node->lsb += static_cast<std::uint32_t>(low) * width;
    node->width = width * static_cast<std::uint32_t>(high - low + 1);
    node->outer.erase(node->outer.begin());
    if (high == low) return node;
    node->outer.clear();
    node->left = node->width - 1;
    node->right = 0;
    return node;
}

}  // namespace

NodePointer make(Operation operation, std::uint32_t width, OperandSizing sizing) {
    auto node = std::make_unique<ExpressionNode>();
    node->operation = operation;
    node->width = width;
    node->sizing = sizing;
    node->left = static_cast<std::int64_t>(width) - 1;
    return node;
}

NodePointer make_unary(Operation operation, std::uint32_t width, OperandSizing sizing,
                       NodePointer a) {
    NodePointer node = make(operation, width, sizing);
    node->operands.push_back(std::move(a));
    return node;
}

NodePointer make_constant(Bits value) {
    NodePointer node = make(Operation::constant, value.width, OperandSizing::one_bit_of_each);
    node->constant = std::move(value);
    return node;
}

std::uint64_t constant_of(const ExpressionNode& node) {
    if (node.operation != Operation::constant || node.constant.has_unknown())
        refuse("a constant is needed");
    return node.constant.ones[0];
}

NodePointer joined(NodePointer high, NodePointer low) {
    const std::uint32_t width = high->width + low->width;
    if (width > kWidestValue) refuse("a concatenation is too wide");
    NodePointer node = make(Operation::concatenate, width, OperandSizing::one_bit_of_each);
    node->operands.push_back(std::move(high));
    node->operands.push_back(std::move(low));
    return node;
}

NodePointer part_of(NodePointer node, std::uint64_t one, std::uint64_t other) {
    if (!node->outer.empty()) return elements(std::move(node), one, other);
    const PackedRange range{node->left, node->right};
    const auto [low, high] = std::minmax({place_of(range, one), place_of(range, other)});
    if (low < 0 || high >= static_cast<std::int64_t>(node->width))
        refuse("a select is beyond its range");
    const auto width = static_cast<std::uint32_t>(high - low + 1);
    if (node->operation == Operation::load) {
        node->lsb += static_cast<std::uint32_t>(low);
        node->width = width;
        node->left = width - 1;
        node->right = 0;
        return node;
    }
    NodePointer out =
        make_unary(Operation::part, width, OperandSizing::one_bit_of_each, std::move(node));
    out->lsb = static_cast<std::uint32_t>(low);
    return out;
}

NodePointer bit_of(NodePointer node, NodePointer index) {
    if (!node->outer.empty()) refuse("an index that is no constant, into a packed array");
    if (node->left < node->right || node->right != 0)
        refuse("an index that is no constant, into a range that does not end at 0");
    NodePointer out =
        make_unary(Operation::bit_at, 1, OperandSizing::one_bit_of_each, std::move(node));
    out->operands.push_back(std::move(index));
    return out;
}

}  // namespace tapestry
