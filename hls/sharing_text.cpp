// SPDX-License-Identifier: Apache-2.0
// A datapath that several threads share: they take turns of one step, and a thread that waits is
// skipped. Units and memories never stall; their results are queued for the thread that requested
// them.
#include <fmt/format.h>

#include "hls/activity.h"
#include "hls/thread_text.h"

namespace tapestry::hls {

namespace {

unsigned turn_bits(const ThreadContext& c) { return log2_up(c.sharing()); }

std::string turn_of(const ThreadContext& c, unsigned thread) {
    return fmt::format("{}'d{}", turn_bits(c), thread);
}

// Concatenates one bit for each thread, thread 0 in the lowest.
template <class Text>
std::string side_by_side(const ThreadContext& c, Text text) {
    std::string all;
    for (unsigned t = c.sharing(); t-- > 0;) all += text(t) + (t > 0 ? ", " : "");
    return "{" + all + "}";
}

// A thread whose turn it is not waits for it, in its current state.
std::string turn_activities(const ThreadContext& c, const std::vector<Activity>& all,
                            unsigned bits) {
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string& kind = all[i].kind;
        if (kind == "turn" || (kind == "works" && c.states.states[all[i].state].block < 0))
            text += fmt::format("            {}: turn_activity = {}'d{};\n",
                                c.states.states[all[i].state].name, bits, i);
    }
    return text;
}

}  // namespace

std::string shared_header(const ThreadContext& c, const std::string& name) {
    const Kernel& k = c.kernel;
    const unsigned n = c.sharing(), bits = std::max(1U, log2_up(activities_of(c).size()));
    std::string text = fmt::format(
        "module {0} (\n    input  wire clk,\n    input  wire rst,\n    input  wire start,\n"
        "    output wire [{1}:0] done,\n    input  wire [31:0] first_i,\n    input  wire wake_i,\n"
        "    output wire [{1}:0] lock_valid,\n    input  wire [{1}:0] lock_ready,\n"
        "    output wire [{2}:0] lock_id,\n    output wire [{1}:0] unlock_valid,\n"
        "    output wire [{2}:0] unlock_id,\n    output wire [{1}:0] barrier_valid,\n"
        "    output wire [{1}:0] barrier_join,\n    input  wire [{1}:0] barrier_ready,\n    output "
        "wire [{3}:0] status,\n"
        "    output wire [{4}:0] activities",
        name, n - 1, n * 8 - 1, n * 2 - 1, n * bits - 1);
    for (const Argument& a : k.arguments)
        text += fmt::format(",\n    input  wire {}{}", range(a.width), a.name);
    for (const Memory& m : k.memories) {
        if (!m.has_port()) continue;
        const unsigned data = m.word_bytes * 8;
        text += fmt::format(
            ",\n    output wire [{1}:0] {0}_req_valid,\n    input  wire [{1}:0] {0}_req_ready,\n"
            "    output wire [{1}:0] {0}_req_write,\n    output wire [{2}:0] {0}_req_addr,\n"
            "    output wire [{3}:0] {0}_req_data,\n    output wire [{4}:0] {0}_req_strb,\n"
            "    input  wire [{1}:0] {0}_resp_valid,\n    input  wire [{5}:0] {0}_resp_data",
            m.name, n - 1, n * 32 - 1, n * data - 1, n * m.word_bytes - 1, data - 1);
    }
    return text + "\n);\n";
}

std::string turns_text(const ThreadContext& c) {
    const unsigned n = c.sharing();
    std::string answers = fmt::format("{{{}{{wake_i}}}}", n);
    for (const Memory& m : c.kernel.memories)
        if (m.has_port()) answers += fmt::format(" | {}_resp_valid", m.name);
    return fmt::format(
        "    // Whose turn it is. Every register of a thread is there for each of them.\n"
        "    wire [{0}:0] turn;\n    wire [{1}:0] runs, waiting;\n    wire waits;\n"
        "    hls_turns #(.THREADS({2}), .TURN({3})) u_turns (.clk_i(clk), .rst_i(rst), "
        ".runs_i(runs), .waits_i(waits), .wakes_i({4}), .turn_o(turn), .waiting_o(waiting));\n"
        "    wire [31:0] thread_i = first_i + {{{5}'d0, turn}};\n",
        turn_bits(c) - 1, n - 1, n, turn_bits(c), answers, 32 - turn_bits(c));
}

std::string begins_text(const ThreadContext& c, const std::vector<Value>& ops) {
    std::vector<std::string> begins;
    for (const Value v : ops) begins.push_back(c.when(c.kernel.op(v).block, c.plan.start(v)));
    return "advance && (" + joined(begins, " ||\n        ", "1'b0") + ")";
}

std::string results_text(const ThreadContext& c, const SharedUnit& unit,
                         const std::vector<Value>& ops) {
    std::vector<std::string> takes;
    for (const Value v : ops) takes.push_back(c.when(c.kernel.op(v).block, c.plan.ready(v)));
    return fmt::format(
        "    wire {1}{0};\n    wire {0}_have;\n    wire {0}_taken = {2};\n"
        "    wire stall_{0} = {0}_taken && !{0}_have;\n"
        "    hls_results #(.WIDTH({3}), .CYCLES({4}), .THREADS({5}), .TURN({6}), .DEPTH_LOG2({7})) "
        "u_{0} (.clk_i(clk), .rst_i(rst), .turn_i(turn),\n        .begins_i({8}),\n        "
        ".data_i({9}), .pop_i({0}_taken && advance), .have_o({0}_have), .data_o({0}));\n",
        unit.name, range(unit.width), joined(takes, " ||\n        ", "1'b0"), unit.width,
        unit.cycles, c.sharing(), turn_bits(c), queue_depth_log2(c, ops), begins_text(c, ops),
        unit.output);
}

// Thread status: 0 idle, 1 running, 2 in a critical section, 3 waiting for a lock or barrier.
std::string thread_activities_text(const ThreadContext& c) {
    const std::vector<Activity> all = activities_of(c);
    const unsigned bits = std::max(1U, log2_up(all.size())), n = c.sharing();
    std::string text =
        "    // What each thread does: in its turn it is the one at hand, and so it is while it "
        "waits.\n    assign runs = " +
        side_by_side(c, [](unsigned t) { return fmt::format("state_of[{}] != IDLE", t); }) + ";\n";
    text += "    assign done = " +
            side_by_side(c,
                         [&](unsigned t) {
                             return fmt::format("turn == {} && state == DONE", turn_of(c, t));
                         }) +
            ";\n";
    text += fmt::format(
        "    wire spins = stall_lock || stall_barrier;\n"
        "    reg [{0}:0] last_of [0:{1}];\n    reg [7:0] holding_of [0:{1}];\n"
        "    reg [{1}:0] spinning;\n    always @(posedge clk) begin\n"
        "        last_of[turn] <= activity;\n        spinning[turn] <= spins;\n"
        "        if (rst) begin\n",
        bits - 1, n - 1);
    for (unsigned t = 0; t < n; ++t)
        text += fmt::format("            holding_of[{}] <= 8'd0;\n", t);
    text +=
        "        end else if (advance && at_lock && !at_unlock) holding_of[turn] <= "
        "holding_of[turn] + 8'd1;\n"
        "        else if (advance && at_unlock && !at_lock) holding_of[turn] <= holding_of[turn] - "
        "8'd1;\n    end\n";
    for (unsigned t = 0; t < n; ++t)
        text += fmt::format(
            "    assign status[{0}:{1}] = state_of[{2}] == IDLE || state_of[{2}] == DONE ? 2'd0 :\n"
            "        (turn == {3} ? spins : waiting[{2}] && spinning[{2}]) ? 2'd3 : "
            "holding_of[{2}] "
            "!= 8'd0 ? 2'd2 : 2'd1;\n"
            "    {4}_turn u_turn_{2} (.state_i(state_of[{2}]), .mine_i(turn == {3}), "
            ".waits_i(waiting[{2}]), .now_i(activity), .last_i(last_of[{2}]), "
            ".activity_o(activities[{5}:{6}]));\n",
            t * 2 + 1, t * 2, t, turn_of(c, t), c.kernel.name, (t + 1) * bits - 1, t * bits);
    return text;
}

std::string turn_module(const ThreadContext& c) {
    const std::vector<Activity> all = activities_of(c);
    const unsigned bits = std::max(1U, log2_up(all.size()));
    const unsigned state_bits = std::max(1U, log2_up(c.states.states.size()));
    std::string text = fmt::format(
        "// What a thread does that shares a datapath, for whoever measures it.\nmodule {0}_turn "
        "(\n    input  wire [{1}:0] state_i,\n    input  wire mine_i,\n    input  wire waits_i,\n"
        "    input  wire [{2}:0] now_i,\n    input  wire [{2}:0] last_i,\n    output wire [{2}:0] "
        "activity_o\n);\n",
        c.kernel.name, state_bits - 1, bits - 1);
    for (std::size_t i = 0; i < c.states.states.size(); ++i)
        text += fmt::format("    localparam [{}:0] {} = {}'d{};\n", state_bits - 1,
                            c.states.states[i].name, state_bits, i);
    text += fmt::format("    reg [{}:0] turn_activity;\n    always @*\n        case (state_i)\n",
                        bits - 1);
    return text + turn_activities(c, all, bits) +
           fmt::format(
               "            default: turn_activity = {}'d0;\n        endcase\n"
               "    assign activity_o = mine_i ? now_i : waits_i ? last_i : "
               "turn_activity;\nendmodule\n",
               bits);
}

}  // namespace tapestry::hls
