// SPDX-License-Identifier: Apache-2.0
#include "find/logic/atoms.h"

#include <algorithm>
#include <set>

namespace tapestry {

Atoms::Node Atoms::fresh(Atom atom, Diagram::Kind kind) {
    const Variable v = diagram_.add_variable(kind);
    atoms_.push_back(std::move(atom));
    return diagram_.literal(v);
}

Atoms::Node Atoms::opaque(const std::string& key, std::function<std::vector<Node>()> operands,
                          Diagram::Kind kind) {
    const auto known = opaques_.find(key);
    if (known != opaques_.end()) return known->second;
    const Node node = fresh({Atom::Kind::opaque, {}, kNone, std::move(operands)}, kind);
    opaques_.emplace(key, node);
    return node;
}

const std::vector<Atoms::Node>& Atoms::operands(Variable v) {
    const auto known = operand_memo_.find(v);
    if (known != operand_memo_.end()) return known->second;
    operand_memo_[v] = {};  // terminates a search that returns to this atom
    const auto ask = atoms_[v].operands;
    if (ask) {
        std::vector<Node> all = ask();
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        operand_memo_[v] = std::move(all);
    }
    return operand_memo_[v];
}

const std::vector<Atoms::Variable>& Atoms::sources_of_atom(Variable v) {
    const auto known = source_memo_.find(v);
    if (known != source_memo_.end()) return known->second;
    source_memo_[v] = {};  // terminates a search that returns to this atom
    std::vector<Variable> found;
    const Atom::Kind kind = atoms_[v].kind;
    if (kind == Atom::Kind::input || kind == Atom::Kind::pin) found.push_back(v);
    if (!too_deep() && !diagram_.overflowed()) {
        const Deeper deeper(*this);
        const std::vector<Node> from = operands(v);
        for (Node n : from) {
            for (Variable source : sources_of(n)) found.push_back(source);
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return source_memo_[v] = std::move(found);
}

std::vector<Atoms::Variable> Atoms::sources_of(Node function) {
    std::vector<Variable> found;
    const std::set<Variable> atoms = diagram_.support(function);
    for (Variable v : atoms) {
        const std::vector<Variable>& more = sources_of_atom(v);
        found.insert(found.end(), more.begin(), more.end());
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<Bit> Atoms::inputs_of(Node function) {
    std::vector<Bit> found;
    for (Variable v : sources_of(function)) {
        if (atoms_[v].kind == Atom::Kind::input) found.push_back(atoms_[v].bit);
    }
    return found;
}

}  // namespace tapestry
