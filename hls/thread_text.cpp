// SPDX-License-Identifier: Apache-2.0
#include "hls/thread_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "hls/activity.h"

namespace tapestry::hls {

std::string range(unsigned bits) { return bits == 1 ? "" : fmt::format("[{}:0] ", bits - 1); }

unsigned log2_up(std::uint64_t n) {
    unsigned bits = 0;
    while ((std::uint64_t{1} << bits) < n) ++bits;
    return bits;
}

const std::string& ThreadContext::state_name(int block, unsigned cycle) const {
    return states.states[states.of(plan, block, cycle)].name;
}

std::string ThreadContext::when(int block, unsigned time, bool is_valid) const {
    std::string text = fmt::format("state == {}", state_name(block, time));
    const unsigned interval = plan.block(block).interval;
    if (interval > 1) text += fmt::format(" && slot == {}", time % interval);
    if (interval > 0 && is_valid) text += " && " + stage_bit(time / interval);
    return text;
}

std::string ThreadContext::stage_bit(unsigned n) const {
    return fmt::format("{}[{}]", is_elastic(*this) ? "live" : "stage", n);
}

bool ThreadContext::has_slots() const {
    for (const BlockPlan& b : plan.blocks)
        if (b.interval > 1) return true;
    return false;
}

std::string ThreadContext::kept(const std::string& name) const {
    return shares() ? name + "_of[turn]" : name;
}

std::string ThreadContext::register_text(const std::string& bits, const std::string& name) const {
    if (!shares()) return fmt::format("    reg {}{};\n", bits, name);
    return fmt::format("    reg {0}{1}_of [0:{2}];\n    wire {0}{1} = {1}_of[turn];\n", bits, name,
                       sharing() - 1);
}

std::string ThreadContext::acts(Value v, unsigned time) const {
    const Op& op = kernel.op(v);
    std::string text = when(op.block, time);
    if (op.predicate != kNone) text += " && " + names.at(op.predicate, op.block, time);
    return text;
}

std::string ThreadContext::selects(const std::vector<Value>& ops, Value v) const {
    const Op& op = kernel.op(v);
    const std::string now = when(op.block, plan.start(v), false);
    const bool is_alone = std::none_of(ops.begin(), ops.end(), [&](Value other) {
        return other != v && kernel.op(other).block == op.block &&
               plan.start(other) == plan.start(v);
    });
    if (is_alone || op.predicate == kNone) return now;
    return now + " && " + names.at(op.predicate, op.block, plan.start(v));
}

std::string ThreadContext::operand(Value v, std::size_t index) const {
    const Op& op = kernel.op(v);
    return names.at(op.operands[index], op.block, plan.start(v));
}

std::string port_declarations(const Kernel& kernel, const std::string& indent, bool of_thread) {
    std::string text;
    for (const Memory& m : kernel.memories) {
        if (of_thread ? !m.has_port() : m.where != Memory::Where::external) continue;
        const unsigned bits = m.word_bytes * 8;
        text += fmt::format(
            ",\n{1}output wire {0}_req_valid,\n{1}input  wire {0}_req_ready,\n{1}output wire "
            "{0}_req_write,\n{1}output wire [31:0] {0}_req_addr,\n{1}output wire [{2}:0] "
            "{0}_req_data,\n{1}output wire [{3}:0] {0}_req_strb,\n{1}input  wire "
            "{0}_resp_valid,\n{1}output wire {0}_resp_ready,\n{1}input  wire [{2}:0] {0}_resp_data",
            m.name, indent, bits - 1, m.word_bytes - 1);
    }
    return text;
}

namespace {

std::string header(const ThreadContext& c, const std::string& name) {
    const Kernel& k = c.kernel;
    std::string text = fmt::format(
        "module {} (\n    input  wire clk,\n    input  wire rst,\n    input  wire start,\n"
        "    output wire done",
        name);
    if (k.threads > 1)
        text += fmt::format(
            ",\n    input  wire [31:0] thread_i,\n    output wire lock_valid,\n    input  wire "
            "lock_ready,\n"
            "    output wire [7:0] lock_id,\n    output wire unlock_valid,\n    output wire [7:0] "
            "unlock_id,\n"
            "    output wire barrier_valid,\n    output wire barrier_join,\n    input  wire "
            "barrier_ready,\n    output wire [1:0] status");
    for (const Argument& a : k.arguments)
        text += fmt::format(",\n    input  wire {}{}", range(a.width), a.name);
    if (k.result_width > 0)
        text += fmt::format(",\n    output reg {}result", range(k.result_width));
    if (k.is_process)
        text += ",\n    output wire idle,\n    output wire waits" + stream_declarations(k);
    return text + port_declarations(k, "    ", true) + "\n);\n";
}

std::string state_names(const ThreadContext& c) {
    const unsigned bits = std::max(1U, log2_up(c.states.states.size()));
    std::string text;
    for (std::size_t i = 0; i < c.states.states.size(); ++i) {
        const State& s = c.states.states[i];
        text += fmt::format("    localparam [{}:0] {} = {}'d{};", bits - 1, s.name, bits, i);
        text +=
            s.place.at.line ? fmt::format("  // {}:{}\n", s.place.at.file, s.place.at.line) : "\n";
    }
    return text + c.register_text(fmt::format("[{}:0] ", bits - 1), "state");
}

std::string pipeline_registers(const ThreadContext& c) {
    unsigned stages = 0, interval = 1;
    for (std::size_t b = 0; b < c.plan.blocks.size(); ++b) {
        if (c.plan.blocks[b].interval == 0) continue;
        stages = std::max(stages, c.names.stages(static_cast<int>(b)));
        interval = std::max(interval, c.plan.blocks[b].interval);
    }
    if (stages == 0) return {};
    std::string text(
        "    // The pipeline that runs: which stages hold an iteration, and which hold the first "
        "one.\n");
    const std::string all = fmt::format("[{}:0] ", stages - 1);
    text += c.register_text(all, "stage") + c.register_text(all, "fresh");
    if (interval > 1)
        text +=
            c.register_text(fmt::format("[{}:0] ", std::max(1U, log2_up(interval)) - 1), "slot");
    if (is_elastic(c))
        text += fmt::format(
            "    // Without its data an iteration does not begin: its place in the pipeline stays "
            "empty.\n"
            "    wire starved;\n    wire [{0}:0] live = stage & ~{{{1}starved}};\n"
            "    wire [{0}:0] begun = fresh & ~{{{1}starved}};\n",
            stages - 1, stages > 1 ? fmt::format("{}'d0, ", stages - 1) : "");
    return text;
}

// Thread status: 0 idle, 1 running, 2 in a critical section, 3 waiting for a lock or barrier.
std::string status_text(const ThreadContext& c) {
    if (c.kernel.threads <= 1) return {};
    return "    reg [7:0] holding;\n    always @(posedge clk)\n"
           "        if (rst) holding <= 8'd0;\n"
           "        else if (advance && at_lock && !at_unlock) holding <= holding + 8'd1;\n"
           "        else if (advance && at_unlock && !at_lock) holding <= holding - 8'd1;\n"
           "    assign status = state == IDLE || state == DONE ? 2'd0 :\n"
           "        stall_lock || stall_barrier ? 2'd3 : holding != 8'd0 ? 2'd2 : 2'd1;\n";
}

}  // namespace

std::string thread_text(const ThreadContext& c, const std::string& name) {
    // Unused bits of the program's values are left for synthesis to remove.
    std::string text =
        "/* verilator lint_off UNUSED */\n/* verilator lint_off PINCONNECTEMPTY */\n";
    text += c.shares() ? shared_header(c, name) + turns_text(c) : header(c, name);
    text += state_names(c) + pipeline_registers(c);
    for (const Argument& a : c.kernel.arguments)
        text += fmt::format("    reg {}arg_{};\n", range(a.width), a.name);
    text += "\n" + operators_text(c) + "\n" + memories_text(c) + "\n" + control_text(c);
    text += "\n" + activity_text(c) + (c.shares() ? thread_activities_text(c) : status_text(c));
    if (c.kernel.is_process) text += "    assign idle = state == IDLE;\n";
    text +=
        "endmodule\n/* verilator lint_on PINCONNECTEMPTY */\n/* verilator lint_on UNUSED */\n\n";
    return text;
}

}  // namespace tapestry::hls
