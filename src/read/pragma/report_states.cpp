// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/report_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <vector>

#include "base/codes/pragmas.h"
#include "model/pragma.h"

namespace tapestry {

namespace {

Place place_of(const std::string& source) {
    const std::size_t colon = source.rfind(':');
    if (colon == std::string::npos) return {source, 0};
    std::uint32_t line = 0;
    std::from_chars(source.data() + colon + 1, source.data() + source.size(), line);
    return {source.substr(0, colon), line};
}

// The instances of one process.
struct Machine {
    const TapNumbers* first = nullptr;
    std::size_t instances = 0;
    std::uint64_t observed = 0;
    std::uint64_t unexplained = 0;
    std::vector<std::uint64_t> cycles;      // by state
    std::vector<std::uint64_t> overlapped;  // by state
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> transitions;

    std::string name() const {
        return instances == 1 ? first->tap.path
                              : fmt::format("{} and {} like it", first->tap.path, instances - 1);
    }
};

using Events = std::map<std::string, std::uint64_t>;  // cycles, by path

void add(const TapNumbers& n, const Events& events, Machine& machine) {
    const std::vector<TapState>& states = n.tap.states();
    if (!machine.first) machine.first = &n;
    machine.cycles.resize(states.size());
    machine.overlapped.resize(states.size());
    ++machine.instances;
    machine.observed += n.observed_cycles;
    for (std::size_t i = 0; i < states.size() && i < n.states.size(); ++i) {
        machine.cycles[i] += n.states[i].cycles;
        const auto event = events.find(overlap_name(n.tap.path, states[i].name));
        if (event != events.end()) machine.overlapped[i] += event->second;
    }
    for (const TransitionNumbers& t : n.transitions) machine.transitions[{t.from, t.to}] += t.count;
    if (n.states.size() > states.size()) machine.unexplained += n.states.back().cycles;
}

// "… ; a -> b, c; …": the declared successors of a state; empty: any.
std::vector<std::string> next_of(const std::string& reason, const std::string& state) {
    const std::string mark = "; " + state + " -> ";
    const std::size_t at = reason.find(mark);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + mark.size();
    const std::string list = reason.substr(begin, reason.find(';', begin) - begin);
    std::vector<std::string> names;
    for (std::size_t from = 0; from <= list.size();) {
        const std::size_t comma = std::min(list.find(", ", from), list.size());
        names.push_back(list.substr(from, comma - from));
        from = comma + 2;
    }
    return names;
}

void report_transitions(const Machine& machine, Diagnostics& diagnostics) {
    const Tap& tap = machine.first->tap;
    for (const auto& [pair, count] : machine.transitions) {
        // Cycles without a pragma state may come between any two states.
        if (pair.first >= tap.states().size() || pair.second >= tap.states().size()) continue;
        const TapState& from = tap.states()[pair.first];
        const std::string& to = tap.states()[pair.second].name;
        const std::vector<std::string> next = next_of(tap.reason, from.name);
        if (count == 0 || next.empty() || std::find(next.begin(), next.end(), to) != next.end())
            continue;
        diagnostics.report(code::transition_unlisted, place_of(from.source), from.name,
                           machine.name(), count, to);
    }
}

void report(const Machine& machine, Diagnostics& diagnostics) {
    const Tap& tap = machine.first->tap;
    for (std::size_t i = 0; i < tap.states().size(); ++i) {
        const TapState& state = tap.states()[i];
        if (machine.overlapped[i] > 0)
            diagnostics.report(code::state_overlapped, place_of(state.source), state.name,
                               machine.name(), machine.overlapped[i]);
        if (machine.cycles[i] == 0 && machine.observed > 0)
            diagnostics.report(code::state_unreached, place_of(state.source), state.name,
                               machine.name(), machine.observed);
    }
    report_transitions(machine, diagnostics);
    if (machine.unexplained > 0)
        diagnostics.report(code::cycles_unexplained, place_of(tap.source), machine.unexplained,
                           machine.observed, machine.name());
}

}  // namespace

void report_pragma_states(const Run& run, Diagnostics& diagnostics) {
    Events events;
    for (const TapNumbers& n : run.taps) {
        if (n.tap.is(TapKind::event) && !n.silent) events[n.tap.path] = n.number("cycles_true");
    }
    std::map<std::string, Machine> machines;  // by source
    for (const TapNumbers& n : run.taps) {
        if (is_pragma_machine(n.tap) && !n.silent) add(n, events, machines[n.tap.source]);
    }
    for (const auto& [source, machine] : machines) report(machine, diagnostics);
}

}  // namespace tapestry
