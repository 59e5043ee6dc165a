// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue_by_ports.h"

#include <fmt/format.h>

#include <map>

#include "find/module/condition.h"
#include "find/queues/queue_finding.h"
#include "find/queues/queue_keeps.h"
#include "model/handshake_names.h"

namespace tapestry {

namespace {

struct Port {
    VarId var = kNone;
    bool inverted = false;
};
using QueuePorts = std::map<QueueEnd, Port>;

// `got` acknowledges the entry offered with `valid`: such a queue has valid instead of empty.
void add_valid_of_got(const Subject& on, QueuePorts& ports) {
    const auto name = [&](VarId v) {
        return without_direction(in_lower_case(on.module.var(v).name));
    };
    const auto pop = ports.find(QueueEnd::pop);
    if (pop == ports.end() || ports.contains(QueueEnd::empty) || name(pop->second.var) != "got")
        return;
    for (const VarId v : on.vars()) {
        const bool is_output = on.module.var(v).direction == Direction::output;
        if (is_output && on.width(v) == 1 && name(v) == "valid")
            ports.emplace(QueueEnd::empty, Port{v, true});
    }
}

// The four ports; nothing if one is missing or ambiguous.
std::optional<QueuePorts> ports_of(const Subject& on) {
    QueuePorts ports;
    for (const VarId v : on.vars()) {
        const Var& var = on.module.var(v);
        if (var.direction == Direction::none || var.is_local || on.width(v) != 1) continue;
        const auto port = queue_port(in_lower_case(var.name));
        if (!port) continue;
        const bool strobe = port->end == QueueEnd::push || port->end == QueueEnd::pop;
        if (strobe != (var.direction == Direction::input)) continue;
        if (!ports.emplace(port->end, Port{v, port->inverted}).second) return std::nullopt;
    }
    add_valid_of_got(on, ports);
    return ports.size() == 4 ? std::optional(ports) : std::nullopt;
}

// True if a strobe has an effect only while its flag has the value that the name calls full or
// empty.
bool heard_while_flagged(const Subject& on, const Port& strobe, const Port& flag) {
    ModuleLogic& logic = on.listening.logic().module(on.id);
    const auto atom = logic.diagram().support(logic.input({strobe.var, 0, 0}));
    if (atom.size() != 1) return false;
    const auto gate = on.listening.gate(on.id, *atom.begin(), logic.value({flag.var, 0, 0}));
    return gate && gate->value != flag.inverted;
}

// A flag with the opposite sense of its name (a generic may invert it) is recognised by the
// module's behaviour.
void correct_senses(const Subject& on, QueuePorts& ports) {
    for (const auto& [strobe, flag] :
         {std::pair(QueueEnd::push, QueueEnd::full), std::pair(QueueEnd::pop, QueueEnd::empty)}) {
        Port& port = ports.at(flag);
        if (heard_while_flagged(on, ports.at(strobe), port)) port.inverted = !port.inverted;
    }
}

std::string text(const Subject& on, const Port& port) {
    return (port.inverted ? "!" : "") + on.text(port.var);
}

// True if a memory write or an increment happens while push, full and pop are all true.
bool accepts_when_full(const Subject& on, VarId push, const Port& full, VarId pop) {
    const std::map<VarId, bool> popped = {{push, true}, {full.var, !full.inverted}, {pop, true}};
    const std::map<VarId, bool> not_popped = {
        {push, true}, {full.var, !full.inverted}, {pop, false}};
    const auto clock = on.clocking.of_module(on.id);
    for (const Assignment& a : on.module.assignments) {
        if (a.target == kNone || !a.to_element || !on.index.is_clocked(a)) continue;
        const auto guards = without_reset(on.index, a.guards, clock ? clock->reset_text : "");
        if (guards && evaluate(on.index, *guards, popped) == true &&
            evaluate(on.index, *guards, not_popped) == false)
            return true;
    }
    return false;
}

void take_end(const Subject& on, const Finding& queue, const std::string& name,
              const std::string& valid, const std::string& ready, const FindingClock& clock) {
    Finding f = begin_queue(on, name, on.module.place);
    f.own = StreamPart{.protocol = "queue_end"};
    f.observe = {{"valid", valid}, {"ready", ready}};
    f.clock = clock;
    f.confidence = queue.confidence;
    f.reason =
        queue.reason + "; its two ends have different clocks, so each is measured as a stream";
    on.findings.taken.push_back(std::move(f));
}

// A tap has one clock, so a queue between two clock domains is measured as a stream at each end.
void take_two_clocks(const Subject& on, const Finding& queue, const FindingClock& push_clock,
                     const FindingClock& pop_clock) {
    const auto& o = queue.observe;
    take_end(on, queue, "push", o[0].second, "!(" + o[1].second + ")", push_clock);
    take_end(on, queue, "pop", "!(" + o[3].second + ")", o[2].second, pop_clock);
    reject_queue(on, "its two ends have different clocks; each end is measured as a stream");
}

Finding finding_of(const Subject& on, const QueuePorts& ports) {
    const VarId push = ports.at(QueueEnd::push).var;
    const VarId pop = ports.at(QueueEnd::pop).var;
    const Port full = ports.at(QueueEnd::full);
    const Port empty = ports.at(QueueEnd::empty);
    Finding f = begin_queue(on, "", on.module.place);
    f.reason = fmt::format("the ports '{}', '{}', '{}' and '{}' are those of a queue",
                           on.module.var(push).name, on.module.var(full.var).name,
                           on.module.var(pop).name, on.module.var(empty.var).name);
    f.confidence = 0.97;
    std::string full_text = text(on, full);
    if (accepts_when_full(on, push, full, pop)) {
        full_text = fmt::format("{} && !{}", full_text, on.text(pop));
        f.reason += "; it accepts a push while full when it is popped in the same cycle";
    }
    f.observe = {{"push", on.text(push)},
                 {"full", full_text},
                 {"pop", on.text(pop)},
                 {"empty", text(on, empty)}};
    return f;
}

std::optional<FindingClock> clock_near(const Subject& on, const Port& strobe, const Port& state) {
    auto clock = on.clocking.of_var(on.id, state.var);
    return clock ? clock : on.clocking.of_var(on.id, strobe.var);
}

void take_ports(const Subject& on, const QueuePorts& ports, const CircularBuffers& buffers) {
    Finding f = finding_of(on, ports);
    const auto push_clock = clock_near(on, ports.at(QueueEnd::push), ports.at(QueueEnd::full));
    const auto pop_clock = clock_near(on, ports.at(QueueEnd::pop), ports.at(QueueEnd::empty));
    if (push_clock && pop_clock && push_clock->clock_text != pop_clock->clock_text)
        return take_two_clocks(on, f, *push_clock, *pop_clock);
    take_queue(on, std::move(f), push_clock ? push_clock : pop_clock, buffers.paired);
}

}  // namespace

bool find_queue_by_ports(const Subject& on, const CircularBuffers& buffers) {
    auto ports = ports_of(on);
    if (!ports || is_wrapper(on)) return false;
    correct_senses(on, *ports);
    if (const std::string why = why_lossy(on, buffers); !why.empty())
        reject_queue(on, why);
    else
        take_ports(on, *ports, buffers);
    return true;
}

}  // namespace tapestry
