// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/unseen.h"

#include <algorithm>
#include <map>

#include "base/path_name.h"
#include "model/hls_names.h"
#include "model/keeping.h"
#include "weave/plan/drivers.h"

namespace tapestry {

namespace {

constexpr std::size_t kFewestRegisters = 2;  // a single one only delays
constexpr std::size_t kMostEdges = 2000;

// Whether it is inside a queue, which is measured as a whole.
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

// A set of nets, by their sources.
class Nets {
public:
    explicit Nets(const Hierarchy& hierarchy) : hierarchy_(hierarchy) {}
    void add(NodeId node, VarId var) {
        if (var != kNone) nets_.insert(hierarchy_.root({node, {var, 0, 0}}));
    }
    bool contain(const Net& net) const { return nets_.contains(hierarchy_.root(net)); }

private:
    const Hierarchy& hierarchy_;
    std::set<Net> nets_;
};

// What a register or a wire copies, itself or inverted, at every edge: `late <= rst`.
VarId copied_by(const Module& module, VarId var) {
    VarId source = kNone;
    for (const Assignment& a : module.assignments) {
        if (a.target != var || module.expr(a.value).op == Op::constant) continue;
        ExprId value = a.value;
        while (module.expr(value).op == Op::not_) value = module.expr(value).args[0];
        const Expr& copied = module.expr(value);
        const bool is_copy = a.whole && a.guards.empty() && copied.op == Op::ref;
        if (!is_copy || source != kNone) return kNone;
        source = copied.var;
    }
    return source;
}

// A reset, and those that it is a later copy of.
void add_reset(const Hierarchy& hierarchy, NodeId node, VarId reset, Nets& nets) {
    constexpr int kMostCopies = 8;
    for (int i = 0; i < kMostCopies && reset != kNone; ++i) {
        nets.add(node, reset);
        reset = copied_by(hierarchy.module_of(node), reset);
    }
}

// The nets that cause no unmeasured wait: clocks, resets, and tapped nets.
Nets harmless_nets(const Hierarchy& hierarchy, const Findings& findings,
                   const std::vector<Spot>& spots) {
    Nets nets(hierarchy);
    for (const NodeId node : hierarchy.nodes().ids()) {
        for (const Process& process : hierarchy.module_of(node).processes)
            for (const EdgeEvent& event : process.edges) nets.add(node, event.var);
        const ModuleId module = hierarchy.nodes()[node].module;
        if (!findings.resets.has(module)) continue;
        for (const VarId reset : findings.resets[module]) add_reset(hierarchy, node, reset, nets);
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

// Blocks whose states or calls show when they work.
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
    return hierarchy.nodes()[root.node].parent == kNone &&
           hierarchy.module_of(root.node).var(root.bit.var).direction == Direction::input;
}

// Instances outside queues that are measured, or that have more than one register and logic that
// works on them.
std::set<std::string> blocks_of(const Hierarchy& hierarchy, const TapMap& map,
                                const std::set<std::string>& seen) {
    IdTable<ModuleId, bool> holds;
    for (const Module& module : hierarchy.design().modules)
        holds.push_back(registers_of(module).size() >= kFewestRegisters &&
                        !only_keeps(hierarchy.design(), module) &&
                        !is_loop_control(module.source_name));
    std::set<std::string> blocks;
    for (const InstanceNode& node : hierarchy.nodes()) {
        const bool counts = holds[node.module] || seen.contains(node.path);
        if (counts && !is_in_queue(map, node.path)) blocks.insert(node.path);
    }
    return blocks;
}

class UnseenWires {
public:
    UnseenWires(const Hierarchy& hierarchy, const Findings& findings,
                const std::vector<Spot>& spots, const TapMap& map)
        : hierarchy_(hierarchy),
          seen_(seen_blocks(map)),
          shown_(shown_blocks(map)),
          blocks_(blocks_of(hierarchy, map, seen_)),
          harmless_(harmless_nets(hierarchy, findings, spots)) {}

    std::vector<GraphEdge> find() {
        for (const NodeId n : hierarchy_.nodes().ids())
            if (wires_.size() <= kMostEdges && blocks_.contains(hierarchy_.nodes()[n].path))
                add_inputs(n);
        std::vector<GraphEdge> edges;
        for (const auto& [from, to] : wires_) edges.push_back({from, to, ""});
        return edges;
    }

private:
    void add_inputs(NodeId node) {
        const Module& module = hierarchy_.module_of(node);
        for (const VarId v : module.vars.ids()) {
            if (module.vars[v].direction != Direction::input || module.vars[v].is_local) continue;
            for (const Net& net : joined_nets(hierarchy_, node, v)) add(net);
        }
    }

    void add(const Net& net) {
        const std::string& to = hierarchy_.nodes()[net.node].path;
        const std::string from = driver_of(hierarchy_, net);
        const bool both_seen = seen_.contains(from) && seen_.contains(to);
        const bool awaited = may_wait_for(net, to);
        if (from != to && blocks_.contains(from) && (!both_seen || awaited))
            wires_.emplace(from, to);
        if (awaited && is_outside(hierarchy_, net)) wires_.emplace("", to);
    }

    // Whether the block may wait for the net, as its work is not shown; if streams of the block are
    // measured, only nets that may hold them up.
    bool may_wait_for(const Net& net, const std::string& block) const {
        const Var& var = hierarchy_.module_of(net.node).var(net.bit.var);
        const bool single = hierarchy_.design().width_of(var.type) == 1;
        return !shown_.contains(block) && (single || !seen_.contains(block)) &&
               !harmless_.contain(net);
    }

    const Hierarchy& hierarchy_;
    const std::set<std::string> seen_, shown_, blocks_;
    const Nets harmless_;
    std::set<std::pair<std::string, std::string>> wires_;
};

}  // namespace

std::set<std::string> holding_blocks(const Hierarchy& hierarchy) {
    std::set<std::string> blocks;
    std::map<ModuleId, bool> holds;  // by module
    for (const NodeId n : hierarchy.nodes().ids()) {
        const InstanceNode& node = hierarchy.nodes()[n];
        const auto [at, fresh] = holds.emplace(node.module, false);
        if (fresh) at->second = !registers_of(hierarchy.module_of(n)).empty();
        if (!at->second) continue;
        for (std::string_view path = node.path; !path.empty() && blocks.emplace(path).second;)
            path = parent_path(path);
    }
    return blocks;
}

std::vector<GraphEdge> unseen_edges(const Hierarchy& hierarchy, const Findings& findings,
                                    const std::vector<Spot>& spots, const TapMap& map) {
    return UnseenWires(hierarchy, findings, spots, map).find();
}

}  // namespace tapestry
