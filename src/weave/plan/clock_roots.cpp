// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/clock_roots.h"

#include <fmt/format.h>

#include <set>

#include "base/verilog_text.h"

namespace tapestry {

namespace {

constexpr int kMostSharedClocks = 64;

}  // namespace

ClockRoots::ClockRoots(const Design& design, const Hierarchy& hierarchy, int top_instances)
    : design_(design), hierarchy_(hierarchy), top_instances_(top_instances) {
    for (const InstanceNode& node : hierarchy_.nodes())
        ++instances_[design_.modules[node.module].source_name];
}

ClockRoots::Root ClockRoots::root_of(const Spot& spot) const {
    const FindingClock& clock = spot.finding->clock;
    if (clock.clock == kNone) return {{spot.node, {kNone, 0, 0}}, clock.clock_text, false};
    const Net net = hierarchy_.root({spot.node, {clock.clock, 0, 0}});
    const Module& module = hierarchy_.module_of(net.node);
    const Var& var = module.var(net.bit.var);
    const bool one_bit = design_.width_of(var.type) == 1;
    const std::string index = one_bit ? "" : fmt::format("[{}]", net.bit.position);
    const bool shareable = top_instances_ == 1 && var.scope.empty() && one_bit &&
                           instances_.at(module.source_name) == 1;
    return {net, var.full_name() + index, shareable};
}

int ClockRoots::id_of(const Spot& spot) {
    const FindingClock& clock = spot.finding->clock;
    Root root = root_of(spot);
    const auto key =
        std::make_tuple(root.net, clock.edge, clock.clock == kNone ? root.name : std::string());
    const auto known = ids_.find(key);
    if (known != ids_.end()) return known->second;
    const auto id = static_cast<int>(clocks_.size());
    ids_[key] = id;
    const std::string& parent = hierarchy_.nodes()[root.net.node].path;
    clocks_.push_back({id, root.name, joined(parent, root.name),
                       clock.edge == Edge::negative ? "negedge" : "posedge"});
    root.shareable = root.shareable && id < kMostSharedClocks;
    roots_.push_back(std::move(root));
    return id;
}

int ClockRoots::known(NodeId node, const FindingClock& clock) const {
    if (clock.clock == kNone) return kNone;
    const auto known = ids_.find(
        std::make_tuple(hierarchy_.root({node, {clock.clock}}), clock.edge, std::string()));
    return known == ids_.end() ? kNone : known->second;
}

int ClockRoots::known_like(const InstanceNode& node, const Finding& finding) const {
    FindingClock clock = finding.clock;
    clock.clock = hierarchy_.find_var(node.module, clock.clock_text);
    return known(NodeId(&node - hierarchy_.nodes().data()), clock);
}

int ClockRoots::shared_by(const std::vector<Spot>& places) {
    int shared = kNone;
    bool all_same = true;
    for (const Spot& spot : places) {
        const int clock = id_of(spot);
        if (shared != kNone && clock != shared) all_same = false;
        shared = clock;
    }
    const bool one = all_same && shared != kNone;
    return one && roots_[static_cast<std::size_t>(shared)].shareable ? shared : -1;
}

std::vector<ClockSite> ClockRoots::leaders(const std::vector<TapSite>& sites) const {
    std::set<int> used;
    for (const TapSite& site : sites) {
        if (site.shared_clock >= 0) used.insert(site.shared_clock);
    }
    std::vector<ClockSite> leaders;
    for (int clock : used) {
        const Net& root = roots_[static_cast<std::size_t>(clock)].net;
        const Module& module = hierarchy_.module_of(root.node);
        const bool falling = clocks_[static_cast<std::size_t>(clock)].edge == "negedge";
        leaders.push_back({clock, module.source_name, file_of(design_, module.place),
                           module.place.line,
                           (falling ? "~" : "") + spelled(module.var(root.bit.var).name)});
    }
    return leaders;
}

}  // namespace tapestry
