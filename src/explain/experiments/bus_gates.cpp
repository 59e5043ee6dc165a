// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/bus_gates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/verilog_text.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kWidest = 128;   // bits that are looked at one by one
constexpr std::size_t kMostBeside = 24;  // of a level: each is looked at with each other

// Whether all that hear some bit of a bus hear it only while `gate` has one value, which is
// returned.
std::optional<bool> common_gate(Observability& listening, ModuleId module,
                                const std::vector<Diagram::Node>& bus, Diagram::Node gate,
                                Observers who) {
    Diagram& diagram = listening.logic().module(module).diagram();
    std::optional<bool> common;
    for (const Diagram::Node bit : bus) {
        if (!diagram.is_literal(bit)) return std::nullopt;
        const Diagram::Variable x = diagram.literal_of(bit).variable;
        if (listening.heard(module, x, who).empty()) continue;
        const std::optional<Gate> found = listening.gate(module, x, gate, who);
        if (!found || (common && *common != found->value)) return std::nullopt;
        common = found->value;
    }
    return diagram.overflowed() ? std::nullopt : common;
}

std::string gate_text(const EdgePort& port, bool value) { return (value ? "" : "~") + port.text; }

}  // namespace

std::vector<EdgePort> BusGates::ports(ModuleId id) {
    const Module& module = design_.modules[id];
    std::vector<EdgePort> all;
    for (const Observability::Port& port : listening_.ports(id)) {
        const bool member = !module.vars.has(port.var);
        const std::string name =
            member ? logic_.module(id).outer_name(port.var) : spelled(module.var(port.var).name);
        all.push_back({name + port.leaf.text, port.direction, port.leaf.width, port.var,
                       port.leaf.element, port.leaf.lsb});
    }
    for (const VarId v : module.vars.ids()) {
        const Var& var = module.vars[v];
        if (var.direction == Direction::inout && !var.is_local && design_.width_of(var.type) > 0)
            all.push_back({spelled(var.name), var.direction, design_.width_of(var.type), v});
    }
    return all;
}

std::vector<EdgePort> BusGates::bits_beside(ModuleId module, const EdgePort& bus) {
    std::vector<EdgePort> bits;
    for (EdgePort& port : ports(module))
        if (port.direction == bus.direction && port.width == 1) bits.push_back(std::move(port));
    return bits;
}

BusGates::Gates BusGates::gates_of_input(ModuleId id, const EdgePort& bus) {
    ModuleLogic& logic = logic_.module(id);
    std::vector<Diagram::Node> bits;
    for (std::uint32_t i = 0; i < bus.width; ++i) bits.push_back(logic.value(bus.bit(i)));
    Gates gates;
    for (const EdgePort& beside : bits_beside(id, bus)) {
        if (beside.text == bus.text) continue;
        const auto value = common_gate(listening_, id, bits, logic.value(beside.bit(0)), {});
        if (value) gates.insert(gate_text(beside, *value));
    }
    return gates;
}

bool BusGates::leaves(ModuleId parent, InstanceId instance, const std::string& port) {
    const Ends ends = neighbours_.of(parent, instance, port);
    return !ends.known || !ends.ports.empty();
}

// Of one instance: by those who read it in its parent.
BusGates::Gates BusGates::gates_outside(ModuleId parent, InstanceId instance, ModuleId id,
                                        const EdgePort& bus) {
    const Module& module = design_.modules[id];
    if (leaves(parent, instance, module.var(bus.var).name)) return {};
    ModuleLogic& logic = logic_.module(parent);
    std::vector<Diagram::Node> bits;
    for (std::uint32_t i = 0; i < bus.width; ++i)
        bits.push_back(logic.output(instance, bus.bit(i)));
    const Observers others{instance};
    Gates gates;
    for (const EdgePort& beside : bits_beside(id, bus)) {
        const auto value =
            common_gate(listening_, parent, bits, logic.output(instance, beside.bit(0)), others);
        if (value) gates.insert(gate_text(beside, *value));
    }
    return gates;
}

// What holds for all instances.
BusGates::Gates BusGates::gates_of_output(ModuleId id, const EdgePort& bus) {
    Gates common;
    bool first = true;
    if (!design_.modules[id].vars.has(bus.var)) return {};
    for (const ModuleId p : design_.modules.ids()) {
        const auto& instances = design_.modules[p].instances;
        for (const InstanceId i : instances.ids()) {
            if (instances[i].module != id) continue;
            const Gates gates = gates_outside(p, i, id, bus);
            if (first) common = gates;
            first = false;
            std::erase_if(common, [&](const std::string& gate) { return !gates.contains(gate); });
        }
    }
    return common;
}

std::string BusGates::watched(ModuleId id, const EdgePort& bus) {
    if (bus.width > kWidest || bus.direction == Direction::inout) return bus.text;
    const Gates gates =
        bus.direction == Direction::input ? gates_of_input(id, bus) : gates_of_output(id, bus);
    if (gates.empty()) return bus.text;
    return fmt::format("(({}) ? {} : 1'b0)", fmt::join(gates, " & "), bus.text);
}

std::string BusGates::level_heard(ModuleId id, const EdgePort& bit) {
    if (bit.direction != Direction::input || bits_beside(id, bit).size() > kMostBeside) return {};
    return fmt::format("{}", fmt::join(gates_of_input(id, bit), " & "));
}

}  // namespace tapestry
