// SPDX-License-Identifier: Apache-2.0
// Binary decision diagrams: Boolean functions in canonical form, so that equal functions are equal
// nodes. A diagram has a budget of nodes and of steps; once it is exhausted, `overflowed` is set
// and every result is meaningless.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace tapestry {

class Diagram {
public:
    using Node = std::uint32_t;
    using Variable = std::uint32_t;
    static constexpr Node kFalse = 0;
    static constexpr Node kTrue = 1;

    explicit Diagram(std::size_t budget);

    // A new variable: in the order of variables behind all of its kind, words behind control, and
    // elements of arrays behind the words that may be their index. Where a word is chosen by
    // conditions, a diagram that asks for its bits first has as many nodes as the word has values.
    enum class Kind { control, word, element };
    Variable add_variable(Kind kind = Kind::control);
    Node literal(Variable variable, bool holds = true);

    Node ite(Node condition, Node then, Node otherwise);
    Node negated(Node f) { return ite(f, kFalse, kTrue); }
    Node both(Node f, Node g) { return ite(f, g, kFalse); }
    Node either(Node f, Node g) { return ite(f, kTrue, g); }
    Node differ(Node f, Node g) { return ite(f, negated(g), g); }
    bool implies(Node f, Node g) { return both(f, negated(g)) == kFalse; }

    // The cofactor of f with the variable fixed.
    Node fixed(Node f, Variable variable, bool value);
    // The Boolean difference: where f changes with the variable.
    Node difference(Node f, Variable variable);
    // Existential quantification over the variables for which `drop` is true.
    Node exists(Node f, const std::function<bool(Variable)>& drop);
    // f of another diagram, with its variables replaced by functions of this one.
    Node composed(const Diagram& other, Node f, const std::function<Node(Variable)>& replacement);

    const std::set<Variable>& support(Node f);
    bool depends_on(Node f, Variable variable) { return support(f).contains(variable); }

    // The variable, if f is a literal.
    struct Literal {
        Variable variable;
        bool holds;
    };
    bool is_literal(Node f) const;
    Literal literal_of(Node f) const;

    bool overflowed() const { return overflowed_; }
    std::size_t size() const { return branches_.size(); }

private:
    struct Branch {
        Variable variable;
        Node low;
        Node high;

        friend bool operator==(const Branch&, const Branch&) = default;
    };
    struct BranchHash {
        std::size_t operator()(const Branch& b) const;
    };

    Node node(Variable variable, Node low, Node high);
    Variable top(Node f) const { return branches_[f].variable; }
    std::uint64_t level(Node f) const;
    Node cofactor(Node f, Variable variable, bool value) const;

    std::size_t budget_;
    std::size_t steps_ = 0;
    bool overflowed_ = false;
    std::vector<std::uint64_t> levels_;  // of each variable in the order
    std::vector<Branch> branches_;
    std::unordered_map<Branch, Node, BranchHash> unique_;
    std::unordered_map<Branch, Node, BranchHash> ite_memo_;  // condition, else, then
    std::unordered_map<Node, std::set<Variable>> support_memo_;
};

}  // namespace tapestry
