// SPDX-License-Identifier: Apache-2.0
#include "plan/channel_ends.h"

namespace tapestry {

namespace {

std::string expression_driver(const Hierarchy& hierarchy, const Spot& spot,
                              const std::string& text) {
    const VarId var = hierarchy.find_var(spot.finding->module, plain(text));
    return var == kNone ? hierarchy.nodes()[static_cast<std::size_t>(spot.node)].path
                        : hierarchy.driver({spot.node, {var, 0, 0}});
}

// The instance below that assigns `port.valid`, where the interface is connected to `port`.
std::string interface_driver(const Design& design, const Hierarchy& hierarchy, const Spot& spot,
                             const std::string& member) {
    const std::string stem = member.substr(0, member.rfind('.'));
    const std::string last = member.substr(member.rfind('.'));
    const InstanceNode& node = hierarchy.nodes()[static_cast<std::size_t>(spot.node)];
    const Module& module = hierarchy.module_of(spot.node);
    for (const Assignment& a : module.assignments) {
        if (a.outer_target == member) return node.path;
    }
    for (const Instance& instance : module.instances) {
        const Module& child = design.modules[static_cast<std::size_t>(instance.module)];
        for (const Connection& c : instance.connections) {
            if (c.value == kNone) continue;
            if (module.expr(c.value).text != stem) continue;
            for (const Assignment& a : child.assignments) {
                if (a.outer_target == c.port + last) return joined(node.path, instance.full_name());
            }
        }
    }
    return {};
}

}  // namespace

void add_ends(const Design& design, const Hierarchy& hierarchy, const Spot& spot, Tap& tap) {
    const Finding& f = *spot.finding;
    if (tap.times_a_bus()) return;  // its channels say who feeds whom
    ChannelEnds* const ends = tap.find_ends();
    if (!ends) return;
    if (f.is(TapKind::stream) && (f.valid != kNone || f.ready != kNone)) {
        // A side that is an expression is driven by the module itself.
        const std::string& here = hierarchy.nodes()[static_cast<std::size_t>(spot.node)].path;
        ends->producer = f.valid == kNone ? here : hierarchy.driver(valid_net(design, spot));
        ends->consumer = f.ready == kNone ? here : hierarchy.driver(ready_net(design, spot));
    } else if (f.is(TapKind::stream) && !f.interface_instance.empty()) {
        ends->producer = interface_driver(design, hierarchy, spot, f.observe[0].second);
        ends->consumer = interface_driver(design, hierarchy, spot, f.observe[1].second);
    } else if (f.is(TapKind::queue)) {
        ends->producer = expression_driver(hierarchy, spot, f.observe[0].second);
        ends->consumer = expression_driver(hierarchy, spot, f.observe[2].second);
    }
}

std::vector<GraphEdge> edges_of(const TapMap& map) {
    std::vector<GraphEdge> edges;
    for (const Tap& tap : map.taps) {
        const ChannelEnds& ends = tap.ends();
        if (!(ends.producer.empty() && ends.consumer.empty()))
            edges.push_back({ends.producer, ends.consumer, tap.path});
    }
    return edges;
}

}  // namespace tapestry
