// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue_by_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "find/logic/leaves.h"
#include "find/queues/queue_finding.h"
#include "find/queues/queue_keeps.h"
#include "find/queues/queue_states.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kFewestEntries = 2;  // one place is a register of a pipeline

// How what is in the module is counted.
struct Counting {
    Strobe push;
    Strobe pop;
    bool careful = false;
    std::optional<Emptier> emptier;
    Entries entries;
};

class QueueByStates {
public:
    QueueByStates(const Subject& on, const CircularBuffers& buffers)
        : on_(on), buffers_(buffers), cycle_(on.design, on.indexes, on.id), states_(on, cycle_) {}

    bool run() {
        if (states_.flags().size() < 2 || !has_one_clock() ||
            !passes_data(on_, cycle_, states_.registers(), strobe_ports()))
            return false;
        if (!states_.explore()) return false;
        for (const bool careful : {false, true}) {
            if (const auto counting = best(careful)) return is_all(*counting) && take(*counting);
        }
        return false;
    }

private:
    using Signal = ModuleCycle::Signal;

    // True if nothing else was found in the module: a queue in a larger one is no whole.
    bool is_all(const Counting& c) const {
        const std::set<VarId> ends = {
            states_.inputs()[c.push.input].var, states_.inputs()[c.pop.input].var,
            states_.flags()[c.push.flag].var, states_.flags()[c.pop.flag].var};
        return std::ranges::none_of(on_.findings.taken, [&](const Finding& f) {
            const bool is_end = f.is(TapKind::stream) && f.bus().name.empty() &&
                                ends.contains(f.valid) && ends.contains(f.ready);
            return f.module == on_.id && !is_end;
        });
    }

    // Inputs that carry nothing else.
    std::vector<VarId> strobe_ports() const {
        std::vector<VarId> ports;
        for (const Signal& input : states_.inputs())
            if (input.width == 0) ports.push_back(input.var);
        return ports;
    }

    // All registers that count have the clock of the module's tap.
    bool has_one_clock() const {
        std::set<std::pair<VarId, Edge>> clocks;
        for (const Signal& reg : states_.registers()) {
            const ModuleIndex& index = cycle_.index(reg);
            for (const AssignmentId id : index.drivers(reg.var)) {
                const Assignment& a = index.assignment(id);
                if (!index.is_clocked(a)) continue;
                const auto clock = clock_of(reg, a.process);
                if (!clock) return false;
                clocks.insert(*clock);
            }
        }
        return clocks.size() == 1;
    }

    std::optional<std::pair<VarId, Edge>> clock_of(const Signal& reg, ProcessId process) const {
        const ModuleIndex& index = cycle_.index(reg);
        const ModuleId module = ModuleId(&index.module() - on_.design.modules.data());
        const auto clock = on_.clocking.of_process(module, process);
        if (!clock || clock->clock == kNone) return std::nullopt;
        const VarId outside = cycle_.outside({reg.level, clock->clock});
        return outside == kNone ? std::nullopt : std::optional(std::pair(outside, clock->edge));
    }

    std::vector<Strobe> strobes() const {
        std::vector<Strobe> all;
        for (std::size_t input = 0; input < states_.inputs().size(); ++input) {
            for (std::size_t flag = 0; flag < states_.flags().size(); ++flag) {
                for (const bool active : {true, false}) {
                    for (const bool open : {true, false})
                        all.push_back({input, active, flag, open});
                }
            }
        }
        return all;
    }

    // Nothing, and every input beside the two strobes.
    std::vector<std::optional<Emptier>> emptiers(const Strobe& push, const Strobe& pop) const {
        std::vector<std::optional<Emptier>> all = {std::nullopt};
        for (std::size_t input = 0; input < states_.inputs().size(); ++input) {
            if (input == push.input || input == pop.input) continue;
            for (const bool active : {true, false}) all.push_back(Emptier{input, active});
        }
        return all;
    }

    // Of several ways that agree the one that allows most.
    std::optional<Counting> best(bool careful) const {
        std::optional<Counting> found;
        const std::vector<Strobe> all = strobes();
        for (const Strobe& push : all) {
            for (const Strobe& pop : all) {
                if (push.input == pop.input || push.flag == pop.flag) continue;
                for (const auto& emptier : emptiers(push, pop))
                    look_at({push, pop, careful, emptier, {}}, found);
            }
        }
        return found;
    }

    void look_at(Counting counting, std::optional<Counting>& best) const {
        const auto entries =
            states_.entries(counting.push, counting.pop, counting.careful, counting.emptier);
        if (!entries || entries->most < kFewestEntries) return;
        counting.entries = *entries;
        const auto rank = [](const Counting& c) {
            return std::pair(c.entries.most, c.entries.steps);
        };
        if (!best || rank(*best) < rank(counting)) best = counting;
    }

    std::string part_text(const Signal& signal) const {
        const Bit bit{signal.var, 0, signal.lsb};
        return signal.width == 0
                   ? ""
                   : text_of_bit(on_.design, on_.module.var(signal.var).type, bit).value_or("");
    }
    std::string name(const Signal& s) const { return on_.module.var(s.var).name + part_text(s); }
    std::string text(const Signal& s, bool active) const {
        return (active ? "" : "!") + on_.text(s.var) + part_text(s);
    }

    std::string reason(const Counting& c) const {
        const auto& in = states_.inputs();
        const auto& out = states_.flags();
        return fmt::format(
            "'{}' with '{}' puts one in, '{}' with '{}' takes one out, in {} {} states{}",
            name(in[c.push.input]), name(out[c.push.flag]), name(in[c.pop.input]),
            name(out[c.pop.flag]), states_.is_complete() ? "all of its" : "the first",
            states_.count(),
            c.careful ? ", if nobody pushes while it is full or pops while it is empty" : "");
    }

    bool take(const Counting& c) {
        const auto& in = states_.inputs();
        const auto& out = states_.flags();
        Finding f = begin_queue(on_, "", on_.module.place);
        f.observe = {{"push", text(in[c.push.input], c.push.active)},
                     {"full", text(out[c.push.flag], !c.push.open)},
                     {"pop", text(in[c.pop.input], c.pop.active)},
                     {"empty", text(out[c.pop.flag], !c.pop.open)}};
        f.confidence = states_.is_complete() ? 0.97 : 0.9;
        f.reason = reason(c);
        f.queue().depth = c.entries.most;
        const std::size_t before = on_.findings.taken.size();
        take_queue(on_, std::move(f), on_.clocking.of_var(on_.id, out[c.push.flag].var),
                   buffers_.paired);
        if (on_.findings.taken.size() == before) return true;
        Finding& taken = on_.findings.taken.back();
        taken.queue().depth = c.entries.most;  // what a parameter calls the depth may leave one out
        add_resets(c, taken);
        return true;
    }

    // The states were gone through without these.
    void add_resets(const Counting& c, Finding& f) const {
        std::vector<std::pair<Signal, bool>> all;
        for (const InactiveReset& reset : states_.resets())
            all.emplace_back(Signal{ModuleCycle::kOwn, reset.var}, !reset.value);
        if (c.emptier) all.emplace_back(states_.inputs()[c.emptier->input], c.emptier->active);
        for (const auto& [var, active] : all) {
            std::string& reset = f.clock.reset_text;
            if (reset.find(text(var, true)) != std::string::npos) continue;
            reset += (reset.empty() ? "" : " || ") + text(var, active);
        }
    }

    const Subject& on_;
    const CircularBuffers& buffers_;
    ModuleCycle cycle_;
    QueueStates states_;
};

// True if a module in this one, at any depth, holds a queue. Each module is looked at once, however
// often it is instanced; a black box has none that is known.
bool holds_queue_below(const Subject& on) {
    std::set<ModuleId> seen;
    std::vector<ModuleId> left = {on.id};
    while (!left.empty()) {
        const ModuleId module = left.back();
        left.pop_back();
        for (const Instance& instance : on.design.modules[module].instances)
            if (instance.module != kNone && seen.insert(instance.module).second)
                left.push_back(instance.module);
    }
    return std::ranges::any_of(on.findings.taken, [&](const Finding& f) {
        return f.is(TapKind::queue) && seen.contains(f.module);
    });
}

}  // namespace

bool find_queue_by_states(const Subject& on, const CircularBuffers& buffers) {
    if (holds_queue_below(on) || !why_lossy(on, buffers).empty()) return false;
    return QueueByStates(on, buffers).run();
}

}  // namespace tapestry
