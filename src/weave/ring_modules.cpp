// SPDX-License-Identifier: Apache-2.0
#include "weave/ring_modules.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/path_name.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

// One clock of several: kAbsent when there is none, nothing when they differ.
class OneClock {
public:
    void add(int clock) {
        if (clock == kAbsent) return;
        differs_ = differs_ || (clock_ != kAbsent && clock_ != clock);
        clock_ = clock;
    }
    std::optional<int> get() const { return differs_ ? std::nullopt : std::optional(clock_); }

private:
    int clock_ = kAbsent;
    bool differs_ = false;
};

bool agree(const std::vector<int>& a, const std::vector<int>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i] && a[i] != kAbsent && b[i] != kAbsent) return false;
    }
    return true;
}

void merge(std::vector<int>& into, const std::vector<int>& other) {
    for (std::size_t i = 0; i < into.size(); ++i) {
        if (into[i] == kAbsent) into[i] = other[i];
    }
}

void collect_clocks(const std::vector<ThreadElement>& elements,
                    std::vector<std::vector<int>>& threads) {
    for (const ThreadElement& e : elements) {
        for (const auto& body : e.bodies) collect_clocks(body, threads);
        if (e.kind == ThreadElement::Kind::construct) continue;
        const auto known = std::find_if(threads.begin(), threads.end(), [&](const auto& clocks) {
            return agree(clocks, e.clocks);
        });
        if (known == threads.end())
            threads.push_back(e.clocks);
        else
            merge(*known, e.clocks);
    }
}

// The elements that belong to the thread: those that agree with it and with no earlier one.
std::vector<ThreadElement> chosen(const std::vector<ThreadElement>& elements,
                                  const std::vector<std::vector<int>>& threads,
                                  std::size_t thread) {
    std::vector<ThreadElement> out;
    for (const ThreadElement& e : elements) {
        ThreadElement copy = e;
        bool take = false;
        for (auto& body : copy.bodies) {
            body = chosen(body, threads, thread);
            take = take || !body.empty();
        }
        if (e.kind != ThreadElement::Kind::construct) {
            const auto first = std::find_if(threads.begin(), threads.end(),
                                            [&](const auto& c) { return agree(c, e.clocks); });
            take = first - threads.begin() == static_cast<std::ptrdiff_t>(thread);
        }
        if (take) out.push_back(std::move(copy));
    }
    return out;
}

std::string plain(std::string label) {
    if (label.starts_with('\\')) label.erase(0, 1);
    return label;
}

}  // namespace

RingModules::RingModules(const TapPlan& plan, OpenFile open, Diagnostics& diagnostics)
    : plan_(plan), open_(std::move(open)), diagnostics_(diagnostics), children_(plan.tree.size()) {
    for (std::size_t n = 0; n < plan.tree.size(); ++n) {
        const TreeNode& node = plan.tree[n];
        nodes_of_[node.module].push_back(static_cast<std::int32_t>(n));
        if (node.parent != kNone)
            children_[static_cast<std::size_t>(node.parent)].push_back(
                static_cast<std::int32_t>(n));
    }
    find_with_taps();
    if (!plan.tree.empty()) build(plan.tree.front().module);
}

// A text serves all its instances, so what one of them leads to counts for all.
void RingModules::find_with_taps() {
    for (const TapSite& site : plan_.sites) with_taps_.insert(site.module);
    for (std::size_t before = 0; before != with_taps_.size();) {
        before = with_taps_.size();
        for (const TreeNode& node : plan_.tree) {
            if (node.parent != kNone && with_taps_.contains(node.module))
                with_taps_.insert(plan_.tree[static_cast<std::size_t>(node.parent)].module);
        }
    }
}

RingModule* RingModules::build(const std::string& name) {
    const auto known = modules_.find(name);
    if (known != modules_.end()) return known->second.threads.empty() ? nullptr : &known->second;
    if (!with_taps_.contains(name)) return nullptr;
    RingModule module;
    module.name = name;
    module.nodes = nodes_of_[name];
    const bool readable = open_text(module);
    // From here on a module that instances itself finds this one, without threads yet.
    RingModule& kept = modules_[name] = std::move(module);
    if (!readable) return nullptr;
    add_threads(kept);
    report_missed(kept);
    if (kept.threads.empty()) return nullptr;
    order_.push_back(&kept);
    return &kept;
}

bool RingModules::open_text(RingModule& module) {
    const TreeNode& node = plan_.tree[static_cast<std::size_t>(module.nodes.front())];
    module.file = open_(node.file);
    if (!module.file) return false;
    const auto text = find_module(module.file->masked(), module.name, node.module_line);
    const auto structure =
        text ? structure_of(module.file->masked(), *text) : std::optional<ModuleStructure>();
    if (!structure) {
        diagnostics_.report(Code::unsupported_ring, {node.file, node.module_line}, module.name,
                            "its text does not have the form of a module; a macro makes it");
        return false;
    }
    module.text = *text;
    module.structure = *structure;
    return true;
}

void RingModules::add_threads(RingModule& module) {
    const std::vector<ThreadElement> all = elements_of(module, module.structure.body, "");
    std::vector<std::vector<int>> threads;
    collect_clocks(all, threads);
    for (std::size_t t = 0; t < threads.size(); ++t) {
        Thread thread{threads[t], "", chosen(all, threads, t)};
        if (threads.size() > 1) thread.suffix = fmt::format("_{}", t);
        module.threads.push_back(std::move(thread));
    }
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
    if (!with_taps_.contains(item.module)) return;
    bool there = false;
    for (std::int32_t node : module.nodes)
        there = there || !instances_of(node, item, scope, false).empty();
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
    for (std::int32_t node : module.nodes) {
        for (std::int32_t child : instances_of(node, item, scope, false)) {
            const TreeNode& instance = plan_.tree[static_cast<std::size_t>(child)];
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
        const std::string inner = body.direct ? scope : joined(scope, plain(body.label));
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
        return leave_out(module, item.begin,
                         scope + (scope.empty() ? "" : ".") + plain(item.bodies.front().label),
                         "the loop does not count from a first value to a limit in equal steps");
    if (bare_branch)
        return leave_out(module, item.begin, plain(item.bodies.front().label),
                         "a loop stands in it without begin and end around it");
    elements.push_back(std::move(construct));
}

// Taps stand at the end of the block that holds their signals.
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

std::vector<std::int32_t> RingModules::instances_of(std::int32_t node, const StructureItem& item,
                                                    const std::string& scope,
                                                    bool with_indices) const {
    std::vector<std::int32_t> found;
    for (std::int32_t child : children_[static_cast<std::size_t>(node)]) {
        const TreeNode& c = plan_.tree[static_cast<std::size_t>(child)];
        const bool same = c.name == item.name && c.module == plain(item.module) &&
                          (with_indices ? c.scope : without_indices(c.scope)) == scope;
        if (same) found.push_back(child);
    }
    // The element of the lowest bits comes first, as it does in a concatenation of ports.
    std::stable_sort(found.begin(), found.end(), [&](std::int32_t a, std::int32_t b) {
        const TreeNode& x = plan_.tree[static_cast<std::size_t>(a)];
        const TreeNode& y = plan_.tree[static_cast<std::size_t>(b)];
        return x.index * x.step_to_last_bit > y.index * y.step_to_last_bit;
    });
    return found;
}

std::vector<int> RingModules::clocks_of_site(const RingModule& module, const TapSite& site) const {
    std::vector<int> clocks;
    for (std::int32_t node : module.nodes) {
        std::vector<std::string> scopes = plan_.tree[static_cast<std::size_t>(node)].scopes;
        if (site.scope.empty()) scopes = {""};
        OneClock one;
        for (const std::string& scope : scopes) {
            if (without_indices(scope) != site.scope) continue;
            const auto clock =
                plan_.clock_of_tap.find(joined(joined(path(node), scope), site.instance_name));
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
    for (std::int32_t node : module.nodes) {
        OneClock one;
        for (std::int32_t instance : instances_of(node, item, scope, false)) {
            const auto at = std::find(child.nodes.begin(), child.nodes.end(), instance);
            one.add(thread.clocks[static_cast<std::size_t>(at - child.nodes.begin())]);
        }
        if (!one.get()) return {};
        clocks.push_back(*one.get());
    }
    return clocks;
}

// Instances that elaboration knows and the text does not show.
void RingModules::report_missed(const RingModule& module) {
    std::set<std::string> reported;
    for (std::int32_t node : module.nodes) {
        for (std::int32_t child : children_[static_cast<std::size_t>(node)]) {
            const TreeNode& c = plan_.tree[static_cast<std::size_t>(child)];
            if (!with_taps_.contains(c.module)) continue;
            const bool seen = std::any_of(seen_.begin(), seen_.end(), [&](const auto* item) {
                return item->name == c.name && item->module == c.module;
            });
            if (seen || !reported.insert(c.name).second) continue;
            diagnostics_.report(Code::unsupported_ring, {module.file->name(), c.line}, c.path,
                                "the text around it does not show the instance; a macro makes it");
        }
    }
}

void RingModules::leave_out(const RingModule& module, std::size_t position, const std::string& what,
                            const std::string& why) {
    diagnostics_.report(
        Code::unsupported_ring,
        {module.file->name(), static_cast<std::uint32_t>(line_of(module.file->masked(), position))},
        module.name + "." + what, why);
}

std::vector<std::string> RingModules::taps_of(const Thread& thread) const {
    std::vector<std::string> taps;
    walk(*order_.back(), thread.elements, 0, "", taps);
    return taps;
}

void RingModules::walk(const RingModule& module, const std::vector<ThreadElement>& elements,
                       std::int32_t node, const std::string& scope,
                       std::vector<std::string>& taps) const {
    for (const ThreadElement& e : elements) {
        if (e.kind == ThreadElement::Kind::tap) {
            taps.push_back(joined(joined(path(node), scope), plan_.sites[e.site].instance_name));
        } else if (e.kind == ThreadElement::Kind::instance) {
            const RingModule& child = modules_.at(e.child);
            for (std::int32_t instance : instances_of(node, *e.item, scope, true))
                walk(child, child.threads[e.child_thread].elements, instance, "", taps);
        } else {
            walk_construct(module, e, node, scope, taps);
        }
    }
}

void RingModules::walk_construct(const RingModule& module, const ThreadElement& element,
                                 std::int32_t node, const std::string& scope,
                                 std::vector<std::string>& taps) const {
    const std::vector<std::string>& scopes = plan_.tree[static_cast<std::size_t>(node)].scopes;
    for (std::size_t b = 0; b < element.bodies.size(); ++b) {
        const StructureBody& body = element.item->bodies[b];
        if (body.direct || body.label.empty()) {
            walk(module, element.bodies[b], node, scope, taps);
            continue;
        }
        const std::string inner = joined(scope, plain(body.label));
        if (element.item->kind != StructureItem::Kind::loop) {
            const bool taken = std::find(scopes.begin(), scopes.end(), inner) != scopes.end();
            if (taken) walk(module, element.bodies[b], node, inner, taps);
            continue;
        }
        std::vector<long> runs;
        for (const std::string& s : scopes) {
            const bool run =
                s.starts_with(inner + "[") && s.find(']', inner.size()) == s.size() - 1;
            if (run) runs.push_back(std::stol(s.substr(inner.size() + 1)));
        }
        std::sort(runs.begin(), runs.end());
        if (element.item->loop.down) std::reverse(runs.begin(), runs.end());
        for (long run : runs)
            walk(module, element.bodies[b], node, fmt::format("{}[{}]", inner, run), taps);
    }
}

}  // namespace tapestry
