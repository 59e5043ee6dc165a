// SPDX-License-Identifier: Apache-2.0
// The atoms of a module's logic (see module_logic.h), and their operands.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "find/logic/diagram.h"
#include "model/bit.h"
#include "model/design.h"

namespace tapestry {

// How far down in the order of diagrams a bit of a word stands: states and small counters decide,
// wider words are decided upon.
constexpr std::uint32_t kWidestControl = 8;
constexpr Diagram::Kind order_kind(std::uint32_t width) {
    return width > kWidestControl ? Diagram::Kind::word : Diagram::Kind::control;
}

struct Atom {
    enum class Kind { input, state, pin, opaque, unknown } kind = Kind::unknown;
    Bit bit;                      // input, state: of this module; pin: of the instance's module
    InstanceId instance = kNone;  // pin: the instance that drives it
    // Its operands, computed on demand.
    std::function<std::vector<Diagram::Node>()> operands;
};

class Atoms {
public:
    using Node = Diagram::Node;
    using Variable = Diagram::Variable;

    explicit Atoms(std::size_t budget) : diagram_(budget) {}

    Diagram& diagram() { return diagram_; }
    const Atom& operator[](Variable v) const { return atoms_[v]; }

    Node fresh(Atom atom = {}, Diagram::Kind kind = Diagram::Kind::control);
    // The result of an operator that is treated as a black box; equal keys give the same atom.
    Node opaque(const std::string& key, std::function<std::vector<Node>()> operands,
                Diagram::Kind kind = Diagram::Kind::control);
    const std::vector<Node>& operands(Variable v);

    // The inputs and instance outputs on which a function depends combinationally; and only the
    // inputs, also through instances.
    std::vector<Variable> sources_of(Node function);
    std::vector<Bit> inputs_of(Node function);

    // Limits the recursion through values that depend on each other; counts a value while it is
    // being computed.
    class Deeper {
    public:
        explicit Deeper(Atoms& atoms) : atoms_(atoms) { ++atoms_.depth_; }
        ~Deeper() { --atoms_.depth_; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;

    private:
        Atoms& atoms_;
    };
    bool too_deep() const { return depth_ > kDeepest; }

private:
    static constexpr int kDeepest = 1500;

    const std::vector<Variable>& sources_of_atom(Variable v);

    Diagram diagram_;
    std::vector<Atom> atoms_;
    std::map<Variable, std::vector<Node>> operand_memo_;
    std::unordered_map<Variable, std::vector<Variable>> source_memo_;
    std::unordered_map<std::string, Node> opaques_;
    int depth_ = 0;
};

}  // namespace tapestry
