// SPDX-License-Identifier: Apache-2.0
#include "hls/kernel_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "hls/activity.h"

namespace tapestry::hls {

namespace {

std::vector<const Memory*> with_port(const Kernel& k) {
    std::vector<const Memory*> found;
    for (const Memory& m : k.memories)
        if (m.has_port()) found.push_back(&m);
    return found;
}

bool has_run(const Memory& m) { return m.where == Memory::Where::external; }

// RUN: how many requests with consecutive addresses a thread may make in a row.
std::string top_header(const Kernel& k) {
    const bool has = std::any_of(k.memories.begin(), k.memories.end(), has_run);
    std::string text = fmt::format(
        "module {} {}(\n    input  wire clk,\n    input  wire rst,\n    input  wire start,\n    "
        "output wire done",
        k.name, has ? "#(parameter RUN = 1) " : "");
    for (const Argument& a : k.arguments)
        text += fmt::format(",\n    input  wire {}{}", range(a.width), a.name);
    return text + port_declarations(k, "    ", false) + "\n);\n";
}

// The wires between all threads and one memory, concatenated.
std::string port_wires(const Kernel& k, const Memory& m) {
    const unsigned n = k.threads, bits = m.word_bytes * 8;
    return fmt::format(
        "    wire [{1}:0] {0}_t_valid, {0}_t_ready, {0}_t_write, {0}_t_answered;\n"
        "    wire [{2}:0] {0}_t_addr;\n    wire [{3}:0] {0}_t_data;\n    wire [{4}:0] {0}_t_strb;\n"
        "    hls_arbiter #(.PORTS({5}), .DATA({6}){7}) u_{0} (.clk_i(clk), .rst_i(rst), "
        ".valid_i({0}_t_valid), "
        ".ready_o({0}_t_ready), .write_i({0}_t_write),\n        .address_i({0}_t_addr), "
        ".data_i({0}_t_data), "
        ".strobe_i({0}_t_strb), .answered_o({0}_t_answered), .req_valid_o({0}_req_valid),\n        "
        ".req_ready_i({0}_req_ready), .req_write_o({0}_req_write), .req_address_o({0}_req_addr), "
        ".req_data_o({0}_req_data),\n        .req_strobe_o({0}_req_strb), "
        ".resp_valid_i({0}_resp_valid), "
        ".resp_ready_o({0}_resp_ready));\n",
        m.name, n - 1, n * 32 - 1, n * bits - 1, n * m.word_bytes - 1, n, bits,
        has_run(m) ? ", .RUN(RUN)" : "");
}

// A shared memory is connected where an external one has the module's ports.
std::string shared_wires(const Kernel& k, const Memory& m) {
    return fmt::format(
        "    wire {1}_req_valid, {1}_req_write, {1}_resp_valid, {1}_resp_ready;\n    wire "
        "{1}_req_ready = 1'b1;\n    wire [31:0] {1}_req_addr;\n    wire {2}{1}_req_data, "
        "{1}_resp_data;\n    wire {3}{1}_req_strb;\n"
        "    {0}_{1} u_{1}_words (.clk_i(clk), .rst_i(rst), .valid_i({1}_req_valid), "
        ".write_i({1}_req_write), .address_i({1}_req_addr), .data_i({1}_req_data), "
        ".strobe_i({1}_req_strb),\n        .answers_o({1}_resp_valid), .data_o({1}_resp_data));\n",
        k.name, m.name, range(m.word_bytes * 8), range(m.word_bytes));
}

// The port connections of instance `index`, which holds `n` threads: arguments, and its slice of
// the wires of each memory. A shared datapath accepts responses as they come.
std::string instance_ports(const Kernel& k, char index, unsigned n) {
    auto part = [&](unsigned width) {
        return width == 1 ? fmt::format("[{}]", index)
                          : fmt::format("[{0}*{1} +: {1}]", index, width);
    };
    std::string text;
    for (const Argument& a : k.arguments) text += fmt::format(", .{0}({0})", a.name);
    for (const Memory* m : with_port(k))
        text += fmt::format(
            ",\n            .{0}_req_valid({0}_t_valid{1}), .{0}_req_ready({0}_t_ready{1}), "
            ".{0}_req_write({0}_t_write{1}), .{0}_req_addr({0}_t_addr{2}), "
            ".{0}_req_data({0}_t_data{3}),\n            .{0}_req_strb({0}_t_strb{4}), "
            ".{0}_resp_valid({0}_t_answered{1}), {5}.{0}_resp_data({0}_resp_data)",
            m->name, part(n), part(n * 32), part(n * m->word_bytes * 8), part(n * m->word_bytes),
            n == 1 ? fmt::format(".{}_resp_ready(), ", m->name) : "");
    return text;
}

// All threads wait. Those of a team that is not at its end go on, those that wait for it do not.
std::string barrier_text(unsigned threads) {
    return fmt::format(
        "    wire [{0}:0] barrier_ready = {{{1}{{&barrier_valid}}}} & (&barrier_join ? "
        "{{{1}{{1'b1}}}} : ~barrier_join);\n",
        threads - 1, threads);
}

// What all threads share: the done signal, locks, ports.
std::string common_text(const Kernel& k, bool shares) {
    const unsigned n = k.threads;
    std::string text = fmt::format(
        "    wire [{0}:0] thread_done, lock_valid, lock_ready, unlock_valid, barrier_valid, "
        "barrier_join;\n"
        "    wire [{1}:0] lock_id, unlock_id;\n{5}"
        "    reg [{0}:0] finished;\n    wire [{4}:0] thread_status;\n"
        "    assign done = &(finished | thread_done) && |thread_done;\n"
        "    always @(posedge clk)\n        if (rst || done) finished <= {2}'d0;\n"
        "        else finished <= finished | thread_done;\n"
        "    hls_semaphore #(.PORTS({2}), .LOCKS({3})) u_locks (.clk_i(clk), .rst_i(rst), "
        ".valid_i(lock_valid), "
        ".ready_o(lock_ready), .id_i(lock_id),\n        .release_i(unlock_valid), "
        ".release_id_i(unlock_id));\n",
        n - 1, n * 8 - 1, n, std::max<std::size_t>(1, k.locks.size()), 2 * n - 1,
        shares ? "" : barrier_text(n));
    for (const Memory* m : with_port(k))
        text += (m->where == Memory::Where::shared ? shared_wires(k, *m) : "") + port_wires(k, *m);
    return text;
}

constexpr const char* kLintOff =
    "/* verilator lint_off UNUSED */\n/* verilator lint_off PINCONNECTEMPTY */\n";
constexpr const char* kLintOn =
    "/* verilator lint_on PINCONNECTEMPTY */\n/* verilator lint_on UNUSED */\n";

// Threads that share datapaths. Each still has an instance of its own, which holds its activity.
std::string shared_threads_text(const ThreadContext& c) {
    const Kernel& k = c.kernel;
    const unsigned all = k.threads, n = c.sharing();
    const unsigned bits = std::max(1U, log2_up(activities_of(c).size()));
    std::string text = kLintOff + top_header(k) + common_text(k, true);
    text += fmt::format(
        "    wire [{0}:0] barrier_ready;\n    wire [{1}:0] thread_activity;\n    wire opens;\n"
        "    // Whoever waits for a lock or the others looks again.\n    reg wake;\n"
        "    always @(posedge clk) wake <= !rst && |unlock_valid;\n"
        "    hls_barrier #(.THREADS({2})) u_barrier (.clk_i(clk), .rst_i(rst), "
        ".comes_i(barrier_valid), .joins_i(barrier_join), .passes_o(barrier_ready), "
        ".opens_o(opens));\n"
        "    genvar d, t;\n    generate\n        for (d = 0; d < {3}; d = d + 1) begin : datapath\n"
        "            localparam [31:0] FIRST = d * {5};\n            {4}_datapath u_datapath "
        "(.clk(clk), .rst(rst), .start(start), "
        ".done(thread_done[d*{5} +: {5}]), .first_i(FIRST), .wake_i(wake || opens),\n        "
        "    "
        ".lock_valid(lock_valid[d*{5} +: {5}]), .lock_ready(lock_ready[d*{5} +: {5}]), "
        ".lock_id(lock_id[d*{6} +: {6}]), .unlock_valid(unlock_valid[d*{5} +: {5}]), "
        ".unlock_id(unlock_id[d*{6} +: {6}]),\n            .barrier_valid(barrier_valid[d*{5} +: "
        "{5}]), .barrier_join(barrier_join[d*{5} +: {5}]), .barrier_ready(barrier_ready[d*{5} +: "
        "{5}]), .status(thread_status[d*{7} +: {7}]), "
        ".activities(thread_activity[d*{8} +: {8}]){9});\n        end\n",
        all - 1, all * bits - 1, all, all / n, k.name, n, n * 8, n * 2, n * bits,
        instance_ports(k, 'd', n));
    text += fmt::format(
        "        for (t = 0; t < {0}; t = t + 1) begin : thread\n            {1}_thread u_thread "
        "(.clk(clk), .rst(rst), .activity_i(thread_activity[t*{2} +: {2}]));\n        end\n    "
        "endgenerate\nendmodule\n",
        all, k.name, bits);
    return text + kLintOn;
}

// The module in which a thread that shares a datapath is measured.
std::string measured_thread_text(const ThreadContext& c) {
    const unsigned bits = std::max(1U, log2_up(activities_of(c).size()));
    return fmt::format(
        "{3}// What a thread does in each cycle, one later; the datapath is elsewhere.\nmodule "
        "{0}_thread (\n    input  wire clk,\n    input  wire rst,\n    input  wire [{1}:0] "
        "activity_i\n);\n    reg [{1}:0] activity;\n    always @(posedge clk) activity <= rst ? "
        "{2}'d0 : activity_i;\nendmodule\n{4}",
        c.kernel.name, bits - 1, bits, kLintOff, kLintOn);
}

std::string threads_text(const Kernel& k) {
    const unsigned n = k.threads;
    std::string text = kLintOff + top_header(k) + common_text(k, false);
    text += fmt::format(
        "    genvar t;\n    generate\n        for (t = 0; t < {}; t = t + 1) begin : thread\n      "
        "      {}_thread "
        "u_thread (.clk(clk), .rst(rst), .start(start), .done(thread_done[t]), .thread_i(t),\n     "
        "       "
        ".lock_valid(lock_valid[t]), .lock_ready(lock_ready[t]), .lock_id(lock_id[t*8 +: 8]), "
        ".unlock_valid(unlock_valid[t]), .unlock_id(unlock_id[t*8 +: 8]),\n            "
        ".barrier_valid(barrier_valid[t]), .barrier_join(barrier_join[t]), "
        ".barrier_ready(barrier_ready[t]), "
        ".status(thread_status[t*2 +: 2]){});\n        end\n    "
        "endgenerate\nendmodule\n",
        n, k.name, instance_ports(k, 't', 1));
    return text + kLintOn;
}

}  // namespace

namespace {

HardwareFile file(const ThreadContext& c, const std::string& module, const std::string& text) {
    const Kernel& k = c.kernel;
    return {module + ".v",
            fmt::format("// {} of {}:{}, made by tapestry-hls for a clock of {} "
                        "ns.\n`default_nettype none\n\n{}"
                        "`default_nettype wire\n",
                        k.name, k.place.at.file, k.place.at.line, c.options.clock_ns, text)};
}

}  // namespace

std::vector<HardwareFile> kernel_files(const ThreadContext& c) {
    const Kernel& k = c.kernel;
    std::vector<HardwareFile> files;
    std::string thread = k.name;
    if (c.shares()) {
        thread = k.name + "_datapath";
        files.push_back(file(c, k.name, shared_threads_text(c)));
        files.push_back(file(c, k.name + "_thread", measured_thread_text(c)));
        files.push_back(file(c, k.name + "_turn", turn_module(c)));
    } else if (k.threads > 1) {
        thread = k.name + "_thread";
        files.push_back(file(c, k.name, threads_text(k)));
    }
    files.push_back(file(c, thread, thread_text(c, thread)));
    for (const Memory& m : k.memories)
        if (m.where == Memory::Where::local)
            files.push_back(file(c, fmt::format("{}_{}", k.name, m.name),
                                 memory_module(k, m, m.is_written ? c.sharing() : 1)));
        else if (m.where == Memory::Where::shared)
            files.push_back(file(c, fmt::format("{}_{}", k.name, m.name), shared_module(k, m)));
    return files;
}

}  // namespace tapestry::hls
