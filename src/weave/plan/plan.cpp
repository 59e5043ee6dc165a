// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/codes/plan.h"
#include "base/path_name.h"
#include "base/verilog_text.h"
#include "model/tap_map.h"
#include "model/tap_plan.h"
#include "weave/plan/clock_roots.h"
#include "weave/plan/drivers.h"
#include "weave/plan/guard_reads.h"
#include "weave/plan/hierarchy.h"
#include "weave/plan/spot.h"
#include "weave/plan/state_waits.h"
#include "weave/plan/unseen.h"

namespace tapestry {

namespace {

// The parameters of a woven tap: one text serves all parameterisations of its module.

// A state port of 64 bits fits a register of any width up to that, so that one text serves every
// parameterisation, even those first seen after weaving. Wider registers get their elaborated
// width.
constexpr std::uint32_t kPortWidth = 64;
constexpr std::uint64_t kMostBins = 1 << 16;
constexpr std::uint64_t kSlackBins =
    4;  // output registers let a queue hold a little more than its array

std::uint64_t bins_of(const QueuePart& queue) {
    return queue.bus.name.empty() ? std::min(queue.depth + 1 + kSlackBins, kMostBins) : queue.bins;
}

std::uint64_t most_bins(const std::vector<Spot>& places) {
    std::uint64_t most = 0;
    for (const Spot& spot : places) most = std::max(most, bins_of(spot.finding->queue()));
    return most;
}

std::uint32_t code_width(const Constant& code) {
    const auto top_digit =
        static_cast<std::uint32_t>(std::stoi(code.hex().substr(0, 1), nullptr, 16));
    std::uint32_t bits = 0;
    for (std::uint32_t d = top_digit; d; d >>= 1) ++bits;
    return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(code.hex().size() - 1) * 4 + bits);
}

void widen(TapSite& site, const Finding& f) {
    const auto widest = [](auto& all, const auto& one) { all = std::max(all, one); };
    if (auto* machine = std::get_if<MachinePart>(&site.own))
        widest(machine->width, f.machine().width);
    else if (auto* stream = std::get_if<StreamPart>(&site.own))
        widest(stream->keep_width, f.stream().keep_width);
    else if (auto* trace = std::get_if<TracePart>(&site.own))
        widest(trace->width, f.trace().width);
}

void fill_codes(TapSite& site, const std::vector<Spot>& places) {
    std::set<Constant> codes;
    for (const Spot& spot : places) {
        for (const FindingState& state : spot.finding->found_states) codes.insert(state.code);
    }
    site.codes.assign(codes.begin(), codes.end());
    for (const Constant& code : site.codes)
        site.code_width = std::max(site.code_width, code_width(code));
}

void fill_port(TapSite& site) {
    const std::uint32_t width = site.machine().width;
    site.port_width = std::max(kPortWidth, width);
    site.one_hot =
        width > kPortWidth && std::all_of(site.codes.begin(), site.codes.end(),
                                          [](const Constant& code) { return code.is_one_hot(); });
}

// Makes each parameter large enough for all places.
void fill_parameters(TapSite& site, const std::vector<Spot>& places) {
    for (const Spot& spot : places) {
        widen(site, *spot.finding);
        for (std::size_t i = 0; i < site.synced.size(); ++i)
            site.synced[i].width = std::max(site.synced[i].width, spot.finding->synced[i].width);
    }
    if (auto* queue = std::get_if<QueuePart>(&site.own)) queue->bins = most_bins(places);
    fill_codes(site, places);
    if (site.is(TapKind::fsm)) fill_port(site);
}

// Registers assigned with `=` in a clocked process: sampling them at the same edge is a race.

// Whether an observed signal, or its inverse, is such a register.
bool is_assigned_blocking(const Hierarchy& hierarchy, const Spot& spot, std::string text) {
    const Module& module = hierarchy.module_of(spot.node);
    if (text.starts_with('!')) text.erase(0, 1);
    const std::string name =
        text.starts_with('\\') ? plain(text) : text.substr(0, text.find_first_of(".["));
    VarId var = hierarchy.find_var(spot.finding->module, joined(spot.finding->scope, name));
    if (var == kNone) var = hierarchy.find_var(spot.finding->module, name);
    return var != kNone &&
           std::any_of(module.assignments.begin(), module.assignments.end(),
                       [&](const Assignment& a) {
                           return a.target == var && a.blocking && a.process != kNone &&
                                  module.processes[a.process].kind == Process::Kind::clocked;
                       });
}

// A single register can be held (TapSite::held), an expression of several signals cannot: some of
// them may change at the very edge at which it would be sampled.
bool would_be_a_race(const Hierarchy& hierarchy, const Spot& spot) {
    // A stream, its trace, and bus timing evaluate expressions.
    const bool computed = spot.finding->is(TapKind::stream) ||
                          (spot.finding->is(TapKind::trace) && spot.finding->valid != kNone) ||
                          !spot.finding->bus().name.empty();
    if (!computed) return false;
    for (const auto& [port, text] : spot.finding->observe) {
        const std::vector<VerilogWord> words = words_of(text);
        if (words.size() < 2) continue;
        for (const VerilogWord& word : words) {
            if (is_assigned_blocking(hierarchy, spot, std::string(word.text))) return true;
        }
    }
    return false;
}

// Groups findings by source text: one text is woven once, however many instances it has.

// The common properties of findings of one text.
struct SiteKey {
    std::string module;
    std::string scope;
    TapKind kind = TapKind::fsm;
    std::string name;

    friend auto operator<=>(const SiteKey&, const SiteKey&) = default;
};

struct FindingGroup {
    SiteKey key;
    std::vector<Spot> places;  // in the order of the hierarchy
    int level = 0;             // of its highest instance
};

// Highest level first, so that a net is tapped nearest to the top; within a level in the order of
// the hierarchy.
std::vector<FindingGroup> groups_of(const Design& design, const Hierarchy& hierarchy,
                                    const Findings& findings) {
    std::map<ModuleId, std::vector<const Finding*>> by_module;
    for (const Finding& f : findings.taken) by_module[f.module].push_back(&f);
    std::map<SiteKey, std::size_t> known;
    std::vector<FindingGroup> all;
    for (const NodeId n : hierarchy.nodes().ids()) {
        const InstanceNode& node = hierarchy.nodes()[n];
        const auto found = by_module.find(node.module);
        if (found == by_module.end()) continue;
        for (const Finding* f : found->second) {
            const SiteKey key{design.modules[f->module].source_name, without_indices(f->scope),
                              f->kind(), f->name};
            const auto [at, fresh] = known.emplace(key, all.size());
            if (fresh) all.push_back({key, {}, node.level});
            FindingGroup& group = all[at->second];
            group.level = std::min(group.level, node.level);
            group.places.push_back({n, f});
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const FindingGroup& a, const FindingGroup& b) {
        return a.level < b.level;
    });
    return all;
}

// The producer and the consumer of a channel.

// The driver of a signal, possibly inverted; any other expression is driven by the module itself.
std::string expression_driver(const Hierarchy& hierarchy, const Spot& spot, std::string text) {
    if (text.starts_with('!') || text.starts_with('~')) text.erase(0, 1);
    const VarId var = hierarchy.find_var(spot.finding->module, plain(text));
    return var == kNone ? hierarchy.nodes()[spot.node].path
                        : driver_of(hierarchy, {spot.node, {var, 0, 0}});
}

// The instance at or below a node that assigns a member of an interface, called `member` there;
// empty if there is none.
std::string interface_driver(const Hierarchy& hierarchy, NodeId node, const std::string& member) {
    const Module& module = hierarchy.module_of(node);
    for (const Assignment& a : module.assignments) {
        if (a.outer_target == member) return hierarchy.nodes()[node].path;
    }
    for (const NodeId child : hierarchy.children(node)) {
        const InstanceNode& below = hierarchy.nodes()[child];
        for (const Connection& c : module.instances[below.instance].connections) {
            const std::string inner = member_behind(module, c, member);
            const std::string path = inner.empty() ? "" : interface_driver(hierarchy, child, inner);
            if (!path.empty()) return path;
        }
    }
    return {};
}

// Fills the ends of a stream or queue; other taps have none.
void add_ends(const Design& design, const Hierarchy& hierarchy, const Spot& spot, Tap& tap) {
    const Finding& f = *spot.finding;
    if (tap.times_a_bus()) return;  // the channels of the bus have the ends
    ChannelEnds* const ends = tap.find_ends();
    if (!ends) return;
    if (f.is(TapKind::stream) && (f.valid != kNone || f.ready != kNone)) {
        // A side that is an expression is driven by the module itself.
        const std::string& here = hierarchy.nodes()[spot.node].path;
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

// The graph formed by the ends of all taps.
std::vector<GraphEdge> edges_of(const TapMap& map) {
    std::vector<GraphEdge> edges;
    for (const Tap& tap : map.taps) {
        const ChannelEnds& ends = tap.ends();
        if (!(ends.producer.empty() && ends.consumer.empty()))
            edges.push_back({ends.producer, ends.consumer, tap.path});
    }
    return edges;
}

void add_instance(const Hierarchy& hierarchy, const InstanceNode& node, TreeNode& out) {
    const Instance& instance = hierarchy.module_of(node.parent).instances[node.instance];
    out.scope = instance.scope;
    out.name = instance.name;
    out.line = instance.place.line;
    if (!instance.is_array) return;
    out.step_to_last_bit = instance.left <= instance.right ? 1 : -1;
    out.index = std::stoll(node.path.substr(node.path.rfind('[') + 1));
}

// The instance tree of a plan, which the ring is threaded through.
std::vector<TreeNode> tree_of(const Design& design, const Hierarchy& hierarchy) {
    std::vector<TreeNode> tree;
    for (const InstanceNode& node : hierarchy.nodes()) {
        const Module& module = design.modules[node.module];
        TreeNode out;
        out.path = node.path;
        out.module = module.source_name;
        out.file = file_of(design, module.place);
        out.module_line = module.place.line;
        out.ports = static_cast<std::uint32_t>(std::count_if(
            module.vars.begin(), module.vars.end(),
            [](const Var& v) { return v.direction != Direction::none && !v.is_local; }));
        out.scopes = module.scopes;
        out.parent = TreeId(node.parent.number());
        if (node.parent != kNone) add_instance(hierarchy, node, out);
        tree.push_back(std::move(out));
    }
    return tree;
}

// Replaces characters that are not valid in an instance name.
std::string identifier_of(const std::string& text) {
    std::string out;
    for (char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
            out += c;
        else if (!out.empty() && out.back() != '_')
            out += '_';
    }
    while (!out.empty() && out.back() == '_') out.pop_back();
    return out;
}

class Planner {
public:
    Planner(const Design& design, const Findings& findings, const Project& project,
            const PlanOptions& options, Diagnostics& diagnostics)
        : design_(design),
          findings_(findings),
          project_(project),
          diagnostics_(diagnostics),
          hierarchy_(design),
          clocks_(design, hierarchy_, options.top_instances) {}

    TapPlan run() {
        plan_.map.top = design_.modules[design_.top].source_name;
        for (const FindingGroup& group : groups_of(design_, hierarchy_, findings_))
            add_group(group);
        plan_.map.clocks = clocks_.clocks();
        add_state_waits(design_, hierarchy_, spots_, findings_, plan_.map);
        add_categories();
        plan_.map.edges = edges_of(plan_.map);
        std::ranges::copy(unseen_edges(hierarchy_, findings_, spots_, plan_.map),
                          std::back_inserter(plan_.map.edges));
        if (project_.record) add_guard_reads(design_, spots_, plan_.map);
        plan_.clocks = clocks_.leaders(plan_.sites);
        plan_.tree = tree_of(design_, hierarchy_);
        return std::move(plan_);
    }

private:
    void add_group(const FindingGroup& group) {
        std::vector<Spot> wanted;
        std::vector<Spot> unwanted;
        for (const Spot& spot : group.places) {
            const bool take = is_selected(path_of(hierarchy_, spot)) && is_new_net(spot) &&
                              !would_be_a_race(hierarchy_, spot);
            (take ? wanted : unwanted).push_back(spot);
        }
        if (wanted.empty()) return;
        const Finding& first = *wanted.front().finding;
        for (const Spot& spot : group.places) {
            if (spot.finding->observe == first.observe) continue;
            diagnostics_.report(code::finding_depends_on_parameters,
                                {file_of(design_, first.place), first.place.line},
                                path_of(hierarchy_, spot));
            return;
        }
        TapSite site = make_site(group, wanted);
        for (const Spot& spot : wanted) remember_net(spot);
        for (const Spot& spot : unwanted) {
            plan_.map.ignored.push_back(tap_path(spot, site));
            plan_.clock_of_tap[tap_path(spot, site)] =
                clocks_.known(spot.node, spot.finding->clock);
        }
        ignore_other_instances(group, site);
        for (const Spot& spot : wanted) add_tap(spot, site);
        plan_.sites.push_back(std::move(site));
    }

    // Instances of the same text whose parameterisation has no such finding still report; the map
    // lists them as ignored.
    void ignore_other_instances(const FindingGroup& group, const TapSite& site) {
        std::set<std::string> known;
        for (const Spot& spot : group.places) known.insert(tap_path(spot, site));
        for (const InstanceNode& node : hierarchy_.nodes()) {
            const Module& module = design_.modules[node.module];
            if (module.source_name != group.key.module) continue;
            std::vector<std::string> scopes = module.scopes;
            if (group.key.scope.empty()) scopes = {""};
            for (const std::string& scope : scopes) {
                if (without_indices(scope) != group.key.scope) continue;
                const std::string path = joined(joined(node.path, scope), site.instance_name);
                if (known.contains(path)) continue;
                plan_.map.ignored.push_back(path);
                plan_.clock_of_tap[path] = clocks_.known_like(node, *group.places.front().finding);
            }
        }
    }

    bool is_selected(const std::string& path) const {
        auto any = [&](const std::vector<std::string>& patterns) {
            return std::any_of(patterns.begin(), patterns.end(),
                               [&](const std::string& p) { return matches(p, path); });
        };
        return !any(project_.exclude) && (project_.include.empty() || any(project_.include));
    }

    using Nets = std::tuple<TapKind, Net, Net>;
    Nets nets_of(const Spot& spot) const {
        return {spot.finding->kind(), hierarchy_.source(valid_net(design_, spot)),
                hierarchy_.source(ready_net(design_, spot))};
    }
    static bool has_nets(const Spot& spot) {
        return spot.finding->valid != kNone && spot.finding->ready != kNone;
    }
    // Whether the block net of an HLS process is observed: it shows when the process waits for a
    // queue. If only a part of a process has one, a recording keeps the part in addition to the
    // whole.
    static bool says_waiting(const Spot& spot) {
        return std::any_of(spot.finding->observe.begin(), spot.finding->observe.end(),
                           [](const auto& observed) {
                               const std::string& text = observed.second;
                               return text.find("_blk_n") != std::string::npos &&
                                      text.find("TDATA_blk_n") == std::string::npos;
                           });
    }
    bool is_new_net(const Spot& spot) const {
        if (!has_nets(spot)) return true;
        const auto tapped = tapped_.find(nets_of(spot));
        if (tapped == tapped_.end()) return true;
        return project_.record && !tapped->second && says_waiting(spot);
    }
    void remember_net(const Spot& spot) {
        if (has_nets(spot)) tapped_[nets_of(spot)] |= says_waiting(spot);
    }

    std::string tap_path(const Spot& spot, const TapSite& site) const {
        return joined(scope_of(hierarchy_, spot), site.instance_name);
    }
    TapSite make_site(const FindingGroup& group, const std::vector<Spot>& places) {
        const Finding& f = *places.front().finding;
        const Module& module = design_.modules[f.module];
        TapSite site;
        static_cast<TapForm&>(site) = f;
        site.module = group.key.module;
        site.scope = group.key.scope;
        site.file = file_of(design_, module.place);
        site.module_line = module.place.line;
        site.line = f.place.line;
        site.declared_name = declared_name(f, module);
        site.instance_name =
            fresh_name(module.source_name, fmt::format("tapestry_{}", to_word(f.kind())),
                       identifier_of(f.name.empty() ? module.source_name : f.name));
        site.clock_text = (f.clock.edge == Edge::negative ? "~" : "") + f.clock.clock_text;
        site.reset_text = f.clock.reset_text;
        site.shared_clock = clocks_.shared_by(places);
        fill_parameters(site, group.places);
        for (const auto& [port, text] : f.observe) {
            // The output of a synchroniser is assigned with `<=` and cannot race.
            if (f.synced.empty() && is_assigned_blocking(hierarchy_, places.front(), text))
                site.held.push_back(port);
        }
        return site;
    }

    // The name declared on the line of a finding: the net of a stream, else the measured object.
    static std::string declared_name(const Finding& f, const Module& module) {
        if (f.valid != kNone && f.interface_instance.empty()) return module.var(f.valid).name;
        return f.name.starts_with('\\') ? plain(f.name)
                                        : f.name.substr(0, f.name.find_first_of(".["));
    }

    std::string fresh_name(const std::string& module, const std::string& kind,
                           const std::string& name) {
        std::string candidate = name.empty() ? kind : kind + "_" + name;
        const std::string base = candidate;
        for (int i = 2; !names_.insert({module, candidate}).second; ++i)
            candidate = fmt::format("{}_{}", base, i);
        return candidate;
    }

    void add_tap(const Spot& spot, const TapSite& site) {
        const Finding& f = *spot.finding;
        Tap tap;
        static_cast<TapForm&>(tap) = f;
        tap.tap = static_cast<int>(plan_.map.taps.size());
        tap.path = path_of(hierarchy_, spot);
        tap.name = f.name.empty() ? tap.path.substr(tap.path.rfind('.') + 1) : plain(f.name);
        for (const auto& [path, name] : project_.rename) {
            if (matches(path, tap.path)) tap.name = name;
        }
        tap.module = site.module;
        tap.instance = tap_path(spot, site);
        tap.scope = scope_of(hierarchy_, spot);
        tap.clock = clocks_.id_of(spot);
        plan_.clock_of_tap[tap.instance] = tap.clock;
        tap.source = source_of(f.place);
        tap.reason = f.reason;
        tap.confidence = f.confidence;
        const Ports clock = {{"clk", site.clock_text},
                             {"rst", site.reset_text.empty() ? "1'b0" : site.reset_text}};
        tap.observe.insert(tap.observe.begin(), clock.begin(), clock.end());
        if (BusRole* bus = tap.find_bus(); bus && !bus->name.empty())
            bus->name = joined(tap.scope, bus->name);
        // These are properties of the woven text, shared by all its instances.
        if (auto* queue = std::get_if<QueuePart>(&tap.own)) queue->bins = site.queue().bins;
        if (auto* trace = std::get_if<TracePart>(&tap.own)) trace->width = site.trace().width;
        add_states(tap, f, site);
        add_ends(design_, hierarchy_, spot, tap);
        plan_.map.taps.push_back(std::move(tap));
        spots_.push_back(spot);
    }

    std::string source_of(const SourcePlace& place) const {
        return place.file == kNone ? "" : fmt::format("{}:{}", file_of(design_, place), place.line);
    }

    // The tap reports states by their index in the site's codes, so the map lists all of those.
    void add_states(Tap& tap, const Finding& f, const TapSite& site) const {
        for (const Constant& code : site.codes) {
            TapState state{code.decimal(), code.decimal(), "", ""};
            for (const FindingState& known : f.found_states) {
                if (!(known.code == code)) continue;
                state.name = known.name;
                state.source = source_of(known.place);
                if (f.protocol() == kThreads) add_thread_category(state);
            }
            tap.find_states()->push_back(std::move(state));
        }
    }

    static void add_thread_category(TapState& state) {
        state.category = state.name == "idle"       ? "idle"
                         : state.name == "spinning" ? "wait_sync"
                                                    : "busy";
        state.category_reason = "the state of a hardware thread";
    }

    void add_categories() {
        for (Tap& tap : plan_.map.taps) {
            std::vector<TapState>* const states = tap.find_states();
            if (!states) continue;
            for (TapState& state : *states) {
                for (const auto& [pattern, category] : project_.categories) {
                    if (!matches(pattern, joined(tap.path, state.name))) continue;
                    state.category = category;
                    state.category_reason = "tapestry.toml says so";
                }
            }
        }
    }

    const Design& design_;
    const Findings& findings_;
    const Project& project_;
    Diagnostics& diagnostics_;
    Hierarchy hierarchy_;
    ClockRoots clocks_;
    TapPlan plan_;
    std::vector<Spot> spots_;      // of each tap of the map
    std::map<Nets, bool> tapped_;  // whether the tap also shows waiting (says_waiting)
    std::set<std::pair<std::string, std::string>> names_;
};

}  // namespace

TapPlan make_plan(const Design& design, const Findings& findings, const Project& project,
                  const PlanOptions& options, Diagnostics& diagnostics) {
    return Planner(design, findings, project, options, diagnostics).run();
}

}  // namespace tapestry
