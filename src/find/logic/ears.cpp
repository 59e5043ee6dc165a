// SPDX-License-Identifier: Apache-2.0
#include "find/logic/ears.h"

#include <set>

namespace tapestry {

namespace {

constexpr std::uint32_t kWidestPin = 8;  // wider pins are heard by their lowest bit

void add_ear(ModuleLogic& logic, Ears& ears, Ear ear) {
    if (logic.diagram().overflowed()) return;
    std::set<Diagram::Variable> sources;
    auto add = [&](Diagram::Node n) {
        for (Diagram::Variable v : logic.sources_of(n)) sources.insert(v);
    };
    add(ear.function);
    for (Diagram::Node n : ear.operands) add(n);
    for (Diagram::Variable v : sources) ears.by_atom[v].push_back(ears.all.size());
    ears.all.push_back(std::move(ear));
}

}  // namespace

Ears& EarIndex::of(std::int32_t module) {
    if (const auto known = ears_.find(module); known != ears_.end()) return known->second;
    Ears& found = ears_[module];
    ModuleLogic& logic = all_.module(module);
    for (Bit bit : logic.state_bits())
        add_ear(logic, found, {Ear::Kind::state, bit, kNone, logic.next(bit), {}});
    for (auto& write : logic.memory_writes())
        add_ear(logic, found, {Ear::Kind::write, {}, kNone, write.enable, write.operands});
    add_instance_ears(logic, found);
    return found;
}

void EarIndex::add_instance_ears(ModuleLogic& logic, Ears& found) {
    const Module& module = logic.module();
    for (std::size_t i = 0; i < module.instances.size(); ++i) {
        const Instance& instance = module.instances[i];
        if (!all_.has_state(instance.module)) continue;
        const auto id = static_cast<std::int32_t>(i);
        for (const ModulePort& port : ports_.of(instance.module)) {
            if (port.direction != Direction::input) continue;
            const std::uint32_t bits = port.leaf.width > kWidestPin ? 1 : port.leaf.width;
            for (std::uint64_t p = 0; p < bits; ++p) {
                const Bit bit{port.var, port.leaf.element, port.leaf.lsb + p};
                add_ear(logic, found, {Ear::Kind::pin, bit, id, logic.pin(id, bit), {}});
            }
        }
    }
}

}  // namespace tapestry
