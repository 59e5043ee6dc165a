// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/channel_ends.h"

#include "weave/plan/drivers.h"

namespace tapestry {

namespace {

// The driver of a signal, possibly inverted; any other expression is driven by the module itself.
std::string expression_driver(const Hierarchy& hierarchy, const Spot& spot, std::string text) {
    if (text.starts_with('!') || text.starts_with('~')) text.erase(0, 1);
    const VarId var = hierarchy.find_var(spot.finding->module, plain(text));
    return var == kNone ? hierarchy.nodes()[static_cast<std::size_t>(spot.node)].path
                        : driver_of(hierarchy, {spot.node, {var, 0, 0}});
}

// The instance at or below a node that assigns a member of an interface, called `member` there;
// empty if there is none.
std::string interface_driver(const Hierarchy& hierarchy, std::int32_t node,
                             const std::string& member) {
    const Module& module = hierarchy.module_of(node);
    for (const Assignment& a : module.assignments) {
        if (a.outer_target == member) return hierarchy.nodes()[static_cast<std::size_t>(node)].path;
    }
    for (const std::int32_t child : hierarchy.children(node)) {
        const InstanceNode& below = hierarchy.nodes()[static_cast<std::size_t>(child)];
        for (const Connection& c :
             module.instances[static_cast<std::size_t>(below.instance)].connections) {
            const std::string inner = member_behind(module, c, member);
            const std::string path = inner.empty() ? "" : interface_driver(hierarchy, child, inner);
            if (!path.empty()) return path;
        }
    }
    return {};
}

}  // namespace

void add_ends(const Design& design, const Hierarchy& hierarchy, const Spot& spot, Tap& tap) {
    const Finding& f = *spot.finding;
    if (tap.times_a_bus()) return;  // the channels of the bus have the ends
    ChannelEnds* const ends = tap.find_ends();
    if (!ends) return;
    if (f.is(TapKind::stream) && (f.valid != kNone || f.ready != kNone)) {
        // A side that is an expression is driven by the module itself.
        const std::string& here = hierarchy.nodes()[static_cast<std::size_t>(spot.node)].path;
        ends->producer = f.valid == kNone ? here : driver_of(hierarchy, valid_net(design, spot));
        ends->consumer = f.ready == kNone ? here : driver_of(hierarchy, ready_net(design, spot));
    } else if (f.is(TapKind::stream) && !f.interface_instance.empty()) {
        ends->producer = interface_driver(hierarchy, spot.node, f.observe[0].second);
        ends->consumer = interface_driver(hierarchy, spot.node, f.observe[1].second);
    } else if (f.is(TapKind::stream)) {  // one that the user asked for
        ends->producer = expression_driver(hierarchy, spot, std::string(f.observed("valid")));
        ends->consumer = expression_driver(hierarchy, spot, std::string(f.observed("ready")));
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
