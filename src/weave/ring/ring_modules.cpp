// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/ring_modules.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/weave.h"
#include "base/path_name.h"
#include "base/verilog_text.h"

namespace tapestry {

RingModules::RingModules(const TapPlan& plan, OpenFile open, Diagnostics& diagnostics)
    : plan_(plan), tree_(plan), open_(std::move(open)), diagnostics_(diagnostics) {
    if (!plan.tree.empty()) build(plan.tree.front().module);
}

RingModule* RingModules::build(const std::string& name) {
    const auto known = modules_.find(name);
    if (known != modules_.end()) return known->second.threads.empty() ? nullptr : &known->second;
    if (!tree_.has_taps(name)) return nullptr;
    RingModule module;
    module.name = name;
    module.nodes = tree_.nodes_of(name);
    const bool readable = open_text(module);
    // From here on a recursive instance finds this module, still without threads.
    RingModule& kept = modules_[name] = std::move(module);
    if (!readable) return nullptr;
    kept.threads = threads_of(elements_of(kept, kept.structure.body, ""));
    report_missed(kept);
    if (kept.threads.empty()) return nullptr;
    order_.push_back(&kept);
    return &kept;
}

bool RingModules::open_text(RingModule& module) {
    const TreeNode& node = tree_.node(module.nodes.front());
    module.file = open_(node.file);
    if (!module.file) return false;
    const auto text = find_module(module.file->masked(), module.name, node.module_line);
    const auto structure =
        text ? structure_of(module.file->masked(), *text) : std::optional<ModuleStructure>();
    if (!structure) {
        diagnostics_.report(code::unsupported_ring, {node.file, node.module_line}, module.name,
                            "its text does not have the form of a module; a macro makes it");
        return false;
    }
    module.text = *text;
    module.structure = *structure;
    return true;
}

std::vector<ThreadElement> RingModules::elements_of(RingModule& module, const StructureBody& body,
                                                    const std::string& scope) {
    std::vector<ThreadElement> elements;
    for (const StructureItem& item : body.items) {
        if (item.kind == StructureItem::Kind::instance)
            add_instance(module, item, scope, elements);
        else
            add_construct(module, item, scope, elements);
    }
    add_sites(module, body, elements);
    return elements;
}

void RingModules::add_instance(RingModule& module, const StructureItem& item,
                               const std::string& scope, std::vector<ThreadElement>& elements) {
    if (!tree_.has_taps(item.module)) return;
    bool there = false;
    for (TreeId node : module.nodes)
        there = there || !tree_.instances_of(node, item, scope, false).empty();
    if (!there) return;  // a branch that is never taken
    seen_.insert(&item);
    const RingModule* child = build(item.module);
    if (!child) return;
    const std::string why = why_not(module, item, scope);
    if (!why.empty()) return leave_out(module, item.begin, joined(scope, item.name), why);
    for (std::size_t t = 0; t < child->threads.size(); ++t) {
        std::vector<int> clocks = clocks_of_child(module, item, scope, *child, child->threads[t]);
        if (clocks.empty()) {
            leave_out(module, item.begin, joined(scope, item.name),
                      "its runs or elements have different clocks");
            continue;
        }
        elements.push_back(
            {ThreadElement::Kind::instance, std::move(clocks), 0, &item, item.module, t, {}});
    }
}

std::string RingModules::why_not(const RingModule& module, const StructureItem& item,
                                 const std::string& scope) const {
    if (item.opaque) return "a macro makes its connections";
    if (!item.named && modules_.at(item.module).threads.size() > 1)
        return "it is connected by position, and taps of several clocks are in it";
    for (TreeId node : module.nodes) {
        for (TreeId child : tree_.instances_of(node, item, scope, false)) {
            const TreeNode& instance = tree_.node(child);
            if (!item.named && instance.ports != item.connections)
                return "it is connected by position, and not all ports are";
        }
    }
    return {};
}

void RingModules::add_construct(RingModule& module, const StructureItem& item,
                                const std::string& scope, std::vector<ThreadElement>& elements) {
    ThreadElement construct;
    construct.kind = ThreadElement::Kind::construct;
    construct.item = &item;
    bool any = false;
    for (const StructureBody& body : item.bodies) {
        const std::string inner =
            body.direct ? scope : joined(scope, without_backslash(body.label));
        construct.bodies.push_back(elements_of(module, body, inner));
        any = any || !construct.bodies.back().empty();
    }
    if (!any) return;
    const bool bare_loop = item.kind == StructureItem::Kind::loop && !item.loop.regular;
    bool bare_branch = false;
    for (std::size_t b = 0; b < item.bodies.size(); ++b) {
        const bool single = !item.bodies[b].has_begin && !construct.bodies[b].empty();
        bare_branch =
            bare_branch ||
            (single && construct.bodies[b].front().kind == ThreadElement::Kind::construct &&
             !item.bodies[b].direct);
    }
    if (bare_loop)
        return leave_out(
            module, item.begin,
            scope + (scope.empty() ? "" : ".") + without_backslash(item.bodies.front().label),
            "the loop does not count from a first value to a limit in equal steps");
    if (bare_branch)
        return leave_out(module, item.begin, without_backslash(item.bodies.front().label),
                         "a loop stands in it without begin and end around it");
    elements.push_back(std::move(construct));
}

// Taps are placed at the end of the block that declares their signals.
void RingModules::add_sites(RingModule& module, const StructureBody& body,
                            std::vector<ThreadElement>& elements) {
    for (std::size_t s = 0; s < plan_.sites.size(); ++s) {
        const TapSite& site = plan_.sites[s];
        if (site.module != module.name || !body.has_begin) continue;
        std::size_t at = module.text.endmodule;
        if (!site.scope.empty()) {
            const auto end =
                find_block_end(module.file->masked(), module.text, site.declared_name, site.line);
            if (!end) continue;
            at = *end;
        }
        if (at != body.close) continue;
        std::vector<int> clocks = clocks_of_site(module, site);
        if (clocks.empty()) {
            leave_out(module, body.close, site.instance_name, "its runs have different clocks");
            continue;
        }
        elements.push_back({ThreadElement::Kind::tap, std::move(clocks), s, nullptr, "", 0, {}});
    }
}

std::vector<int> RingModules::clocks_of_site(const RingModule& module, const TapSite& site) const {
    std::vector<int> clocks;
    for (TreeId node : module.nodes) {
        std::vector<std::string> scopes = tree_.node(node).scopes;
        if (site.scope.empty()) scopes = {""};
        OneClock one;
        for (const std::string& scope : scopes) {
            if (without_indices(scope) != site.scope) continue;
            const auto clock = plan_.clock_of_tap.find(
                joined(joined(tree_.node(node).path, scope), site.instance_name));
            if (clock != plan_.clock_of_tap.end()) one.add(clock->second);
        }
        if (!one.get()) return {};
        clocks.push_back(*one.get());
    }
    return clocks;
}

std::vector<int> RingModules::clocks_of_child(const RingModule& module, const StructureItem& item,
                                              const std::string& scope, const RingModule& child,
                                              const Thread& thread) const {
    std::vector<int> clocks;
    for (TreeId node : module.nodes) {
        OneClock one;
        for (TreeId instance : tree_.instances_of(node, item, scope, false)) {
            const auto at = std::find(child.nodes.begin(), child.nodes.end(), instance);
            one.add(thread.clocks[static_cast<std::size_t>(at - child.nodes.begin())]);
        }
        if (!one.get()) return {};
        clocks.push_back(*one.get());
    }
    return clocks;
}

// Reports instances that elaboration has and the text does not show.
void RingModules::report_missed(const RingModule& module) {
    std::set<std::string> reported;
    for (TreeId node : module.nodes) {
        for (TreeId child : tree_.children(node)) {
            const TreeNode& c = tree_.node(child);
            if (!tree_.has_taps(c.module)) continue;
            const bool seen = std::any_of(seen_.begin(), seen_.end(), [&](const auto* item) {
                return item->name == c.name && item->module == c.module;
            });
            if (seen || !reported.insert(c.name).second) continue;
            diagnostics_.report(code::unsupported_ring, {module.file->name(), c.line}, c.path,
                                "the text around it does not show the instance; a macro makes it");
        }
    }
}

void RingModules::leave_out(const RingModule& module, std::size_t position, const std::string& what,
                            const std::string& why) {
    diagnostics_.report(
        code::unsupported_ring,
        {module.file->name(), static_cast<std::uint32_t>(line_of(module.file->masked(), position))},
        module.name + "." + what, why);
}

}  // namespace tapestry
