// SPDX-License-Identifier: Apache-2.0
// Observability: under which condition a change of a signal changes a register, a memory write or
// an instance that observes it; the module then *hears* the signal. A second signal *gates* the
// first if the module hears the first only while the second has one value: a module that hears
// `ready` only while its `valid` is high has `ready` gated by `valid`.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "find/logic/observation_points.h"

namespace tapestry {

struct Gate {
    bool value = true;   // the value of the gating signal at which the other is heard
    bool tight = false;  // at this value the other can always be heard
};

// What counts as an observer: the whole module, or its own logic without instances reached by plain
// wires; never the instance `except`.
struct Observers {
    InstanceId except = kNone;
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
    std::vector<Node> heard(ModuleId module, Variable x, Observers who = {});

    // The gate, if the module hears x only while y has one value.
    std::optional<Gate> gate(ModuleId module, Variable x, Node y, Observers who = {});
    // True if it hears x only while `condition` holds.
    bool only_where(ModuleId module, Variable x, Node condition, Observers who = {});

    // The value of x at which registers change while `condition` holds; at the other value they
    // hold.
    std::optional<bool> moving_value(ModuleId module, Variable x, Node condition,
                                     Observers who = {});
    // True if the function keeps its value at every edge at which `condition` holds.
    bool holds_where(ModuleId module, Node function, Node condition);
    // True if the function is inverted by every such edge.
    bool turns_where(ModuleId module, Node function, Node condition);

    // Where f changes with x, also through black-box operators.
    Node changes(ModuleId module, Node f, Variable x);

    using Port = ModulePort;
    const std::vector<Port>& ports(ModuleId module) { return ports_.of(module); }

private:
    // How a module hears one of its inputs, in terms of its own inputs and outputs.
    struct Summary {
        Node where = Diagram::kTrue;  // over its inputs, in the module's diagram
        std::vector<std::pair<Bit, bool>> gates;
        std::optional<bool> moving;
    };
    static bool counts(ModuleLogic& logic, const ObservationPoint& point, const Observers& who);
    Node heard_by(ModuleLogic& logic, const ObservationPoint& point, Variable x);
    const Summary& summary(ModuleId module, Bit input);
    Node heard_below(ModuleLogic& logic, InstanceId instance, Bit input);
    // Where a function of registers alone changes at the next edge.
    std::optional<Node> turning(ModuleId module, Node function);
    Node atom_changes(ModuleLogic& logic, Variable atom, Variable x);

    DesignLogic& all_;
    ModulePorts ports_;
    ObservationPointIndex points_;
    std::map<std::pair<ModuleId, Bit>, Summary> summaries_;
    std::map<std::tuple<ModuleId, Variable, Variable>, Node> atom_memo_;
    std::map<std::tuple<ModuleId, Variable, Observers>, std::vector<Node>> heard_memo_;
};

}  // namespace tapestry
