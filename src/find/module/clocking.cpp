// SPDX-License-Identifier: Apache-2.0
#include "find/module/clocking.h"

#include <algorithm>

#include "base/verilog_text.h"
#include "model/reset_name.h"

namespace tapestry {

namespace {

// The most frequent clock, with the most frequent of its resets.
std::optional<FindingClock> winner(const std::vector<FindingClock>& votes) {
    std::map<std::string, int> clocks;
    std::map<std::pair<std::string, std::string>, int> resets;
    // A process with a reset gets more weight.
    for (const FindingClock& c : votes) {
        clocks[c.clock_text] += c.reset_text.empty() ? 1 : 3;
        if (!c.reset_text.empty()) ++resets[{c.clock_text, c.reset_text}];
    }
    auto rank = [&](const FindingClock& c) {
        const auto reset = resets.find({c.clock_text, c.reset_text});
        return std::make_pair(clocks[c.clock_text], reset == resets.end() ? 0 : reset->second);
    };
    const auto best =
        std::max_element(votes.begin(), votes.end(),
                         [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return best == votes.end() ? std::nullopt : std::optional(*best);
}

// The only port of a module that is named like a reset; empty if there are several.
std::string reset_port(const Design& design, const Module& module) {
    std::string found;
    for (const Var& var : module.vars) {
        if (var.direction != Direction::input || var.is_local || !is_reset_name(var.name) ||
            design.width_of(var.type) != 1)
            continue;
        if (!found.empty()) return {};
        found = (is_low_reset_name(var.name) ? "!" : "") + spelled(var.name);
    }
    return found;
}

}  // namespace

Clocking::Clocking(const Design& design, const IdTable<ModuleId, ModuleIndex>& indexes)
    : design_(design),
      indexes_(indexes),
      processes_(design, indexes),
      search_(design, indexes, *this) {}

std::optional<FindingClock> Clocking::of_process(ModuleId module, ProcessId process) const {
    return processes_.of(module, process);
}

std::optional<FindingClock> Clocking::of_register(ModuleId module, VarId var,
                                                  std::optional<BitRange> bits) const {
    return processes_.of_register(module, var, bits);
}

std::optional<FindingClock> Clocking::of_var(ModuleId module, VarId var) {
    return search_.of_var(module, var);
}

std::optional<FindingClock> Clocking::of_bit(ModuleId module, Bit bit) {
    return search_.of_bit(module, bit);
}

// The clocks of the processes and instances of a module.
std::vector<FindingClock> Clocking::votes_of(ModuleId module_id) {
    const Module& module = design_.modules[module_id];
    std::vector<FindingClock> votes;
    auto vote = [&](const std::optional<FindingClock>& clock) {
        if (clock) votes.push_back(*clock);
    };
    for (const ProcessId p : module.processes.ids()) vote(of_process(module_id, p));
    for (const Instance& instance : module.instances) {
        const auto inner = of_module(instance.module);
        if (inner) vote(search_.lifted(module_id, instance, *inner));
    }
    return votes;
}

std::optional<FindingClock> Clocking::of_module(ModuleId module_id) {
    if (const auto known = module_memo_.find(module_id); known != module_memo_.end())
        return known->second;
    module_memo_[module_id] = std::nullopt;
    const Module& module = design_.modules[module_id];
    std::optional<FindingClock> best = winner(votes_of(module_id));
    if (best && best->reset_text.empty()) best->reset_text = reset_port(design_, module);
    module_memo_[module_id] = best;
    return best;
}

const Clocking::Names& Clocking::names_of(ModuleId module_id) {
    const auto known = names_memo_.find(module_id);
    if (known != names_memo_.end()) return known->second;
    names_memo_[module_id] = {};  // terminates a module that contains itself
    const Module& module = design_.modules[module_id];
    Names names;
    for (const ProcessId p : module.processes.ids())
        if (const auto clock = of_process(module_id, p)) names.insert(clock->clock_text);
    for (const Instance& instance : module.instances) {
        for (const std::string& inner : names_of(instance.module)) {
            FindingClock clock;
            clock.clock_text = inner;
            const auto outer = search_.lifted(module_id, instance, clock);
            names.insert(outer ? outer->clock_text : "");
        }
    }
    return names_memo_[module_id] = std::move(names);
}

// Of several clocks, that of most of the module may be another one than that of this signal.
std::optional<FindingClock> Clocking::completed(ModuleId module,
                                                std::optional<FindingClock> clock) {
    std::optional<FindingClock> ours = of_module(module);
    if (!clock) return names_of(module).size() == 1 ? ours : std::nullopt;
    if (!clock->reset_text.empty()) return clock;
    if (ours && ours->clock_text != clock->clock_text) {
        std::vector<FindingClock> votes = votes_of(module);
        std::erase_if(votes, [&](const auto& v) { return v.clock_text != clock->clock_text; });
        ours = winner(votes);
    }
    if (ours) clock->reset_text = ours->reset_text;
    return clock;
}

std::vector<InactiveReset> Clocking::inactive_resets(ModuleId module_id) const {
    std::vector<InactiveReset> all;
    const Module& module = design_.modules[module_id];
    for (const ProcessId p : module.processes.ids()) {
        const auto clock = of_process(module_id, p);
        if (!clock || clock->reset_text.empty()) continue;
        const bool low = clock->reset_text.starts_with("!");
        const std::string name = clock->reset_text.substr(low ? 1 : 0);
        for (const VarId v : module.vars.ids()) {
            if (spelled(module.vars[v].name) == name) all.push_back({v, low});
        }
    }
    return all;
}

IdTable<ModuleId, std::vector<InactiveReset>> Clocking::inactive_resets() const {
    IdTable<ModuleId, std::vector<InactiveReset>> all;
    for (const ModuleId m : design_.modules.ids()) all.push_back(inactive_resets(m));
    return all;
}

std::optional<FindingClock> Clocking::of_interface(ModuleId module_id, const std::string& name) {
    const Module& module = design_.modules[module_id];
    for (const Instance& instance : module.instances) {
        for (const Connection& c : instance.connections) {
            if (c.value == kNone) continue;
            const std::string& stem = module.expr(c.value).text;
            if (stem != name && !stem.starts_with(name + "[")) continue;
            const auto inner = of_module(instance.module);
            if (!inner) continue;
            if (auto outer = search_.lifted(module_id, instance, *inner)) return outer;
        }
    }
    return of_module(module_id);
}

}  // namespace tapestry
