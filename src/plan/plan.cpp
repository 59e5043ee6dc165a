// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/path_name.h"
#include "base/verilog_text.h"
#include "plan/hierarchy.h"
#include "plan/spot.h"
#include "plan/state_waits.h"

namespace tapestry {

namespace {

// A state port of 64 bits fits a register of any width up to that, so that one text serves every
// parameterisation, those met only after weaving too. Wider registers get what elaboration says.
constexpr std::uint32_t kPortWidth = 64;
constexpr int kMostSharedClocks = 64;
constexpr std::uint64_t kMostBins = 1 << 16;
constexpr std::uint64_t kSlackBins =
    4;  // output registers let a queue hold a little more than its array

// A name that can stand in an instance name.
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

// What findings of one text have in common.
struct SiteKey {
    std::string module;
    std::string scope;
    TapKind kind = TapKind::fsm;
    std::string name;

    friend auto operator<=>(const SiteKey&, const SiteKey&) = default;
};

struct Group {
    SiteKey key;
    std::vector<Spot> places;  // in the order of the hierarchy
    int level = 0;             // of its highest instance
};

class Planner {
public:
    Planner(const Design& design, const Findings& findings, const Project& project,
            const PlanOptions& options, Diagnostics& diagnostics)
        : design_(design),
          findings_(findings),
          project_(project),
          options_(options),
          diagnostics_(diagnostics),
          hierarchy_(design) {}

    TapPlan run() {
        plan_.map.top = design_.modules[static_cast<std::size_t>(design_.top)].source_name;
        count_modules();
        for (Group& group : groups()) add_group(group);
        add_state_waits(design_, hierarchy_, spots_, plan_.map);
        add_categories();
        add_graph();
        add_leaders();
        add_tree();
        return std::move(plan_);
    }

private:
    std::string file_of(const SourcePlace& place) const {
        return place.file == kNone ? "" : design_.files[static_cast<std::size_t>(place.file)];
    }
    std::string source_of(const SourcePlace& place) const {
        return place.file == kNone ? "" : fmt::format("{}:{}", file_of(place), place.line);
    }

    void count_modules() {
        for (const InstanceNode& node : hierarchy_.nodes()) {
            ++instances_[design_.modules[static_cast<std::size_t>(node.module)].source_name];
        }
    }

    // Findings by the text they stand for, highest level first, so that a net is tapped where it is
    // nearest to the top; within a level in the order of the hierarchy.
    std::vector<Group> groups() const {
        std::map<std::int32_t, std::vector<const Finding*>> by_module;
        for (const Finding& f : findings_.taken) by_module[f.module].push_back(&f);
        std::map<SiteKey, std::size_t> known;
        std::vector<Group> all;
        for (std::size_t n = 0; n < hierarchy_.nodes().size(); ++n) {
            const InstanceNode& node = hierarchy_.nodes()[n];
            const auto found = by_module.find(node.module);
            if (found == by_module.end()) continue;
            for (const Finding* f : found->second) {
                const SiteKey key{design_.modules[static_cast<std::size_t>(f->module)].source_name,
                                  without_indices(f->scope), f->kind(), f->name};
                const auto [at, fresh] = known.emplace(key, all.size());
                if (fresh) all.push_back({key, {}, node.level});
                Group& group = all[at->second];
                group.level = std::min(group.level, node.level);
                group.places.push_back({static_cast<std::int32_t>(n), f});
            }
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const Group& a, const Group& b) { return a.level < b.level; });
        return all;
    }

    void add_group(const Group& group) {
        std::vector<Spot> wanted;
        std::vector<Spot> unwanted;
        for (const Spot& spot : group.places) {
            const bool take =
                is_selected(path_of(spot)) && is_new_net(spot) && !would_be_a_race(spot);
            (take ? wanted : unwanted).push_back(spot);
        }
        if (wanted.empty()) return;
        const Finding& first = *wanted.front().finding;
        for (const Spot& spot : group.places) {
            if (spot.finding->observe == first.observe) continue;
            diagnostics_.report(Code::finding_depends_on_parameters,
                                {file_of(first.place), first.place.line}, path_of(spot));
            return;
        }
        TapSite site = make_site(group, wanted);
        for (const Spot& spot : wanted) remember_net(spot);
        for (const Spot& spot : unwanted) {
            plan_.map.ignored.push_back(tap_path(spot, site));
            plan_.clock_of_tap[tap_path(spot, site)] = known_clock(spot.node, spot.finding->clock);
        }
        ignore_other_instances(group, site);
        for (const Spot& spot : wanted) add_tap(spot, site);
        plan_.sites.push_back(std::move(site));
    }

    // Instances of the same text whose parameterisation has no such finding report all the same.
    void ignore_other_instances(const Group& group, const TapSite& site) {
        std::set<std::string> known;
        for (const Spot& spot : group.places) known.insert(tap_path(spot, site));
        for (const InstanceNode& node : hierarchy_.nodes()) {
            const Module& module = design_.modules[static_cast<std::size_t>(node.module)];
            if (module.source_name != group.key.module) continue;
            std::vector<std::string> scopes = module.scopes;
            if (group.key.scope.empty()) scopes = {""};
            for (const std::string& scope : scopes) {
                if (without_indices(scope) != group.key.scope) continue;
                const std::string path = joined(joined(node.path, scope), site.instance_name);
                if (known.contains(path)) continue;
                plan_.map.ignored.push_back(path);
                plan_.clock_of_tap[path] = clock_like(node, *group.places.front().finding);
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
        return {spot.finding->kind(),
                hierarchy_.source(net_of(hierarchy_, design_, spot, spot.finding->valid)),
                hierarchy_.source(net_of(hierarchy_, design_, spot, spot.finding->ready))};
    }
    bool is_new_net(const Spot& spot) const {
        return spot.finding->valid == kNone || !tapped_.contains(nets_of(spot));
    }
    void remember_net(const Spot& spot) {
        if (spot.finding->valid != kNone) tapped_.insert(nets_of(spot));
    }

    std::string scope_of(const Spot& spot) const {
        return joined(hierarchy_.nodes()[static_cast<std::size_t>(spot.node)].path,
                      spot.finding->scope);
    }
    std::string path_of(const Spot& spot) const {
        return joined(scope_of(spot), plain(spot.finding->name));
    }
    std::string tap_path(const Spot& spot, const TapSite& site) const {
        return joined(scope_of(spot), site.instance_name);
    }
    TapSite make_site(const Group& group, const std::vector<Spot>& places) {
        const Finding& f = *places.front().finding;
        const Module& module = design_.modules[static_cast<std::size_t>(f.module)];
        TapSite site;
        static_cast<TapForm&>(site) = f;
        site.module = group.key.module;
        site.scope = group.key.scope;
        site.file = file_of(module.place);
        site.module_line = module.place.line;
        site.line = f.place.line;
        site.declared_name = declared_name(f, module);
        site.instance_name =
            fresh_name(module.source_name, fmt::format("tapestry_{}", to_word(f.kind())),
                       identifier_of(f.name.empty() ? module.source_name : f.name));
        site.clock_text = (f.clock.edge == Edge::negative ? "~" : "") + f.clock.clock_text;
        site.reset_text = f.clock.reset_text;
        site.shared_clock = shared_clock(places);
        fill_parameters(site, group.places);
        for (const auto& [port, text] : f.observe) {
            // What comes out of a synchroniser is assigned as it should be.
            if (f.synced.empty() && is_assigned_blocking(places.front(), text))
                site.held.push_back(port);
        }
        return site;
    }

    // What the line of a finding declares: the net of a stream, else the thing that is measured.
    static std::string declared_name(const Finding& f, const Module& module) {
        if (f.valid != kNone && f.interface_instance.empty()) return module.var(f.valid).name;
        return f.name.starts_with('\\') ? plain(f.name)
                                        : f.name.substr(0, f.name.find_first_of(".["));
    }

    // A single register can be held (TapSite::held), an expression of several signals cannot: some
    // of them may change at the edge from which it would be.
    bool would_be_a_race(const Spot& spot) const {
        if (spot.finding->bus().name.empty()) return false;
        for (const auto& [port, text] : spot.finding->observe) {
            const std::vector<VerilogWord> words = words_of(text);
            if (words.size() < 2) continue;
            for (const VerilogWord& word : words) {
                if (is_assigned_blocking(spot, std::string(word.text))) return true;
            }
        }
        return false;
    }

    // Whether an observed signal is a register that its clocked process assigns with `=`.
    bool is_assigned_blocking(const Spot& spot, const std::string& text) const {
        const Module& module = hierarchy_.module_of(spot.node);
        const std::string name =
            text.starts_with('\\') ? plain(text) : text.substr(0, text.find_first_of(".["));
        VarId var = hierarchy_.find_var(spot.finding->module, joined(spot.finding->scope, name));
        if (var == kNone) var = hierarchy_.find_var(spot.finding->module, name);
        return var != kNone &&
               std::any_of(module.assignments.begin(), module.assignments.end(),
                           [&](const Assignment& a) {
                               return a.target == var && a.blocking && a.process != kNone &&
                                      module.processes[static_cast<std::size_t>(a.process)].kind ==
                                          Process::Kind::clocked;
                           });
    }

    std::string fresh_name(const std::string& module, const std::string& kind,
                           const std::string& name) {
        std::string candidate = name.empty() ? kind : kind + "_" + name;
        const std::string base = candidate;
        for (int i = 2; !names_.insert({module, candidate}).second; ++i)
            candidate = fmt::format("{}_{}", base, i);
        return candidate;
    }

    // Each parameter is large enough for every parameterisation of the module.
    static void fill_parameters(TapSite& site, const std::vector<Spot>& places) {
        for (const Spot& spot : places) {
            widen(site, *spot.finding);
            for (std::size_t i = 0; i < site.synced.size(); ++i)
                site.synced[i].width =
                    std::max(site.synced[i].width, spot.finding->synced[i].width);
        }
        if (auto* queue = std::get_if<QueuePart>(&site.own)) queue->bins = most_bins(places);
        fill_codes(site, places);
        if (site.is(TapKind::fsm)) fill_port(site);
    }

    static void widen(TapSite& site, const Finding& f) {
        const auto widest = [](auto& all, const auto& one) { all = std::max(all, one); };
        if (auto* machine = std::get_if<MachinePart>(&site.own))
            widest(machine->width, f.machine().width);
        else if (auto* stream = std::get_if<StreamPart>(&site.own))
            widest(stream->keep_width, f.stream().keep_width);
        else if (auto* trace = std::get_if<TracePart>(&site.own))
            widest(trace->width, f.trace().width);
    }

    static std::uint64_t most_bins(const std::vector<Spot>& places) {
        std::uint64_t most = 0;
        for (const Spot& spot : places) most = std::max(most, bins_of(spot.finding->queue()));
        return most;
    }
    static std::uint64_t bins_of(const QueuePart& queue) {
        return queue.bus.name.empty() ? std::min(queue.depth + 1 + kSlackBins, kMostBins)
                                      : queue.bins;
    }

    static void fill_codes(TapSite& site, const std::vector<Spot>& places) {
        std::set<Constant> codes;
        for (const Spot& spot : places) {
            for (const FindingState& state : spot.finding->found_states) codes.insert(state.code);
        }
        site.codes.assign(codes.begin(), codes.end());
        for (const Constant& code : site.codes)
            site.code_width = std::max(site.code_width, code_width(code));
    }
    static void fill_port(TapSite& site) {
        const std::uint32_t width = site.machine().width;
        site.port_width = std::max(kPortWidth, width);
        site.one_hot = width > kPortWidth &&
                       std::all_of(site.codes.begin(), site.codes.end(),
                                   [](const Constant& code) { return code.is_one_hot(); });
    }

    static std::uint32_t code_width(const Constant& code) {
        const auto top_digit =
            static_cast<std::uint32_t>(std::stoi(code.hex().substr(0, 1), nullptr, 16));
        std::uint32_t bits = 0;
        for (std::uint32_t d = top_digit; d; d >>= 1) ++bits;
        return std::max<std::uint32_t>(
            1, static_cast<std::uint32_t>(code.hex().size() - 1) * 4 + bits);
    }

    // The clock roots of all instances of a site; one and the same root can be shared.
    int shared_clock(const std::vector<Spot>& places) {
        int shared = kNone;
        bool all_same = true;
        for (const Spot& spot : places) {
            const int clock = clock_id(spot);
            if (shared != kNone && clock != shared) all_same = false;
            shared = clock;
        }
        return all_same && shared != kNone && clock_is_shareable_[static_cast<std::size_t>(shared)]
                   ? shared
                   : -1;
    }

    int clock_id(const Spot& spot) {
        const FindingClock& clock = spot.finding->clock;
        Net root{spot.node, {clock.clock, 0, 0}};
        std::string name = clock.clock_text;
        bool shareable = options_.top_instances == 1 && clock.clock != kNone;
        if (clock.clock != kNone) {
            root = hierarchy_.root(root);
            const Var& var = hierarchy_.module_of(root.node).var(root.bit.var);
            name = var.full_name();
            if (design_.width_of(var.type) != 1) name += fmt::format("[{}]", root.bit.position);
            shareable = shareable && var.scope.empty() && design_.width_of(var.type) == 1 &&
                        instances_.at(hierarchy_.module_of(root.node).source_name) == 1;
        }
        const auto key =
            std::make_tuple(root, clock.edge, clock.clock == kNone ? name : std::string());
        const auto known = clock_ids_.find(key);
        if (known != clock_ids_.end()) return known->second;
        const auto id = static_cast<int>(plan_.map.clocks.size());
        clock_ids_[key] = id;
        const std::string path =
            joined(hierarchy_.nodes()[static_cast<std::size_t>(root.node)].path, name);
        plan_.map.clocks.push_back(
            {id, name, path, clock.edge == Edge::negative ? "negedge" : "posedge"});
        clock_is_shareable_.push_back(shareable && id < kMostSharedClocks);
        clock_roots_.push_back(root);
        return id;
    }

    // The clock of a tap that is not wanted; kNone when no wanted tap has it.
    int known_clock(std::int32_t node, const FindingClock& clock) const {
        if (clock.clock == kNone) return kNone;
        const auto known = clock_ids_.find(
            std::make_tuple(hierarchy_.root({node, clock.clock}), clock.edge, std::string()));
        return known == clock_ids_.end() ? kNone : known->second;
    }

    // The same for an instance without such a finding: its clock has the same name.
    int clock_like(const InstanceNode& node, const Finding& finding) const {
        FindingClock clock = finding.clock;
        clock.clock = hierarchy_.find_var(node.module, clock.clock_text);
        return known_clock(static_cast<std::int32_t>(&node - hierarchy_.nodes().data()), clock);
    }

    void add_tree() {
        for (const InstanceNode& node : hierarchy_.nodes()) {
            const Module& module = design_.modules[static_cast<std::size_t>(node.module)];
            TreeNode out;
            out.path = node.path;
            out.module = module.source_name;
            out.file = file_of(module.place);
            out.module_line = module.place.line;
            out.ports = static_cast<std::uint32_t>(std::count_if(
                module.vars.begin(), module.vars.end(),
                [](const Var& v) { return v.direction != Direction::none && !v.is_local; }));
            out.scopes = module.scopes;
            out.parent = node.parent;
            if (node.parent != kNone) add_instance(node, out);
            plan_.tree.push_back(std::move(out));
        }
    }

    void add_instance(const InstanceNode& node, TreeNode& out) const {
        const Instance& instance =
            hierarchy_.module_of(node.parent).instances[static_cast<std::size_t>(node.instance)];
        out.scope = instance.scope;
        out.name = instance.name;
        out.line = instance.place.line;
        if (!instance.is_array) return;
        out.step_to_last_bit = instance.left <= instance.right ? 1 : -1;
        out.index = std::stoll(node.path.substr(node.path.rfind('[') + 1));
    }

    void add_leaders() {
        std::set<int> used;
        for (const TapSite& site : plan_.sites) {
            if (site.shared_clock >= 0) used.insert(site.shared_clock);
        }
        for (int clock : used) {
            const Net root = clock_roots_[static_cast<std::size_t>(clock)];
            const Module& module = hierarchy_.module_of(root.node);
            const bool falling =
                plan_.map.clocks[static_cast<std::size_t>(clock)].edge == "negedge";
            plan_.clocks.push_back({clock, module.source_name, file_of(module.place),
                                    module.place.line,
                                    (falling ? "~" : "") + spelled(module.var(root.bit.var).name)});
        }
    }

    void add_tap(const Spot& spot, const TapSite& site) {
        const Finding& f = *spot.finding;
        Tap tap;
        static_cast<TapForm&>(tap) = f;
        tap.tap = static_cast<int>(plan_.map.taps.size());
        tap.path = path_of(spot);
        tap.name = f.name.empty() ? tap.path.substr(tap.path.rfind('.') + 1) : plain(f.name);
        for (const auto& [path, name] : project_.rename) {
            if (matches(path, tap.path)) tap.name = name;
        }
        tap.module = site.module;
        tap.instance = tap_path(spot, site);
        tap.scope = scope_of(spot);
        tap.clock = clock_id(spot);
        plan_.clock_of_tap[tap.instance] = tap.clock;
        tap.source = source_of(f.place);
        tap.reason = f.reason;
        tap.confidence = f.confidence;
        const Ports clock = {{"clk", site.clock_text},
                             {"rst", site.reset_text.empty() ? "1'b0" : site.reset_text}};
        tap.observe.insert(tap.observe.begin(), clock.begin(), clock.end());
        if (BusRole* bus = tap.find_bus(); bus && !bus->name.empty())
            bus->name = joined(tap.scope, bus->name);
        // The woven text has these for all its instances.
        if (auto* queue = std::get_if<QueuePart>(&tap.own)) queue->bins = site.queue().bins;
        if (auto* trace = std::get_if<TracePart>(&tap.own)) trace->width = site.trace().width;
        add_states(tap, f, site);
        add_ends(tap, spot);
        plan_.map.taps.push_back(std::move(tap));
        spots_.push_back(spot);
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

    // Who feeds the channel and who drains it.
    void add_ends(Tap& tap, const Spot& spot) const {
        const Finding& f = *spot.finding;
        if (tap.times_a_bus()) return;  // its channels say who feeds whom
        ChannelEnds* const ends = tap.find_ends();
        if (!ends) return;
        if (f.is(TapKind::stream) && f.valid != kNone) {
            ends->producer = hierarchy_.driver(net_of(hierarchy_, design_, spot, f.valid));
            ends->consumer = hierarchy_.driver(net_of(hierarchy_, design_, spot, f.ready));
        } else if (f.is(TapKind::stream) && !f.interface_instance.empty()) {
            ends->producer = interface_driver(spot, f.observe[0].second);
            ends->consumer = interface_driver(spot, f.observe[1].second);
        } else if (f.is(TapKind::queue)) {
            ends->producer = expression_driver(spot, f.observe[0].second);
            ends->consumer = expression_driver(spot, f.observe[2].second);
        }
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

    std::string expression_driver(const Spot& spot, const std::string& text) const {
        const VarId var = hierarchy_.find_var(spot.finding->module, plain(text));
        return var == kNone ? hierarchy_.nodes()[static_cast<std::size_t>(spot.node)].path
                            : hierarchy_.driver({spot.node, {var, 0, 0}});
    }

    // The instance below that assigns `port.valid`, where the interface is connected to `port`.
    std::string interface_driver(const Spot& spot, const std::string& member) const {
        const std::string stem = member.substr(0, member.rfind('.'));
        const std::string last = member.substr(member.rfind('.'));
        const InstanceNode& node = hierarchy_.nodes()[static_cast<std::size_t>(spot.node)];
        const Module& module = hierarchy_.module_of(spot.node);
        for (const Assignment& a : module.assignments) {
            if (a.outer_target == member) return node.path;
        }
        for (const Instance& instance : module.instances) {
            const Module& child = design_.modules[static_cast<std::size_t>(instance.module)];
            for (const Connection& c : instance.connections) {
                if (c.value == kNone) continue;
                if (module.expr(c.value).text != stem) continue;
                for (const Assignment& a : child.assignments) {
                    if (a.outer_target == c.port + last)
                        return joined(node.path, instance.full_name());
                }
            }
        }
        return {};
    }

    void add_graph() {
        for (const Tap& tap : plan_.map.taps) {
            const ChannelEnds& ends = tap.ends();
            if (!(ends.producer.empty() && ends.consumer.empty()))
                plan_.map.edges.push_back({ends.producer, ends.consumer, tap.path});
        }
    }

    const Design& design_;
    const Findings& findings_;
    const Project& project_;
    const PlanOptions& options_;
    Diagnostics& diagnostics_;
    Hierarchy hierarchy_;
    TapPlan plan_;
    std::vector<Spot> spots_;  // of each tap of the map
    std::map<std::string, int> instances_;
    std::set<Nets> tapped_;
    std::set<std::pair<std::string, std::string>> names_;
    std::map<std::tuple<Net, Edge, std::string>, int> clock_ids_;
    std::vector<bool> clock_is_shareable_;
    std::vector<Net> clock_roots_;
};

}  // namespace

TapPlan make_plan(const Design& design, const Findings& findings, const Project& project,
                  const PlanOptions& options, Diagnostics& diagnostics) {
    return Planner(design, findings, project, options, diagnostics).run();
}

}  // namespace tapestry
