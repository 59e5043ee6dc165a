// SPDX-License-Identifier: Apache-2.0
#include "plan/unseen.h"

#include <algorithm>
#include <map>

#include "base/path_name.h"
#include "model/handshake_names.h"

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

// Nets, by where they begin.
class Nets {
public:
    explicit Nets(const Hierarchy& hierarchy) : hierarchy_(hierarchy) {}
    void add(std::int32_t node, VarId var) {
        if (var != kNone) nets_.insert(hierarchy_.root({node, {var, 0, 0}}));
    }
    bool contain(const Net& net) const { return nets_.contains(hierarchy_.root(net)); }

private:
    const Hierarchy& hierarchy_;
    std::set<Net> nets_;
};

// Those that keep no block waiting that is not seen to wait: clocks, resets, and what taps look at.
Nets harmless_nets(const Hierarchy& hierarchy, const Findings& findings,
                   const std::vector<Spot>& spots) {
    Nets nets(hierarchy);
    for (std::size_t n = 0; n < hierarchy.nodes().size(); ++n) {
        const auto node = static_cast<std::int32_t>(n);
        for (const Process& process : hierarchy.module_of(node).processes)
            for (const EdgeEvent& event : process.edges) nets.add(node, event.var);
        const auto module = static_cast<std::size_t>(hierarchy.nodes()[n].module);
        if (module >= findings.resets.size()) continue;
        for (const VarId reset : findings.resets[module]) nets.add(node, reset);
    }
    for (const Spot& spot : spots) {
        const Finding& f = *spot.finding;
        nets.add(spot.node, f.valid);
        nets.add(spot.node, f.ready);
        for (const auto& [port, text] : f.observe) {
            const std::size_t inverted = text.starts_with('!') ? 1 : 0;
            nets.add(spot.node, hierarchy.find_var(f.module, text.substr(inverted)));
        }
    }
    return nets;
}

// Blocks whose states or calls say when they work.
std::set<std::string> shown_blocks(const TapMap& map) {
    std::set<std::string> shown;
    for (const Tap& tap : map.taps) {
        if (tap.is(TapKind::fsm)) shown.insert(tap.scope);
        if (tap.is(TapKind::call)) shown.insert(tap.path);
    }
    return shown;
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

std::vector<GraphEdge> unseen_edges(const Hierarchy& hierarchy, const Findings& findings,
                                    const std::vector<Spot>& spots, const TapMap& map) {
    std::vector<bool> holds;  // by module
    for (const Module& module : hierarchy.design().modules)
        holds.push_back(registers_of(module).size() >= kFewestRegisters);
    const std::set<std::string> seen = seen_blocks(map);
    std::set<std::string> blocks;
    for (const InstanceNode& node : hierarchy.nodes()) {
        const bool seen_or_holds =
            holds[static_cast<std::size_t>(node.module)] || seen.contains(node.path);
        const Module& module = hierarchy.design().modules[static_cast<std::size_t>(node.module)];
        if (seen_or_holds && !is_in_queue(map, node.path) && !is_loop_control(module.source_name))
            blocks.insert(node.path);
    }
    const std::set<std::string> shown = shown_blocks(map);
    const Nets harmless = harmless_nets(hierarchy, findings, spots);
    std::set<std::pair<std::string, std::string>> wires;
    for (std::size_t n = 0; n < hierarchy.nodes().size(); ++n) {
        const std::string& path = hierarchy.nodes()[n].path;
        if (!blocks.contains(path) || wires.size() > kMostEdges) continue;
        const auto node = static_cast<std::int32_t>(n);
        const Module& module = hierarchy.module_of(node);
        for (std::size_t v = 0; v < module.vars.size(); ++v) {
            if (module.vars[v].direction != Direction::input || module.vars[v].is_local) continue;
            const bool is_single = hierarchy.design().width_of(module.vars[v].type) == 1;
            for (const Net& net : hierarchy.joined_nets(node, static_cast<VarId>(v))) {
                const std::string from = hierarchy.driver(net);
                if (from != path && blocks.contains(from) &&
                    !(seen.contains(from) && seen.contains(path)))
                    wires.emplace(from, path);
                // Of a block whose streams are seen only what may hold them up.
                if (!shown.contains(path) && (!seen.contains(path) || is_single) &&
                    is_outside(hierarchy, net) && !harmless.contain(net))
                    wires.emplace("", path);
            }
        }
    }
    std::vector<GraphEdge> edges;
    for (const auto& [from, to] : wires) edges.push_back({from, to, ""});
    return edges;
}

}  // namespace tapestry
