// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/plan_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/verilog_text.h"
#include "explain/experiments/boundary.h"
#include "explain/experiments/clock_use.h"
#include "explain/experiments/heard_variables.h"
#include "explain/experiments/stillness.h"
#include "model/design.h"
#include "model/keeping.h"
#include "model/pragma.h"
#include "model/step_plan.h"

namespace tapestry {

namespace {

// Variables as plain vectors, which can be joined into one.

constexpr std::uint64_t kMostElements = 16;  // longer arrays are memories

// Of all elements together.
std::uint32_t bits_of(const Design& design, TypeId id) {
    const Type& type = design.types[id];
    return type.kind == Type::Kind::unpacked_array
               ? static_cast<std::uint32_t>(type.elements) * bits_of(design, type.element)
               : design.width_of(id);
}

// A variable itself, or the elements of an array; nothing when there are too many.
std::vector<std::string> vectors_of(const Design& design, TypeId id, const std::string& name) {
    const Type& type = design.types[id];
    if (type.kind != Type::Kind::unpacked_array) return {name};
    if (type.elements > kMostElements || type.element == kNone) return {};
    std::vector<std::string> all;
    for (std::int64_t i = std::min(type.left, type.right); i <= std::max(type.left, type.right);
         ++i) {
        for (std::string& text : vectors_of(design, type.element, fmt::format("{}[{}]", name, i)))
            all.push_back(std::move(text));
    }
    return all;
}

// The registers of a module, so that a simulation can tell whether it stood still.

struct OwnRegisters {
    std::vector<std::string> texts;  // expressions in the scope of the module
    std::uint32_t bits = 0;
    bool complete = true;  // false: some could not be named
};

std::string text_of(const Var& var) {
    return var.scope.empty() ? spelled(var.name) : var.scope + "." + spelled(var.name);
}

void add_register(const Design& design, const Var& var, OwnRegisters& out) {
    const Type& type = design.types[var.type];
    if (type.kind != Type::Kind::unpacked_array &&
        (design.width_of(var.type) == 0 || type.kind == Type::Kind::interface)) {
        out.complete = false;
        return;
    }
    const std::vector<std::string> vectors = vectors_of(design, var.type, text_of(var));
    out.texts.insert(out.texts.end(), vectors.begin(), vectors.end());
    if (!vectors.empty()) out.bits += bits_of(design, var.type);
}

bool is_clocked(const Module& module, const Assignment& a) {
    return a.process != kNone && module.processes[a.process].kind == Process::Kind::clocked;
}

// Variables that decide what happens: they stand in a condition or make a single bit, or lead
// there through logic without registers.
class Steering {
public:
    Steering(const Design& design, const Module& module) : module_(module) {
        for (const Assignment& a : module.assignments) {
            if (!is_clocked(module, a) && a.target != kNone) made_by_[a.target].push_back(&a);
            add_guards(a);
            if (a.target != kNone && design.width_of(module.var(a.target).type) == 1) add(a.value);
        }
        while (!open_.empty()) {
            const VarId var = open_.back();
            open_.pop_back();
            for (const Assignment* a : made_by_[var]) {
                add(a->value);
                add_guards(*a);
            }
        }
    }
    bool contains(VarId var) const { return found_.contains(var); }

private:
    void add(ExprId id) {
        if (id == kNone) return;
        const Expr& expr = module_.expr(id);
        if (expr.op == Op::ref && found_.insert(expr.var).second) open_.push_back(expr.var);
        for (const ExprId argument : expr.args) add(argument);
    }
    void add_guards(const Assignment& a) {
        for (const Guard& guard : a.guards) {
            add(guard.condition);
            for (const ExprId match : guard.matches) add(match);
        }
    }

    const Module& module_;
    std::map<VarId, std::vector<const Assignment*>> made_by_;
    std::set<VarId> found_;
    std::vector<VarId> open_;
};

// Single bits that come in, and buses that decide something: when one has changed, what the module
// did at the last edge says nothing about the next one.
void add_steering_inputs(const Design& design, const Module& module,
                         const std::vector<StepClock>& clocks, OwnRegisters& out) {
    const Steering steering(design, module);
    for (const VarId v : module.vars.ids()) {
        const Var& var = module.vars[v];
        const bool clock = std::any_of(clocks.begin(), clocks.end(), [&](const StepClock& c) {
            return c.port == spelled(var.name);
        });
        if (var.direction != Direction::input || var.is_local || clock) continue;
        const bool bit = design.width_of(var.type) == 1;
        if (bit || steering.contains(v)) add_register(design, var, out);
    }
}

// Those of the module itself, without its instances, as far as anything outside can notice them.
// Memories are left out: whoever writes to one also moves a register. With them what comes in
// beside the clocks and decides something: single bits, and buses that stand in conditions.
OwnRegisters own_registers(const Design& design, const Module& module,
                           const std::vector<StepClock>& clocks) {
    OwnRegisters out;
    std::set<VarId> seen;
    const std::set<VarId> heard = heard_variables(module);
    for (const Assignment& a : module.assignments) {
        if (!is_clocked(module, a)) continue;
        if (a.target == kNone) {
            out.complete = false;
        } else if (heard.contains(a.target) && seen.insert(a.target).second) {
            const Var& var = module.var(a.target);
            // What lives in a block is made anew each time, unless it is assigned like a register.
            if (!var.is_local)
                add_register(design, var, out);
            else if (!a.blocking)
                out.complete = false;
        }
    }
    add_steering_inputs(design, module, clocks, out);
    return out;
}

// What is known of one source module: a site, or the reason why there is none.
struct Known {
    StepSite site;
    std::string refused;
    bool has_registers = false;
    bool has_work = false;           // it does not only keep what others give it
    bool first = true;               // no parameterisation has been looked at
    std::vector<std::string> below;  // modules of the instances that have registers
};

bool has_own_registers(const Module& module) {
    return std::any_of(module.processes.begin(), module.processes.end(),
                       [](const Process& p) { return p.kind == Process::Kind::clocked; });
}

// Whether a register of the module is an instance of its own, without which its logic does nothing.
bool has_flop_instances(const Design& design, const Module& module, ClockUse& use) {
    return std::any_of(module.instances.begin(), module.instances.end(),
                       [&](const Instance& instance) {
                           return use.has_registers(instance.module) &&
                                  only_keeps(design, design.modules[instance.module]);
                       });
}

// Names of the instances that have registers; an array has one for each of its elements.
std::vector<std::string> registered_children(const Module& module, ClockUse& use) {
    std::vector<std::string> names;
    for (const Instance& instance : module.instances) {
        if (use.has_registers(instance.module)) names.push_back(spelled_name(instance));
    }
    return names;
}

bool has_arrays(const Module& module) {
    return std::any_of(module.instances.begin(), module.instances.end(),
                       [](const Instance& instance) { return instance.is_array; });
}

void find_clocks(const Module& module, ModuleId id, ClockUse& use, Known& known) {
    for (const VarId v : module.vars.ids()) {
        const Var& var = module.vars[v];
        if (var.direction != Direction::input || var.is_local) continue;
        const ClockEdges edges = use.of(id, v);
        if (!edges.any()) continue;
        // A further edge is a whole pulse, which has the other edge too.
        const bool falling = edges.falling && !edges.rising;
        const std::string port = spelled(var.name);
        auto& clocks = known.site.clocks;
        const auto same = std::find_if(clocks.begin(), clocks.end(),
                                       [&](const StepClock& c) { return c.port == port; });
        if (same == clocks.end())
            clocks.push_back({port, falling});
        else if (same->falling != falling)
            known.refused = "its instances are clocked by different edges of '" + var.name + "'";
    }
    if (known.site.clocks.empty() && known.refused.empty())
        known.refused = "no port is the clock of its registers";
}

// What crosses the edge of the module beside its ports, where nobody looks; empty: nothing does.
std::string unseen_crossing(const Module& module, const std::vector<EdgePort>& ports) {
    for (const Expr& expr : module.exprs) {
        if (expr.op != Op::outer_ref) continue;
        if (std::any_of(ports.begin(), ports.end(),
                        [&](const EdgePort& port) { return port.text == expr.text; }))
            continue;
        const std::string scope = expr.text.substr(0, expr.text.find('.'));
        const bool inside = std::any_of(
            module.instances.begin(), module.instances.end(), [&](const Instance& instance) {
                return instance.name == scope.substr(0, scope.find('['));
            });
        if (!inside) return "'" + expr.text + "' lies outside it, and is no port";
    }
    return {};
}

// A port of so many parts that nobody looks at them; empty: there is none.
std::string unwatched_port(const Design& design, const Module& module,
                           const std::vector<EdgePort>& ports) {
    for (const VarId v : module.vars.ids()) {
        const Var& var = module.vars[v];
        const bool port = var.direction != Direction::none && !var.is_parameter && !var.is_local;
        const bool interface =
            port && var.type != kNone && design.types[var.type].kind == Type::Kind::interface;
        const bool seen =
            std::any_of(ports.begin(), ports.end(), [&](const EdgePort& p) { return p.var == v; });
        if (port && !interface && !seen)
            return "its port '" + var.name + "' has more parts than can be watched";
    }
    return {};
}

void add_namesakes(const Module& module, StepSite& site) {
    for (const Instance& instance : module.instances) {
        for (const Connection& c : instance.connections) {
            const bool clock =
                std::any_of(site.clocks.begin(), site.clocks.end(),
                            [&](const StepClock& known) { return known.port == spelled(c.port); });
            const std::string pin = instance.name + "." + spelled(c.port);
            if (clock && std::find(site.namesakes.begin(), site.namesakes.end(), pin) ==
                             site.namesakes.end())
                site.namesakes.push_back(pin);
        }
    }
}

void add_states(ModuleId id, const Findings& findings, StepSite& site) {
    for (const Finding& f : findings.taken) {
        if (f.module != id || !f.is(TapKind::fsm) || !f.scope.empty() || f.observe.empty() ||
            is_pragma_machine(f))
            continue;
        const std::string& text = f.observe.front().second;
        if (std::find(site.states.begin(), site.states.end(), text) == site.states.end())
            site.states.push_back(text);
    }
}

// What is looked up of the design, module by module.
struct Lookup {
    ClockUse use;
    UnreadOutputs unread;
    BusGates gates;
    explicit Lookup(const Design& design) : use(design), unread(design), gates(design) {}
};

// Whether it stood still can be told when all parameterisations have the same registers and
// instances on one clock.
void add_registers(const Design& design, const Module& module, Known& known) {
    OwnRegisters own = own_registers(design, module, known.site.clocks);
    StepSite& site = known.site;
    const bool nameable = own.complete && site.clocks.size() == 1 && !has_arrays(module) &&
                          std::none_of(module.instances.begin(), module.instances.end(),
                                       [](const Instance& i) { return i.module == kNone; });
    const bool same = known.first || own.texts == site.registers;
    site.can_stand_still = nameable && same && (known.first || site.can_stand_still);
    site.registers = std::move(own.texts);
    site.register_bits = std::max(site.register_bits, own.bits);
}

void look_at(const Design& design, ModuleId id, const Findings& findings, Lookup& lookup,
             Known& known) {
    ClockUse& use = lookup.use;
    const Module& module = design.modules[id];
    StepSite& site = known.site;
    if (!use.has_registers(id)) return;
    known.has_registers = true;
    known.has_work = known.has_work || !only_keeps(design, module);
    site.module = module.source_name;
    site.line = module.place.line;
    if (module.place.file != kNone) site.file = design.files[module.place.file];
    find_clocks(module, id, use, known);
    const std::vector<EdgePort> ports = lookup.gates.ports(id);
    if (known.refused.empty()) known.refused = unseen_crossing(module, ports);
    if (known.refused.empty()) known.refused = unwatched_port(design, module, ports);
    add_boundary(design, id, findings, lookup.unread, lookup.gates, site);
    if (site.levels.size() > kMostLevels)
        known.refused = fmt::format("more than {} of its ports are single bits", kMostLevels);
    add_states(id, findings, site);
    add_namesakes(module, site);
    for (const Instance& instance : module.instances) {
        if (use.has_registers(instance.module))
            known.below.push_back(design.modules[instance.module].source_name);
    }
    const std::vector<std::string> children = registered_children(module, use);
    const bool own =
        has_own_registers(module) && !children.empty() && !has_flop_instances(design, module, use);
    add_registers(design, module, known);
    if (known.first) {
        site.children = children;
        site.modules_below = known.below;
    }
    site.can_stand_still = site.can_stand_still && children == site.children;
    // Their events are named in the text, which serves all parameterisations.
    const bool nameable = !has_arrays(module) && children == site.children;
    site.has_own_logic = own && nameable && (known.first || site.has_own_logic);
    known.first = false;
}

void add_stillness(const Design& design, std::map<std::string, Known>& modules) {
    Stillness stillness(design, [&](const std::string& name) -> const StepSite* {
        const auto at = modules.find(name);
        const bool stepped =
            at != modules.end() && at->second.has_registers && at->second.refused.empty();
        return stepped ? &at->second.site : nullptr;
    });
    std::map<std::string, std::vector<StepStill>> stills;
    for (const ModuleId i : design.modules.ids()) {
        const Module& module = design.modules[i];
        const std::vector<StepStill> found = stillness.of(i);
        const auto [at, first] = stills.try_emplace(module.source_name, found);
        if (!first) keep_common(at->second, found);
    }
    for (auto& [name, all] : stills) modules[name].site.stills = std::move(all);
}

// The elaborated module of each instance.
void add_modules(const Design& design, ModuleId id, const std::string& path,
                 std::map<std::string, ModuleId>& modules) {
    constexpr std::size_t kMost = 100'000;  // instances
    modules.emplace(path, id);
    if (modules.size() > kMost) return;
    for (const Instance& instance : design.modules[id].instances) {
        if (instance.module == kNone) continue;
        const std::string name = path + "." + instance.full_name();
        if (!instance.is_array) {
            add_modules(design, instance.module, name, modules);
            continue;
        }
        const std::int64_t step = instance.left <= instance.right ? 1 : -1;
        for (std::int64_t k = instance.left; k != instance.right + step; k += step)
            add_modules(design, instance.module, fmt::format("{}[{}]", name, k), modules);
    }
}

// What leaves the design shows whether an experiment did the same work: where that is not watched,
// no block can be tried.
void refuse_all(StepPlan& plan, const std::string& why) {
    for (const StepBlock& block : plan.blocks)
        if (!block.own_logic)
            plan.refused.push_back(
                {block.path, fmt::format("{} cannot be watched: {}", plan.top, why)});
    plan.blocks.clear();
    plan.sites.clear();
}

}  // namespace

StepPlan plan_steps(const Design& design, const Findings& findings, const TapPlan& plan) {
    Lookup lookup(design);
    std::map<std::string, Known> modules;
    for (const ModuleId i : design.modules.ids()) {
        if (design.modules[i].is_interface) continue;
        Known& known = modules[design.modules[i].source_name];
        look_at(design, i, findings, lookup, known);
        if (design.modules[i].source_name == plan.map.top && known.site.shows.empty())
            add_shows(design, i, known.site);
    }
    // The logic beside instances needs the events of all of them.
    for (auto& [name, known] : modules) {
        if (std::any_of(known.below.begin(), known.below.end(),
                        [&](const std::string& child) { return !modules[child].refused.empty(); }))
            known.site.has_own_logic = false;
    }
    add_stillness(design, modules);
    StepPlan out;
    out.top = plan.map.top;
    std::map<std::string, ModuleId> module_of;
    add_modules(design, design.top, plan.map.top, module_of);
    std::map<std::string, std::size_t> sites;
    for (const TreeNode& node : plan.tree) {
        const Known& known = modules[node.module];
        if (!known.has_registers) continue;
        const bool is_block = known.has_work || node.module == plan.map.top;
        if (!known.refused.empty()) {
            if (is_block) out.refused.push_back({node.path, known.refused});
            continue;
        }
        const auto [at, added] = sites.try_emplace(node.module, out.sites.size());
        if (added) out.sites.push_back(known.site);
        if (added) out.sites.back().is_top = node.module == plan.map.top;
        if (added && !known.site.can_stand_still) {
            out.sites.back().registers.clear();
            out.sites.back().register_bits = 0;
        }
        const auto elaborated = module_of.find(node.path);
        const ModuleId id = elaborated == module_of.end() ? kNone : elaborated->second;
        if (is_block) out.blocks.push_back({node.path, at->second, false, id});
        if (known.site.has_own_logic) out.blocks.push_back({node.path, at->second, true, id});
    }
    if (!modules[out.top].refused.empty()) refuse_all(out, modules[out.top].refused);
    return out;
}

}  // namespace tapestry
