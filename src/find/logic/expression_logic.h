// SPDX-License-Identifier: Apache-2.0
// The bits of an expression of a module, as functions of the module's atoms.
#pragma once

#include "find/logic/module_logic.h"

namespace tapestry {

class ExpressionLogic {
public:
    using Node = Diagram::Node;

    ExpressionLogic(ModuleLogic& logic, ReadAt at)
        : logic_(logic), module_(logic.module()), diagram_(logic.diagram()), at_(at) {}

    Node bit(ExprId id, std::uint64_t element, std::uint64_t position);
    // All bits, or only the lowest of a very wide expression.
    std::vector<Node> bits(ExprId id);
    Node truth(ExprId id);
    Node equal(ExprId a, ExprId b);
    Node equals(ExprId id, std::uint64_t value);

private:
    Node compute(ExprId id, std::uint64_t element, std::uint64_t position);
    Node selected(ExprId id, std::uint64_t element, std::uint64_t position);
    Node element_of(ExprId id, std::uint64_t position);
    Node chosen(ExprId index, std::uint64_t choices, std::uint64_t step,
                const std::function<Node(std::uint64_t)>& value);
    Node named_operator(ExprId id, std::uint64_t position);
    Node reduced(ExprId id);
    Node shifted(ExprId id, std::uint64_t position);
    Node less(ExprId a, ExprId b, const std::string& kind);
    Node opaque(ExprId id, std::uint64_t position);
    Node opaque(const std::string& key, const std::vector<ExprId>& operands);

    ModuleLogic& logic_;
    const Module& module_;
    Diagram& diagram_;
    ReadAt at_;
};

}  // namespace tapestry
