// SPDX-License-Identifier: Apache-2.0
// Where a module listens to a signal: where a change of the signal changes a register, a write to a
// memory or something that an instance listens to. And which of its other signals *gate* that: a
// module that listens to `ready` only while its `valid` is high has it gated by `valid`.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "find/logic/observation_points.h"

namespace tapestry {

struct Gate {
    bool value = true;   // of the gating signal, where it lets the other be heard
    bool tight = false;  // whenever it has that value, the other may be heard
};

// Who counts as hearing: all of a module, or its own logic without what plain wires take to
// instances; never the instance `except`.
struct Observers {
    std::int32_t except = kNone;
    bool wires = true;

    friend auto operator<=>(const Observers&, const Observers&) = default;
};

class Observability {
public:
    using Node = Diagram::Node;
    using Variable = Diagram::Variable;

    explicit Observability(DesignLogic& all) : all_(all), ports_(all), points_(all, ports_) {}

    DesignLogic& logic() { return all_; }

    // The conditions under which the module hears an atom.
    std::vector<Node> heard(std::int32_t module, Variable x, Observers who = {});

    // Whether the module hears x only where y has one value.
    std::optional<Gate> gate(std::int32_t module, Variable x, Node y, Observers who = {});
    // Whether it hears x only where `condition` holds.
    bool only_where(std::int32_t module, Variable x, Node condition, Observers who = {});

    // The value of x that moves something while `condition` holds: with the other one, registers
    // keep what they have.
    std::optional<bool> moving_value(std::int32_t module, Variable x, Node condition,
                                     Observers who = {});
    // Whether a function keeps its value at an edge at which `condition` holds.
    bool holds_where(std::int32_t module, Node function, Node condition);
    // Whether it has the other value after such an edge.
    bool turns_where(std::int32_t module, Node function, Node condition);

    // Where f changes with x, through operators that are not opened up too.
    Node changes(std::int32_t module, Node f, Variable x);

    using Port = ModulePort;
    const std::vector<Port>& ports(std::int32_t module) { return ports_.of(module); }

private:
    // How a module hears one of its inputs, in terms of its inputs and outputs alone.
    struct Summary {
        Node where = Diagram::kTrue;  // of its inputs, in the module's diagram
        std::vector<std::pair<Bit, bool>> gates;
        std::optional<bool> moving;
    };
    static bool counts(ModuleLogic& logic, const ObservationPoint& point, const Observers& who);
    Node heard_by(ModuleLogic& logic, const ObservationPoint& point, Variable x);
    const Summary& summary(std::int32_t module, Bit input);
    Node heard_below(ModuleLogic& logic, std::int32_t instance, Bit input);
    // Where a function of registers alone has another value after the next edge.
    std::optional<Node> turning(std::int32_t module, Node function);
    Node atom_changes(ModuleLogic& logic, Variable atom, Variable x);

    DesignLogic& all_;
    ModulePorts ports_;
    ObservationPointIndex points_;
    std::map<std::pair<std::int32_t, Bit>, Summary> summaries_;
    std::map<std::tuple<std::int32_t, Variable, Variable>, Node> atom_memo_;
    std::map<std::tuple<std::int32_t, Variable, Observers>, std::vector<Node>> heard_memo_;
};

}  // namespace tapestry
