// SPDX-License-Identifier: Apache-2.0
#include "find/logic/module_ports.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kMostLanes = 64;  // of a vector whose bits are independent signals

}  // namespace

std::vector<Bit> ModulePorts::control_bits(ModuleId module, Direction direction) {
    std::vector<Bit> all;
    for (const ModulePort& port : of(module)) {
        if (port.direction != direction || port.leaf.width > kMostLanes) continue;
        for (std::uint64_t i = 0; i < port.leaf.width; ++i)
            all.push_back({port.var, port.leaf.element, port.leaf.lsb + i});
    }
    return all;
}

const std::vector<ModulePort>& ModulePorts::of(ModuleId module) {
    if (const auto known = ports_.find(module); known != ports_.end()) return known->second;
    std::vector<ModulePort>& all = ports_[module];
    const Module& m = all_.design().modules[module];
    for (const VarId v : m.vars.ids()) {
        const Var& var = m.vars[v];
        const bool is_port =
            (var.direction == Direction::input || var.direction == Direction::output) &&
            !var.is_local;
        if (!is_port) continue;
        for (const Leaf& leaf : leaves_of(all_.design(), var.type))
            all.push_back({v, leaf, var.direction});
    }
    for (const auto& [var, width, drives] : all_.members(module)) {
        Leaf leaf;
        leaf.width = width;
        all.push_back({var, leaf, drives ? Direction::output : Direction::input});
    }
    return all;
}

}  // namespace tapestry
