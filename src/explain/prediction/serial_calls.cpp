// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/serial_calls.h"

#include <algorithm>
#include <cmath>

namespace tapestry {

namespace {

// A caller may be in the state for a cycle or two more than a call takes.
constexpr double kAround = 2;

const TapNumbers& tap_of(const Run& run, int tap) {
    return run.taps[static_cast<std::size_t>(tap)];
}

// The only link on which somebody waits for `b` to answer a call.
const Link* only_call(const RunSummary& summary, std::size_t b) {
    const Network& network = summary.network;
    if (network.blocks[b].calls.size() != 1) return nullptr;
    const Link* found = nullptr;
    for (const std::size_t i : network.links_on[b]) {
        const Link& link = network.links[i];
        if (link.kind != WaitKind::synchronise || link.states.empty()) continue;
        if (found && found->by != link.by) return nullptr;
        found = &link;
    }
    return found;
}

// Whether all that block `b` shares with others is a call, with its caller or its callees.
bool only_calls(const Run& run, const RunSummary& summary, std::size_t b) {
    const Network& network = summary.network;
    const auto is_call = [&](std::size_t other) {
        if (network.blocks[other].is_outside()) return true;
        const auto up = serial_caller_of(run, summary, other),
                   down = serial_caller_of(run, summary, b);
        return (up && up->block == b) || (down && down->block == other);
    };
    return std::all_of(network.links.begin(), network.links.end(), [&](const Link& link) {
        const auto by = static_cast<std::size_t>(link.by), on = static_cast<std::size_t>(link.on);
        if (by != b && on != b) return true;
        return link.kind == WaitKind::synchronise && is_call(by == b ? on : by);
    });
}

}  // namespace

std::optional<SerialCaller> serial_caller_of(const Run& run, const RunSummary& summary,
                                             std::size_t b) {
    const Link* const link = only_call(summary, b);
    if (!link) return std::nullopt;
    const auto by = static_cast<std::size_t>(link->by);
    const int machine = summary.machine[by];
    const TapNumbers& call = tap_of(run, summary.network.blocks[b].calls.front());
    const auto busy = static_cast<double>(call.number("latency_sum")),
               count = static_cast<double>(call.number("invocations"));
    if (machine < 0 || call.number("orphans") > 0 || call.number("overflows") > 0)
        return std::nullopt;
    for (const StateRef& ref : link->states) {
        if (ref.tap != machine) continue;
        const StateNumbers& state = tap_of(run, machine).states[ref.state];
        const auto cycles = static_cast<double>(state.cycles);
        if (std::abs(cycles - busy) <= kAround * count &&
            std::abs(static_cast<double>(state.entries) - count) <= 1)
            return SerialCaller{by, ref.state, cycles};
    }
    return std::nullopt;
}

std::optional<SerialCaller> serial_caller_that(
    const Run& run, const RunSummary& summary, std::size_t b,
    const std::function<bool(const std::string& path)>& is_wanted) {
    for (std::size_t steps = 0; steps < summary.model.blocks.size(); ++steps) {
        const auto caller = serial_caller_of(run, summary, b);
        if (!caller || is_wanted(summary.model.blocks[caller->block].path)) return caller;
        b = caller->block;
    }
    return std::nullopt;
}

bool runs_alone(const Run& run, const RunSummary& summary, const std::vector<std::size_t>& blocks) {
    for (std::size_t b : blocks) {
        auto caller = serial_caller_of(run, summary, b);
        if (!caller) return false;
        for (std::size_t steps = 0; caller; caller = serial_caller_of(run, summary, b)) {
            if (!only_calls(run, summary, b) || ++steps > summary.model.blocks.size()) return false;
            b = caller->block;
        }
        if (!only_calls(run, summary, b)) return false;
    }
    return !blocks.empty();
}

}  // namespace tapestry
