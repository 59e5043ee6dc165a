// SPDX-License-Identifier: Apache-2.0
#include "plan/unseen.h"

#include <algorithm>
#include <map>

#include "base/path_name.h"

namespace tapestry {

namespace {

constexpr std::size_t kFewestRegisters = 2;  // a single one only delays
constexpr std::size_t kMostEdges = 2000;

std::set<VarId> registers_of(const Module& module) {
    std::set<VarId> registers;
    for (const Assignment& a : module.assignments) {
        if (a.process == kNone || a.target == kNone) continue;
        const Process& process = module.processes[static_cast<std::size_t>(a.process)];
        if (process.kind == Process::Kind::clocked) registers.insert(a.target);
    }
    return registers;
}

// Whether it lies inside a queue, which is measured as a whole.
bool is_in_queue(const TapMap& map, const std::string& path) {
    return std::any_of(map.taps.begin(), map.taps.end(), [&](const Tap& tap) {
        return tap.is(TapKind::queue) && tap.scope != map.top && path.starts_with(tap.scope + ".");
    });
}

std::set<std::string> seen_blocks(const TapMap& map) {
    std::set<std::string> seen;
    for (const Tap& tap : map.taps) {
        if (tap.is(TapKind::fsm) || tap.is(TapKind::queue)) seen.insert(tap.scope);
        if (tap.is(TapKind::call)) seen.insert(tap.path);
        seen.insert(tap.ends().producer);
        seen.insert(tap.ends().consumer);
    }
    return seen;
}

// The nets that carry clocks and resets, where they enter the design.
std::set<Net> clocks_and_resets(const Hierarchy& hierarchy, const std::vector<Spot>& spots) {
    std::set<Net> nets;
    auto add = [&](std::int32_t node, VarId var) {
        if (var != kNone) nets.insert(hierarchy.root({node, {var, 0, 0}}));
    };
    for (std::size_t n = 0; n < hierarchy.nodes().size(); ++n) {
        const auto node = static_cast<std::int32_t>(n);
        for (const Process& process : hierarchy.module_of(node).processes)
            for (const EdgeEvent& event : process.edges) add(node, event.var);
    }
    for (const Spot& spot : spots) {
        std::string reset = spot.finding->clock.reset_text;
        if (reset.starts_with('!')) reset.erase(0, 1);
        add(spot.node, hierarchy.find_var(spot.finding->module, reset));
    }
    return nets;
}

// Whether it is a port of the top.
bool is_outside(const Hierarchy& hierarchy, const Net& net) {
    const Net root = hierarchy.root(net);
    return hierarchy.nodes()[static_cast<std::size_t>(root.node)].parent == kNone &&
           hierarchy.module_of(root.node).var(root.bit.var).direction == Direction::input;
}

}  // namespace

std::set<std::string> holding_blocks(const Hierarchy& hierarchy) {
    std::set<std::string> blocks;
    std::map<std::int32_t, bool> holds;  // by module
    for (std::size_t n = 0; n < hierarchy.nodes().size(); ++n) {
        const InstanceNode& node = hierarchy.nodes()[n];
        const auto [at, fresh] = holds.emplace(node.module, false);
        if (fresh)
            at->second = !registers_of(hierarchy.module_of(static_cast<std::int32_t>(n))).empty();
        if (!at->second) continue;
        for (std::string_view path = node.path; !path.empty() && blocks.emplace(path).second;)
            path = parent_path(path);
    }
    return blocks;
}

std::vector<GraphEdge> unseen_edges(const Hierarchy& hierarchy, const std::vector<Spot>& spots,
                                    const TapMap& map) {
    std::vector<bool> holds;  // by module
    for (const Module& module : hierarchy.design().modules)
        holds.push_back(registers_of(module).size() >= kFewestRegisters);
    const std::set<std::string> seen = seen_blocks(map);
    std::set<std::string> blocks;
    for (const InstanceNode& node : hierarchy.nodes()) {
        const bool seen_or_holds =
            holds[static_cast<std::size_t>(node.module)] || seen.contains(node.path);
        if (seen_or_holds && !is_in_queue(map, node.path)) blocks.insert(node.path);
    }
    const std::set<Net> steering = clocks_and_resets(hierarchy, spots);
    std::set<std::pair<std::string, std::string>> wires;
    for (std::size_t n = 0; n < hierarchy.nodes().size(); ++n) {
        const std::string& path = hierarchy.nodes()[n].path;
        if (!blocks.contains(path) || wires.size() > kMostEdges) continue;
        const auto node = static_cast<std::int32_t>(n);
        const Module& module = hierarchy.module_of(node);
        for (std::size_t v = 0; v < module.vars.size(); ++v) {
            if (module.vars[v].direction != Direction::input || module.vars[v].is_local) continue;
            for (const Net& net : hierarchy.joined_nets(node, static_cast<VarId>(v))) {
                const std::string from = hierarchy.driver(net);
                if (from != path && blocks.contains(from) &&
                    !(seen.contains(from) && seen.contains(path)))
                    wires.emplace(from, path);
                if (!seen.contains(path) && is_outside(hierarchy, net) &&
                    !steering.contains(hierarchy.root(net)))
                    wires.emplace("", path);
            }
        }
    }
    std::vector<GraphEdge> edges;
    for (const auto& [from, to] : wires) edges.push_back({from, to, ""});
    return edges;
}

}  // namespace tapestry
