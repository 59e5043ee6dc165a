// SPDX-License-Identifier: Apache-2.0
#include "find/logic/diagram.h"

#include <algorithm>
#include <limits>

namespace tapestry {

namespace {

// The two terminal nodes come after every variable in the order.
constexpr Diagram::Variable kLeaf = std::numeric_limits<Diagram::Variable>::max();

constexpr std::size_t kStepsForANode = 20;

std::size_t mixed(std::size_t a, std::size_t b) {
    return (a ^ (b + 0x9e3779b97f4a7c15ULL + (a << 6U) + (a >> 2U))) * 0xff51afd7ed558ccdULL;
}

}  // namespace

std::size_t Diagram::BranchHash::operator()(const Branch& b) const {
    return mixed(mixed(b.variable, b.low), b.high);
}

Diagram::Diagram(std::size_t budget) : budget_(budget) {
    branches_.push_back({kLeaf, kFalse, kFalse});
    branches_.push_back({kLeaf, kTrue, kTrue});
}

Diagram::Variable Diagram::add_variable(Kind kind) {
    const auto fresh = static_cast<Variable>(levels_.size());
    levels_.push_back((static_cast<std::uint64_t>(kind) << 32U) + fresh);
    return fresh;
}

std::uint64_t Diagram::level(Node f) const {
    return top(f) == kLeaf ? std::numeric_limits<std::uint64_t>::max() : levels_[top(f)];
}

Diagram::Node Diagram::literal(Variable variable, bool holds) {
    return holds ? node(variable, kFalse, kTrue) : node(variable, kTrue, kFalse);
}

Diagram::Node Diagram::node(Variable variable, Node low, Node high) {
    if (low == high) return low;
    const Branch branch{variable, low, high};
    const auto known = unique_.find(branch);
    if (known != unique_.end()) return known->second;
    if (branches_.size() >= budget_) {
        overflowed_ = true;
        return kFalse;
    }
    branches_.push_back(branch);
    const Node fresh = static_cast<Node>(branches_.size() - 1);
    unique_.emplace(branch, fresh);
    return fresh;
}

Diagram::Node Diagram::cofactor(Node f, Variable variable, bool value) const {
    const Branch& branch = branches_[f];
    if (branch.variable != variable) return f;
    return value ? branch.high : branch.low;
}

Diagram::Node Diagram::ite(Node condition, Node then, Node otherwise) {
    if (condition == kTrue || then == otherwise) return then;
    if (condition == kFalse) return otherwise;
    if (then == kTrue && otherwise == kFalse) return condition;
    if (overflowed_) return kFalse;
    overflowed_ = ++steps_ > budget_ * kStepsForANode;
    const Branch key{condition, otherwise, then};
    if (const auto known = ite_memo_.find(key); known != ite_memo_.end()) return known->second;
    Node highest = condition;
    for (const Node n : {then, otherwise})
        if (level(n) < level(highest)) highest = n;
    const Variable first = top(highest);
    auto side = [&](bool value) {
        return ite(cofactor(condition, first, value), cofactor(then, first, value),
                   cofactor(otherwise, first, value));
    };
    const Node low = side(false);
    const Node high = side(true);
    const Node result = node(first, low, high);
    ite_memo_.emplace(key, result);
    return result;
}

// Fixing a variable does not change the order of the others, so nodes can be rebuilt directly.
Diagram::Node Diagram::fixed(Node f, Variable variable, bool value) {
    std::unordered_map<Node, Node> done;
    std::function<Node(Node)> walk = [&](Node n) -> Node {
        if (level(n) > levels_[variable] || overflowed_) return n;
        const Branch branch = branches_[n];
        if (branch.variable == variable) return value ? branch.high : branch.low;
        if (const auto known = done.find(n); known != done.end()) return known->second;
        const Node low = walk(branch.low);
        const Node result = node(branch.variable, low, walk(branch.high));
        done.emplace(n, result);
        return result;
    };
    return walk(f);
}

Diagram::Node Diagram::difference(Node f, Variable variable) {
    if (!depends_on(f, variable)) return kFalse;
    return differ(fixed(f, variable, false), fixed(f, variable, true));
}

Diagram::Node Diagram::exists(Node f, const std::function<bool(Variable)>& drop) {
    std::unordered_map<Node, Node> done;
    std::function<Node(Node)> walk = [&](Node n) -> Node {
        if (n <= kTrue || overflowed_) return n;
        if (const auto known = done.find(n); known != done.end()) return known->second;
        const Branch branch = branches_[n];
        const Node low = walk(branch.low);
        const Node high = walk(branch.high);
        const Node result =
            drop(branch.variable) ? either(low, high) : node(branch.variable, low, high);
        done.emplace(n, result);
        return result;
    };
    return walk(f);
}

Diagram::Node Diagram::composed(const Diagram& other, Node f,
                                const std::function<Node(Variable)>& replacement) {
    std::unordered_map<Node, Node> done;
    std::function<Node(Node)> walk = [&](Node n) -> Node {
        if (n <= kTrue || overflowed_) return n;
        if (const auto known = done.find(n); known != done.end()) return known->second;
        const Branch branch = other.branches_[n];
        const Node low = walk(branch.low);
        const Node high = walk(branch.high);
        const Node result = ite(replacement(branch.variable), high, low);
        done.emplace(n, result);
        return result;
    };
    return walk(f);
}

const std::set<Diagram::Variable>& Diagram::support(Node f) {
    if (const auto known = support_memo_.find(f); known != support_memo_.end())
        return known->second;
    std::set<Variable> all;
    std::set<Node> seen;
    std::vector<Node> todo = {f};
    while (!todo.empty()) {
        const Node n = todo.back();
        todo.pop_back();
        if (n <= kTrue || !seen.insert(n).second) continue;
        all.insert(top(n));
        todo.push_back(branches_[n].low);
        todo.push_back(branches_[n].high);
    }
    return support_memo_.emplace(f, std::move(all)).first->second;
}

bool Diagram::is_literal(Node f) const {
    return f > kTrue && branches_[f].low <= kTrue && branches_[f].high <= kTrue;
}

Diagram::Literal Diagram::literal_of(Node f) const {
    return {branches_[f].variable, branches_[f].high == kTrue};
}

}  // namespace tapestry
