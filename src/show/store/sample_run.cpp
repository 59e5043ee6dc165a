// SPDX-License-Identifier: Apache-2.0
#include "show/store/sample_run.h"

#include <fmt/format.h>

namespace tapestry {

namespace {

constexpr std::uint64_t kCycles = 1'048'576;
constexpr std::uint64_t kReset = 16;
constexpr std::uint64_t kObserved = kCycles - kReset;

TapNumbers& add_tap(Run& run, TapKind kind, const std::string& scope, const std::string& name,
                    const std::string& source) {
    TapNumbers& n = run.taps.emplace_back();
    n.tap.tap = static_cast<int>(run.taps.size() - 1);
    n.tap.own = part_of(kind);
    n.tap.scope = scope;
    n.tap.name = name;
    n.tap.path = scope + "." + name;
    n.tap.module = scope.substr(scope.rfind('.') + 1);
    n.tap.clock = 0;
    n.tap.source = source;
    n.edges = kCycles;
    n.reset_cycles = kReset;
    n.observed_cycles = kObserved;
    return n;
}

struct StateRow {
    const char* name;
    const char* category;
    StateNumbers numbers;
};

void add_fsm(Run& run, const std::string& scope, const std::string& source,
             const std::vector<StateRow>& rows) {
    TapNumbers& n = add_tap(run, TapKind::fsm, scope, "state_q", source);
    n.tap.machine().width = 4;
    std::uint64_t rest = kObserved;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        n.tap.machine().states.push_back(
            {rows[i].name, std::to_string(i), rows[i].category, source});
        n.states.push_back(rows[i].numbers);
        rest -= rows[i].numbers.cycles;
    }
    n.states.push_back({});
    n.states.front().cycles += rest;
    for (std::uint64_t i = 0; i + 1 < rows.size(); ++i) n.transitions.push_back({i, i + 1, 4096});
    n.transitions.push_back({rows.size() - 1, 0, 4095});
}

void add_stream(Run& run, const std::string& scope, const std::string& name,
                const std::string& producer, const std::string& consumer,
                const std::vector<std::uint64_t>& bins) {
    TapNumbers& n = add_tap(run, TapKind::stream, scope, name, "rtl/filter.sv:88");
    n.tap.stream().protocol = "axis";
    n.tap.stream().ends = {producer, consumer};
    n.tap.stream().bytes_per_beat = 4;
    n.numbers = {{"transfer_cycles", bins[0]},
                 {"blocked_cycles", bins[1]},
                 {"starved_cycles", bins[2]},
                 {"idle_cycles", kObserved - bins[0] - bins[1] - bins[2]},
                 {"packets", bins[0] / 640},
                 {"bytes", bins[0] * 4},
                 {"longest_block", bins[1] / 100},
                 {"bursts", bins[0] / 64},
                 {"longest_burst", bins[0] ? 640u : 0u}};
    if (bins[0]) n.histogram = {{6, bins[0] / 64}};
    run.edges.push_back({producer, consumer, n.tap.path});
}

void add_queue(Run& run, const std::string& scope, std::uint64_t depth, std::uint64_t pushes,
               const std::vector<std::uint64_t>& shares) {
    TapNumbers& n = add_tap(run, TapKind::queue, scope, "fifo", "rtl/fifo.v:12");
    n.tap.queue().depth = depth;
    n.tap.queue().bins = depth + 1;
    std::uint64_t sum = 0, rest = kObserved;
    for (std::size_t i = shares.size(); i-- > 0;) {
        const std::uint64_t cycles = i == 0 ? rest : kObserved / 1000 * shares[i];
        rest -= cycles;
        sum += cycles * i;
        if (cycles) n.histogram.insert(n.histogram.begin(), {i, cycles});
    }
    const std::uint64_t full = shares.size() > depth ? kObserved / 1000 * shares[depth] : 0;
    n.numbers = {{"pushes", pushes},
                 {"pops", pushes},
                 {"refused_pushes", full},
                 {"refused_pops", 0},
                 {"full_cycles", full},
                 {"empty_cycles", n.histogram.front().count},
                 {"max_occupancy", shares.size() - 1},
                 {"occupancy_sum", sum},
                 {"underflows", 0}};
}

void add_call(Run& run, const std::string& name, std::uint64_t invocations, std::uint64_t least,
              std::uint64_t mean, std::uint64_t most) {
    TapNumbers& n = add_tap(run, TapKind::call, "filter", name, "rtl/filter.sv:120");
    n.tap.own = CallPart{"ap_ctrl_hs", {}};
    n.numbers = {{"invocations", invocations},
                 {"completions", invocations},
                 {"busy_cycles", invocations * mean},
                 {"min_latency", least},
                 {"max_latency", most},
                 {"latency_sum", invocations * mean},
                 {"min_interval", mean + 2},
                 {"max_interval", most + 9},
                 {"interval_sum", invocations * (mean + 4)},
                 {"orphans", 0},
                 {"overflows", 0}};
    if (invocations) n.histogram = {{7, invocations}};
}

void add_event(Run& run, const std::string& name, std::uint64_t cycles, std::uint64_t edges) {
    TapNumbers& n = add_tap(run, TapKind::event, "filter.u_conv", name, "tapestry.toml:9");
    n.numbers = {{"cycles_true", cycles},
                 {"rising_edges", edges},
                 {"longest_run", edges ? cycles / edges * 3 : 0}};
}

void add_value(Run& run) {
    TapNumbers& n = add_tap(run, TapKind::value, "filter.u_dma", "burst_len", "tapestry.toml:15");
    n.tap.own = ValuePart{0, 4, 16};
    n.numbers = {{"samples", 10'240}, {"value_sum", 163'840}, {"least", 1},  {"most", 63},
                 {"below", 0},        {"above", 0},           {"unknown", 2}};
    n.histogram = {{0, 1024}, {1, 2048}, {3, 4096}, {8, 2048}, {15, 1024}};
}

void add_machines(Run& run) {
    add_fsm(run, "filter.u_ctrl", "rtl/ctrl.sv:41",
            {{"IDLE", "idle", {12'000, 3, 900, 8'000}},
             {"LOAD", "transfer", {230'400, 360, 640, 640}},
             {"COMPUTE", "busy", {510'222, 360, 1'300, 1'611}},
             {"WAIT_DMA", "wait_send", {190'000, 355, 3, 2'048}},
             {"STORE", "transfer", {100'000, 360, 90, 700}}});
    add_fsm(run, "filter.u_dma", "rtl/dma.sv:77",
            {{"S_IDLE", "idle", {600'000, 720, 2, 60'000}},
             {"S_ADDR", "overhead", {8'192, 4'096, 2, 2}},
             {"S_DATA", "transfer", {330'400, 4'096, 4, 640}},
             {"S_RESP", "wait_recv", {90'000, 4'096, 5, 411}}});
    add_fsm(run, "filter.u_conv.g_row[0].u_mac", "rtl/mac.sv:30",
            {{"WAIT", "", {700'000, 9'000, 1, 44'000}}, {"MUL", "", {340'000, 9'000, 9, 81}}});
    for (int i = 1; i < 14; ++i) {
        add_fsm(run, fmt::format("filter.u_cfg.g_reg[{}].u_reg", i), "rtl/reg.sv:10",
                {{"IDLE", "idle", {kObserved, 1, 0, kObserved}}, {"WRITE", "busy", {}}});
    }
}

void add_frames(Run& run) {
    TapNumbers& n = run.taps.front();
    n.frame_names = {"observed_cycles", "state.IDLE", "state.COMPUTE"};
    n.frames = {{0, 524'288, {{0, 524'272}, {1, 9'000}, {2, 300'000}}},
                {524'288, kCycles, {{0, 524'288}, {2, 210'222}}}};
}

}  // namespace

Run sample_run() {
    Run run;
    run.top = "filter";
    run.facts.facts = {{"design", "image filter"},    {"top", "filter"},
                       {"simulator", "verilator"},    {"simulator_version", "5.006"},
                       {"tapestry_version", "0.1.0"}, {"wall_seconds", "4.39"},
                       {"ended", "finished"}};
    run.cycles = kCycles;
    run.clocks = {{{0, "clk", "filter.clk", "posedge"}, false, kCycles, 10'485'760}};
    add_machines(run);
    add_stream(run, "filter", "s_axis", "", "filter.u_ctrl", {230'400, 0, 700'000});
    add_stream(run, "filter", "line_stream", "filter.u_ctrl", "filter.u_conv",
               {230'400, 512'000, 200'000});
    add_stream(run, "filter", "m_axis", "filter.u_conv", "", {228'000, 91'000, 12'000});
    add_stream(run, "filter", "dbg_axis", "filter.u_conv", "", {0, 0, kObserved});
    add_queue(run, "filter.u_line_fifo", 16, 230'400,
              {0, 20, 30, 30, 20, 20, 30, 40, 50, 60, 70, 80, 90, 60, 50, 40, 190});
    add_queue(run, "filter.u_cmd_fifo", 4, 720, {0, 10, 1});
    add_queue(run, "filter.u_err_fifo", 64, 0, {0});
    add_call(run, "u_conv", 360, 1'300, 1'417, 1'611);
    add_call(run, "u_sort", 0, 0, 0, 0);
    add_event(run, "cache_miss", 84'123, 4'711);
    add_event(run, "overrun", 0, 0);
    add_value(run);
    add_frames(run);
    place_in_device(run);
    return run;
}

}  // namespace tapestry
