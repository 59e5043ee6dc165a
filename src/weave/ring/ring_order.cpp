// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/ring_order.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/path_name.h"

namespace tapestry {

namespace {

// The iterations of a loop with block `label`, in the order of the loop.
std::vector<long> runs_of(const std::string& label, const std::vector<std::string>& scopes,
                          bool down) {
    std::vector<long> runs;
    for (const std::string& s : scopes) {
        const bool run = s.starts_with(label + "[") && s.find(']', label.size()) == s.size() - 1;
        if (run) runs.push_back(std::stol(s.substr(label.size() + 1)));
    }
    std::sort(runs.begin(), runs.end());
    if (down) std::reverse(runs.begin(), runs.end());
    return runs;
}

class Walk {
public:
    explicit Walk(const RingModules& modules) : modules_(modules) {}

    void walk(const std::vector<ThreadElement>& elements, TreeId node, const std::string& scope);
    std::vector<RingTap> taps() { return std::move(taps_); }

private:
    void walk_construct(const ThreadElement& element, TreeId node, const std::string& scope);

    const RingModules& modules_;
    std::vector<RingTap> taps_;
};

void Walk::walk(const std::vector<ThreadElement>& elements, TreeId node, const std::string& scope) {
    for (const ThreadElement& e : elements) {
        if (e.kind == ThreadElement::Kind::tap) {
            taps_.push_back({joined(joined(modules_.tree().node(node).path, scope),
                                    modules_.plan().sites[e.site].instance_name),
                             e.site});
        } else if (e.kind == ThreadElement::Kind::instance) {
            const RingModule& child = modules_.at(e.child);
            for (TreeId instance : modules_.tree().instances_of(node, *e.item, scope, true))
                walk(child.threads[e.child_thread].elements, instance, "");
        } else {
            walk_construct(e, node, scope);
        }
    }
}

void Walk::walk_construct(const ThreadElement& element, TreeId node, const std::string& scope) {
    const std::vector<std::string>& scopes = modules_.tree().node(node).scopes;
    for (std::size_t b = 0; b < element.bodies.size(); ++b) {
        const StructureBody& body = element.item->bodies[b];
        if (body.direct || body.label.empty()) {
            walk(element.bodies[b], node, scope);
            continue;
        }
        const std::string inner = joined(scope, without_backslash(body.label));
        if (element.item->kind != StructureItem::Kind::loop) {
            const bool taken = std::find(scopes.begin(), scopes.end(), inner) != scopes.end();
            if (taken) walk(element.bodies[b], node, inner);
            continue;
        }
        for (long run : runs_of(inner, scopes, element.item->loop.down))
            walk(element.bodies[b], node, fmt::format("{}[{}]", inner, run));
    }
}

}  // namespace

std::vector<RingTap> taps_of(const RingModules& modules, const Thread& thread) {
    Walk walk(modules);
    walk.walk(thread.elements, TreeId(0), "");
    return walk.taps();
}

}  // namespace tapestry
