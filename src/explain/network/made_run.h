// SPDX-License-Identifier: Apache-2.0
// For tests: runs put together by hand, a line for each tap. The run lasts 10,000 cycles.
#pragma once

#include "model/run.h"

namespace tapestry {

inline constexpr std::uint64_t kMadeCycles = 10'000;

struct MadeState {
    std::string name;
    std::uint64_t cycles = 0;
    std::uint64_t entries = 1;
    std::vector<StateWait> waits = {};
};

class MadeRun {
public:
    MadeRun() {
        run_.top = "top";
        run_.cycles = kMadeCycles;
        run_.clocks = {{{0, "clk", "top.clk", "posedge"}, false, kMadeCycles, kMadeCycles}};
    }

    MadeRun& machine(const std::string& scope, const std::vector<MadeState>& states,
                     const std::vector<TransitionNumbers>& transitions = {}) {
        TapNumbers& n = add(TapKind::fsm, scope + ".state", scope);
        for (const MadeState& s : states) {
            n.tap.machine().states.push_back(
                {s.name, std::to_string(n.states.size()), "", "", "", s.waits});
            n.states.push_back({s.cycles, s.entries, 1, s.cycles});
        }
        n.states.emplace_back();
        n.transitions = transitions;
        return *this;
    }

    MadeRun& stream(const std::string& name, const std::string& producer,
                    const std::string& consumer, std::uint64_t transfer, std::uint64_t blocked,
                    std::uint64_t starved, const std::string& bus = "") {
        TapNumbers& n = add(TapKind::stream, "top." + name, "top");
        n.tap.stream().ends = {producer, consumer};
        n.tap.stream().bus.name = bus;
        if (!bus.empty()) place_in_bus(n.tap);
        n.numbers = {{"transfer_cycles", transfer},
                     {"blocked_cycles", blocked},
                     {"starved_cycles", starved},
                     {"idle_cycles", kMadeCycles - transfer - blocked - starved}};
        run_.edges.push_back({producer, consumer, n.tap.path});
        return *this;
    }

    MadeRun& queue(const std::string& path, std::uint64_t depth, std::uint64_t most,
                   std::uint64_t full, std::uint64_t empty, std::uint64_t pushes = 1000) {
        TapNumbers& n = add(TapKind::queue, path, path);
        n.tap.queue().depth = depth;
        n.numbers = {{"pushes", pushes},      {"pops", pushes},
                     {"max_occupancy", most}, {"full_cycles", full},
                     {"empty_cycles", empty}, {"refused_pushes", 0},
                     {"refused_pops", 0},     {"occupancy_sum", full * depth}};
        return *this;
    }

    MadeRun& call(const std::string& path, std::uint64_t invocations, std::uint64_t busy) {
        TapNumbers& n = add(TapKind::call, path, path);
        n.numbers = {{"invocations", invocations},
                     {"completions", invocations},
                     {"busy_cycles", busy},
                     {"latency_sum", busy}};
        return *this;
    }

    // Cuts every tap into two frames at the given edge: what each number was by then. What is not
    // named happened all in the first frame when `early`, else all in the second.
    MadeRun& frames(std::uint64_t edge, bool early) {
        for (TapNumbers& n : run_.taps) {
            n.frames = {{0, edge, {}}, {edge, kMadeCycles, {}}};
            std::vector<std::pair<std::uint32_t, std::uint64_t>>& growth =
                n.frames[early ? 0 : 1].growth;
            for (const auto& [word, value] : n.numbers) {
                growth.emplace_back(static_cast<std::uint32_t>(n.frame_names.size()), value);
                n.frame_names.push_back(word);
            }
            for (std::size_t s = 0; s < n.states.size(); ++s) {
                growth.emplace_back(static_cast<std::uint32_t>(n.frame_names.size()),
                                    n.states[s].cycles);
                n.frame_names.push_back("state." + std::to_string(s));
            }
        }
        return *this;
    }

    Run& run() { return run_; }

private:
    // By the name of an AXI channel.
    static void place_in_bus(Tap& tap) {
        const std::string channel = tap.path.substr(tap.path.rfind('_') + 1);
        BusRole& bus = tap.stream().bus;
        bus.direction = channel == "ar" || channel == "r" ? "read" : "write";
        bus.part = channel.starts_with('a') ? "request" : channel == "b" ? "response" : "data";
    }

    TapNumbers& add(TapKind kind, const std::string& path, const std::string& scope) {
        TapNumbers& n = run_.taps.emplace_back();
        n.tap.tap = static_cast<int>(run_.taps.size() - 1);
        n.tap.own = part_of(kind);
        n.tap.path = path;
        n.tap.scope = scope;
        n.tap.name = path.substr(path.rfind('.') + 1);
        n.tap.module = "m";
        n.tap.clock = 0;
        n.edges = n.observed_cycles = kMadeCycles;
        return n;
    }

    Run run_;
};

// Waits of states, in short.
inline StateWait for_valid(const std::string& channel) {
    return {channel + "_valid", "", "top." + channel, "valid"};
}
inline StateWait for_ready(const std::string& channel) {
    return {channel + "_ready", "", "top." + channel, "ready"};
}
inline StateWait for_block(const std::string& block) { return {"go", block, "", ""}; }

}  // namespace tapestry
