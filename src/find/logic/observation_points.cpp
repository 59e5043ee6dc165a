// SPDX-License-Identifier: Apache-2.0
#include "find/logic/observation_points.h"

#include <set>

namespace tapestry {

namespace {

constexpr std::uint32_t kWidestPin = 8;  // of wider pins only the lowest bit is observed

void add_ear(ModuleLogic& logic, ObservationPoints& points, ObservationPoint point) {
    if (logic.diagram().overflowed()) return;
    std::set<Diagram::Variable> sources;
    auto add = [&](Diagram::Node n) {
        for (Diagram::Variable v : logic.sources_of(n)) sources.insert(v);
    };
    add(point.function);
    for (Diagram::Node n : point.operands) add(n);
    for (Diagram::Variable v : sources) points.by_atom[v].push_back(points.all.size());
    points.all.push_back(std::move(point));
}

}  // namespace

ObservationPoints& ObservationPointIndex::of(ModuleId module) {
    if (const auto known = points_.find(module); known != points_.end()) return known->second;
    ObservationPoints& found = points_[module];
    ModuleLogic& logic = all_.module(module);
    for (Bit bit : logic.state_bits())
        add_ear(logic, found, {ObservationPoint::Kind::state, bit, kNone, logic.next(bit), {}});
    for (auto& write : logic.memory_writes())
        add_ear(logic, found,
                {ObservationPoint::Kind::write, {}, kNone, write.enable, write.operands});
    add_instance_points(logic, found);
    return found;
}

void ObservationPointIndex::add_instance_points(ModuleLogic& logic, ObservationPoints& found) {
    const Module& module = logic.module();
    for (const InstanceId i : module.instances.ids()) {
        const Instance& instance = module.instances[i];
        if (!all_.has_state(instance.module)) continue;
        const auto id = i;
        for (const ModulePort& port : ports_.of(instance.module)) {
            if (port.direction != Direction::input) continue;
            const std::uint32_t bits = port.leaf.width > kWidestPin ? 1 : port.leaf.width;
            for (std::uint64_t p = 0; p < bits; ++p) {
                const Bit bit{port.var, port.leaf.element, port.leaf.lsb + p};
                add_ear(logic, found,
                        {ObservationPoint::Kind::pin, bit, id, logic.pin(id, bit), {}});
            }
        }
    }
}

}  // namespace tapestry
