// SPDX-License-Identifier: Apache-2.0
#include "find/logic/module_vars.h"

#include <algorithm>
#include <functional>

namespace tapestry {

namespace {

constexpr std::uint32_t kNarrow = 8;         // registers up to this width are analysed bit by bit
constexpr std::uint64_t kMostElements = 16;  // longer arrays are memories

// The variables connected to an output.
void for_each_target(const Module& module, ExprId id, const std::function<void(VarId)>& visit) {
    const Expr& e = module.expr(id);
    if (e.op == Op::ref) visit(e.var);
    if (e.op == Op::select || e.op == Op::array_select)
        return for_each_target(module, e.args[0], visit);
    if (e.op != Op::concatenate) return;
    for (ExprId part : e.args) for_each_target(module, part, visit);
}

template <class Map>
const typename Map::mapped_type& found_or_none(const Map& map, const typename Map::key_type& key) {
    static const typename Map::mapped_type none;
    const auto found = map.find(key);
    return found == map.end() ? none : found->second;
}

}  // namespace

ModuleVars::ModuleVars(const Design& design, const Module& module)
    : design_(design), module_(module) {
    for (const Expr& e : module_.exprs) {
        if (e.op == Op::outer_ref) add_outer(e.text, e.width);
    }
    index_instances();
    for (const AssignmentId i : module_.assignments.ids()) index_assignment(i);
}

void ModuleVars::index_instances() {
    for (const InstanceId i : module_.instances.ids()) {
        for (const Connection& c : module_.instances[i].connections) {
            if (c.direction != Direction::output || c.value == kNone) continue;
            for_each_target(module_, c.value, [&](VarId var) {
                driving_pins_[var].push_back({i, &c});
            });
        }
    }
}

void ModuleVars::index_assignment(AssignmentId id) {
    const Assignment& a = assignment(id);
    const VarId target = a.target != kNone ? a.target : outer(a.outer_target);
    if (a.process != kNone && module_.processes[a.process].kind == Process::Kind::initial) return;
    if (target != kNone) writers_[target].push_back(id);
    if (a.to_element && module_.expr(a.element_index).op != Op::constant) indexed_.insert(target);
    for (const Guard& g : a.guards) {
        first_use_.emplace(g.condition, id);
        auto& items = case_items_[g.condition];
        if (!g.is_case || !g.holds) continue;
        if (std::find(items.begin(), items.end(), g.matches) == items.end())
            items.push_back(g.matches);
    }
}

VarId ModuleVars::add_outer(const std::string& text, std::uint32_t width) {
    const auto next = static_cast<VarId>(module_.vars.size() + outer_names_.size());
    const auto [at, fresh_one] = outers_.emplace(text, next);
    if (fresh_one) {
        outer_names_.push_back(text);
        outer_widths_.push_back(std::max<std::uint32_t>(width, 1));
    }
    return at->second;
}

VarId ModuleVars::outer(const std::string& text) const {
    const auto found = outers_.find(text);
    return found == outers_.end() ? kNone : found->second;
}

std::string ModuleVars::outer_name(VarId var) const {
    const std::size_t at = static_cast<std::size_t>(var) - module_.vars.size();
    return module_.vars.has(var) ? "" : outer_names_[at];
}

std::uint32_t ModuleVars::width(VarId var) const {
    const auto at = static_cast<std::size_t>(var);
    if (at >= module_.vars.size()) return outer_widths_[at - module_.vars.size()];
    return design_.width_of(module_.vars[at].type);
}

std::uint64_t ModuleVars::elements(VarId var) const {
    const auto at = static_cast<std::size_t>(var);
    if (at >= module_.vars.size() || module_.vars[at].type == kNone) return 1;
    const Type& type = design_.types[module_.vars[at].type];
    return type.kind == Type::Kind::unpacked_array ? std::max<std::uint64_t>(type.elements, 1) : 1;
}

bool ModuleVars::is_memory(VarId var) const {
    return elements(var) > kMostElements || (width(var) > kNarrow && indexed_.contains(var));
}

const std::vector<AssignmentId>& ModuleVars::writers(VarId var) const {
    return found_or_none(writers_, var);
}

const std::vector<ModuleVars::Driver>& ModuleVars::driving_pins(VarId var) const {
    return found_or_none(driving_pins_, var);
}

bool ModuleVars::is_state(VarId var) const {
    const std::vector<AssignmentId>& ids = writers(var);
    return std::any_of(ids.begin(), ids.end(), [&](AssignmentId id) {
        const ProcessId process = assignment(id).process;
        return process != kNone && is_clocked(process);
    });
}

bool ModuleVars::has_state() const {
    return std::any_of(writers_.begin(), writers_.end(),
                       [&](const auto& entry) { return is_state(entry.first); });
}

std::vector<Bit> ModuleVars::state_bits() const {
    std::vector<Bit> all;
    for (const auto& [var, ids] : writers_) {
        if (!is_state(var) || is_memory(var)) continue;
        std::set<std::uint64_t> positions;
        const std::uint32_t bits = width(var);
        for (std::uint32_t i = 0; i < std::min(bits, kNarrow); ++i) positions.insert(i);
        for (AssignmentId id : ids) {
            const Assignment& a = assignment(id);
            if (!a.whole && a.lsb < bits) positions.insert(a.lsb);
        }
        for (std::uint64_t e = 0; e < elements(var); ++e) {
            for (std::uint64_t p : positions) all.push_back({var, e, p});
        }
    }
    return all;
}

}  // namespace tapestry
