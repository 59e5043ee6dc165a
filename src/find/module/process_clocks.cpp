// SPDX-License-Identifier: Apache-2.0
#include "find/module/process_clocks.h"

#include <algorithm>
#include <set>

#include "base/verilog_text.h"

namespace tapestry {

ProcessClocks::ProcessClocks(const Design& design, const IdTable<ModuleId, ModuleIndex>& indexes)
    : design_(design), indexes_(indexes), unnamed_(design, indexes) {
    for (const Module& module : design.modules) {
        const ModuleId id(resets_.size());
        resets_.emplace_back(design, indexes[id], id, unnamed_);
        auto& lists = by_process_.emplace_back(module.processes.size());
        for (const AssignmentId i : module.assignments.ids()) {
            const ProcessId process = module.assignments[i].process;
            if (process != kNone) lists[process].push_back(i);
        }
    }
}

std::optional<FindingClock> ProcessClocks::of(ModuleId module, ProcessId process) const {
    const auto key = std::make_pair(module, process);
    const auto known = memo_.find(key);
    if (known != memo_.end()) return known->second;
    std::optional<FindingClock> clock = edges_of(module, process);
    if (clock && clock->reset_text.empty()) clock->reset_text = reset_of(module, process);
    return memo_[key] = clock;
}

std::optional<FindingClock> ProcessClocks::of_register(ModuleId module, VarId var,
                                                       std::optional<BitRange> bits) const {
    const ModuleIndex& index = indexes_[module];
    for (const AssignmentId id : index.drivers(var)) {
        const Assignment& a = index.assignment(id);
        const bool apart = bits && !a.whole && (bits->lsb < a.lsb || bits->lsb >= a.lsb + a.width);
        if (apart || !index.is_clocked(a)) continue;
        std::optional<FindingClock> clock = edges_of(module, a.process);
        if (clock && clock->reset_text.empty())
            clock->reset_text = text_of(module, resets_[module].of(var, bits));
        return clock;
    }
    return std::nullopt;
}

std::optional<FindingClock> ProcessClocks::edges_of(ModuleId module_id,
                                                    ProcessId process_id) const {
    const Module& module = design_.modules[module_id];
    const Process& process = module.processes[process_id];
    if (process.kind != Process::Kind::clocked) return std::nullopt;
    // An edge signal that the process also tests is an asynchronous reset; the remaining one is the
    // clock.
    std::set<VarId> tested;
    for (const AssignmentId id : by_process_[module_id][process_id]) {
        const Assignment& a = module.assignments[id];
        const ModuleIndex& index = indexes_[module_id];
        auto note = [&](VarId var, ExprId) { tested.insert(var); };
        for (const Guard& guard : a.guards) index.for_each_ref(guard, note);
        index.for_each_ref(a.value, note);
    }
    FindingClock clock;
    for (const EdgeEvent& event : process.edges) {
        if (event.var == kNone && event.text.empty()) continue;
        const bool is_clock =
            process.edges.size() == 1 || event.var == kNone || !tested.contains(event.var);
        if (is_clock && clock.clock_text.empty()) {
            clock.clock = event.var;
            clock.edge = event.edge;
            clock.clock_text =
                event.var == kNone ? event.text : spelled(module.var(event.var).name);
        } else if (!is_clock && clock.reset_text.empty()) {
            clock.reset_text =
                (event.edge == Edge::negative ? "!" : "") + spelled(module.var(event.var).name);
        }
    }
    if (clock.clock_text.empty()) return std::nullopt;
    return clock;
}

// The reset of most registers that the process assigns, or else of parts of them; of several the
// one that overrides more of the module.
std::string ProcessClocks::reset_of(ModuleId module_id, ProcessId process_id) const {
    const auto module = static_cast<std::size_t>(module_id);
    const auto& assigned = by_process_[module][process_id];
    std::set<VarId> registers;
    for (const AssignmentId id : assigned)
        registers.insert(design_.modules[module].assignments[id].target);
    registers.erase(kNone);
    std::map<ActiveReset, int> votes;
    for (const VarId var : registers)
        if (const auto reset = resets_[module].of(var)) ++votes[*reset];
    if (votes.empty())
        for (const VarId var : registers)
            if (const auto reset = resets_[module].of_a_part(var)) ++votes[*reset];
    const auto best = std::ranges::max_element(votes, {}, [&](const auto& v) {
        return std::pair(v.second, resets_[module].votes(v.first));
    });
    return best == votes.end() ? "" : text_of(module_id, best->first);
}

std::string ProcessClocks::text_of(ModuleId module, const std::optional<ActiveReset>& reset) const {
    if (!reset) return {};
    const Var& var = design_.modules[module].var(reset->var);
    return (reset->active_low ? "!" : "") + spelled(var.name);
}

}  // namespace tapestry
