// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "show/page/dot_layout.h"
#include "show/page/graph_layout.h"
#include "show/page/layout_json.h"

namespace tapestry {

namespace {

// A machine with more states is shown as a matrix, which needs no layout.
constexpr std::size_t kMostDrawn = 20;

// The names of the states, most cycles first, and the transitions that were taken.
struct Machine {
    std::vector<std::string> states;
    std::set<std::pair<std::string, std::string>> transitions;
    bool operator<(const Machine& other) const {
        return std::tie(states, transitions) < std::tie(other.states, other.transitions);
    }
};

Result<std::map<std::int64_t, Machine>> machines_of(const RunView& run, Diagnostics& diagnostics) {
    std::map<std::int64_t, Machine> machines;
    auto add_state = [&](const Row& row) {
        machines[std::get<std::int64_t>(row[0])].states.push_back(text(row[1]));
    };
    auto add_transition = [&](const Row& row) {
        machines[std::get<std::int64_t>(row[0])].transitions.insert({text(row[1]), text(row[2])});
    };
    if (const auto done = run.for_each_row("SELECT tap, state FROM states WHERE cycles > 0 "
                                           "ORDER BY tap, cycles DESC, state",
                                           add_state, diagnostics);
        !done)
        return done.failure();
    if (const auto done = run.for_each_row("SELECT tap, from_state, to_state FROM transitions",
                                           add_transition, diagnostics);
        !done)
        return done.failure();
    return machines;
}

std::string machine_json(Machine machine, const std::vector<std::int64_t>& taps) {
    const bool drawn = machine.states.size() <= kMostDrawn;
    Layout layout;
    layout.left_to_right = false;
    std::map<std::string, std::size_t> index;
    for (const std::string& state : machine.states) {
        index.emplace(state, layout.nodes.size());
        layout.nodes.push_back({0, 0, width_for(state, 110, 220), 52});
    }
    for (const auto& [from, to] : machine.transitions) {
        if (!drawn) break;
        const auto a = index.find(from);
        const auto b = index.find(to);
        if (a != index.end() && b != index.end())
            layout.edges.push_back({a->second, b->second, {}});
    }
    if (drawn) lay_out(layout);
    std::vector<std::string> states;
    for (std::size_t i = 0; i < machine.states.size(); ++i) {
        states.push_back(fmt::format(R"({{"state":{},"box":{}}})", json_string(machine.states[i]),
                                     box_json(layout.nodes[i])));
    }
    std::vector<std::string> edges;
    for (const LayoutEdge& edge : layout.edges) {
        edges.push_back(fmt::format(R"({{"from":{},"to":{},"line":{}}})", edge.from, edge.to,
                                    line_json(edge.line)));
    }
    return fmt::format(
        R"({{"taps":[{}],"width":{:.0f},"height":{:.0f},"drawn":{},"states":{},"edges":{}}})",
        fmt::join(taps, ","), layout.width, layout.height, drawn, json_array(states),
        json_array(edges));
}

}  // namespace

Result<std::string> state_graphs(const RunView& run, Diagnostics& diagnostics) {
    const Result<std::map<std::int64_t, Machine>> machines = machines_of(run, diagnostics);
    if (!machines) return machines.failure();
    std::map<Machine, std::vector<std::int64_t>> taps_of;
    for (const auto& [tap, machine] : *machines) taps_of[machine].push_back(tap);
    std::vector<std::string> drawings;
    for (const auto& [machine, taps] : taps_of) drawings.push_back(machine_json(machine, taps));
    return json_array(drawings);
}

}  // namespace tapestry
