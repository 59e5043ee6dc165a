// SPDX-License-Identifier: Apache-2.0
// Writes the kernel with an AXI4 master for each memory port, for use in a vendor's shell.
#include <fmt/format.h>

#include "hls/kernel_text.h"
#include "hls/strides.h"

namespace tapestry::hls {

namespace {

struct AxiWire {
    const char* name;
    const char* range;  // {0}: data bits - 1, {1}: strobe bits - 1
    bool is_output;
};

constexpr AxiWire kAxiWires[] = {
    {"awvalid", "", true},        {"awready", "", false},      {"awid", "", true},
    {"awaddr", "[63:0] ", true},  {"awlen", "[7:0] ", true},   {"awsize", "[2:0] ", true},
    {"awburst", "[1:0] ", true},  {"wvalid", "", true},        {"wready", "", false},
    {"wdata", "[{0}:0] ", true},  {"wstrb", "[{1}:0] ", true}, {"wlast", "", true},
    {"bvalid", "", false},        {"bready", "", true},        {"bresp", "[1:0] ", false},
    {"arvalid", "", true},        {"arready", "", false},      {"arid", "", true},
    {"araddr", "[63:0] ", true},  {"arlen", "[7:0] ", true},   {"arsize", "[2:0] ", true},
    {"arburst", "[1:0] ", true},  {"rvalid", "", false},       {"rready", "", true},
    {"rdata", "[{0}:0] ", false}, {"rresp", "[1:0] ", false},  {"rlast", "", false},
};

std::string axi_declarations(const Memory& m) {
    std::string text;
    for (const AxiWire& w : kAxiWires)
        text +=
            fmt::format(",\n    {} wire {}m_axi_{}_{}", w.is_output ? "output" : "input ",
                        fmt::format(fmt::runtime(w.range), m.word_bytes * 8 - 1, m.word_bytes - 1),
                        m.name, w.name);
    return text;
}

// The longest burst of a port, and for how many cycles a burst waits for more beats.
struct Bursts {
    unsigned beats = 1, patience = 0;
};

constexpr unsigned kMostBeats = 16;

// A pipeline whose only access to a port moves through memory word by word produces bursts. At
// least two read bursts are in flight, so that responses arrive without gaps.
void add_loop(const ThreadContext& c, std::size_t memory, int block, Bursts& bursts) {
    const Memory& m = c.kernel.memories[memory];
    const Op* access = nullptr;
    unsigned latency = 0;
    for (const Value v : c.kernel.blocks[static_cast<std::size_t>(block)].ops) {
        const Op& op = c.kernel.op(v);
        if (!is_memory(op.kind) || op.memory != static_cast<int>(memory)) continue;
        if (access) return;
        access = &op;
        latency = c.plan.latency[static_cast<std::size_t>(v)];
    }
    const unsigned interval = c.plan.block(block).interval;
    if (!access || stride_of(c.kernel, access->operands[0], block) != m.word_bytes) return;
    const unsigned most = access->kind == OpKind::load ? (latency / interval + 1) / 2 : kMostBeats;
    unsigned beats = 1;
    while (beats * 2 <= std::min(most, kMostBeats)) beats *= 2;
    if (beats == 1) return;
    bursts.beats = std::max(bursts.beats, beats);
    bursts.patience = std::max(bursts.patience, interval);
}

Bursts bursts_of(const ThreadContext& c, std::size_t memory) {
    Bursts bursts;
    for (std::size_t b = 0; b < c.kernel.blocks.size(); ++b)
        if (c.plan.blocks[b].interval > 0) add_loop(c, memory, static_cast<int>(b), bursts);
    return bursts;
}

// The AXI adapter of a port, and the wires between it and the kernel.
std::string adapter(const Memory& m, const Bursts& bursts) {
    std::string text = fmt::format(
        "    wire {0}_req_valid, {0}_req_ready, {0}_req_write, {0}_resp_valid, {0}_resp_ready;\n"
        "    wire [31:0] {0}_req_addr;\n    wire {1}{0}_req_data, {0}_resp_data;\n"
        "    wire {2}{0}_req_strb;\n"
        "    hls_axi #(.DATA({3}), .BURST({4}), .PATIENCE({5})) u_axi_{0} (.clk_i(clk), "
        ".rst_i(rst), .error_o(error__{0}), .idle_o(idle__{0})",
        m.name, range(m.word_bytes * 8), range(m.word_bytes), m.word_bytes * 8, bursts.beats,
        bursts.patience);
    for (const char* wire :
         {"req_valid", "req_write", "req_addr", "req_data", "req_strb", "resp_ready"})
        text += fmt::format(",\n        .{1}_i({0}_{1})", m.name, wire);
    for (const char* wire : {"req_ready", "resp_valid", "resp_data"})
        text += fmt::format(",\n        .{1}_o({0}_{1})", m.name, wire);
    for (const AxiWire& w : kAxiWires)
        text += fmt::format(",\n        .m_axi_{1}(m_axi_{0}_{1})", m.name, w.name);
    return text + ");\n";
}

// The ends of a process's streams, as the kernel has them.
std::string axi_streams(const Kernel& k) {
    std::string text = ", .idle(idle), .waits(waits)";
    auto join = [&](const Stream& s, std::initializer_list<const char*> wires) {
        for (const char* wire : wires) text += fmt::format(", .{0}_{1}({0}_{1})", s.name, wire);
    };
    for (const Stream& s : k.streams) {
        if (s.is_register && s.is_read) join(s, {"value"});
        if (s.is_register && s.is_written) join(s, {"put", "put_value"});
        if (!s.is_register && (s.is_read || s.is_written)) join(s, {"valid", "ready", "data"});
    }
    return text;
}

}  // namespace

HardwareFile axi_file(const ThreadContext& c) {
    const Kernel& k = c.kernel;
    std::string ports, adapters, errors, busy, connections;
    unsigned run = 1;
    for (const Argument& a : k.arguments) {
        ports += fmt::format(",\n    input  wire {}{}", range(a.width), a.name);
        connections += fmt::format(", .{0}({0})", a.name);
    }
    if (k.result_width > 0) {
        ports += fmt::format(",\n    output wire {}result", range(k.result_width));
        connections += ", .result(result)";
    }
    if (k.is_process) {
        ports += ",\n    output wire idle,\n    output wire waits" + stream_declarations(k);
        connections += axi_streams(k);
    }
    for (std::size_t i = 0; i < k.memories.size(); ++i) {
        const Memory& m = k.memories[i];
        if (m.where != Memory::Where::external) continue;
        ports += axi_declarations(m);
        const Bursts bursts = bursts_of(c, i);
        run = std::max(run, bursts.beats);
        adapters += fmt::format("    wire error__{0}, idle__{0};\n", m.name) + adapter(m, bursts);
        errors += fmt::format("{}error__{}", errors.empty() ? "" : " || ", m.name);
        busy += fmt::format(" || !idle__{0} || {0}_req_valid", m.name);
        for (const char* wire : {"req_valid", "req_ready", "req_write", "req_addr", "req_data",
                                 "req_strb", "resp_valid", "resp_ready", "resp_data"})
            connections += fmt::format(",\n        .{0}_{1}({0}_{1})", m.name, wire);
    }
    return {k.name + "_axi.v",
            fmt::format(
                "// {0} with an AXI4 master for each memory port.\n`default_nettype none\n"
                "module {0}_axi (\n    input  wire clk,\n    input  wire rst,\n    input  wire "
                "start,\n    output wire done,\n    output wire error{1}\n);\n{2}    assign error "
                "= {3};\n    // It is done when all that it wrote is in the memory.\n"
                "    wire ends;\n    wire busy = 1'b0{5};\n    reg ended;\n"
                "    assign done = (ends || ended) && !busy;\n"
                "    always @(posedge clk) ended <= !rst && !done && (ends || ended);\n"
                "    {0} {6}u_kernel (.clk(clk), .rst(rst), .start(start), .done(ends){4});\n"
                "endmodule\n`default_nettype wire\n",
                k.name, ports, adapters, errors.empty() ? "1'b0" : errors, connections, busy,
                k.threads > 1 && run > 1 ? fmt::format("#(.RUN({})) ", run) : "")};
}

}  // namespace tapestry::hls
