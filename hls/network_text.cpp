// SPDX-License-Identifier: Apache-2.0
#include "hls/network_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "hls/front.h"

namespace tapestry::hls {

namespace {

using Kind = NetworkObject::Kind;

const Kernel& kernel_of_process(const std::vector<Kernel>& kernels, const NetworkProcess& p) {
    return kernels[static_cast<std::size_t>(p.kernel)];
}

const NetworkArgument& bound(const NetworkProcess& p, int parameter) {
    return p.arguments[static_cast<std::size_t>(parameter)];
}

class Joiner {
public:
    Joiner(const Network& n, const std::vector<Kernel>& kernels,
           const std::vector<KernelDepth>& depths, Diagnostics& diagnostics)
        : n_(n), kernels_(kernels), depths_(depths), diagnostics_(diagnostics) {}

    Result<std::vector<NetworkStream>> join() {
        for (const NetworkObject& o : n_.objects) {
            NetworkStream s;
            s.object = &o;
            s.capacity = o.depth;
            made_.push_back(s);
        }
        for (std::size_t p = 0; p < n_.processes.size(); ++p) {
            if (!n_.processes[p].is_hardware) continue;
            if (const auto done = join_process(static_cast<int>(p)); !done) return done.failure();
        }
        return made_;
    }

private:
    Result<Done> join_process(int number) {
        const NetworkProcess& p = n_.processes[static_cast<std::size_t>(number)];
        const Kernel& k = kernel_of_process(kernels_, p);
        for (std::size_t i = 0; i < k.streams.size(); ++i) {
            const Stream& end = k.streams[i];
            NetworkStream& s = made_[static_cast<std::size_t>(bound(p, end.parameter).object)];
            if (s.object->kind == Kind::reg) continue;
            s.capacity += depths_[static_cast<std::size_t>(p.kernel)].ahead[i];
            if (end.is_read && end.is_written)
                return refuse(k, s, "is read and written by one process", "one more stream");
            if (end.is_read && s.reader >= 0)
                return refuse(k, s, "has two readers", "a stream for each");
            if (end.is_written && s.writer >= 0)
                return refuse(k, s, "has two writers", "a stream for each");
            if (end.is_read) s.reader = number, s.reader_port = end.name;
            if (end.is_written) s.writer = number, s.writer_port = end.name;
        }
        return Done{};
    }

    Reported refuse(const Kernel& k, const NetworkStream& s, const char* what, const char* hint) {
        return refuse_source(diagnostics_, k.place.at, fmt::format("'{}' {}", s.object->name, what),
                             fmt::format("make {}: it has one writer and one reader", hint));
    }

    const Network& n_;
    const std::vector<Kernel>& kernels_;
    const std::vector<KernelDepth>& depths_;
    Diagnostics& diagnostics_;
    std::vector<NetworkStream> made_;
};

bool crosses_in(const NetworkStream& s) { return s.reader >= 0 && s.writer < 0; }
bool crosses_out(const NetworkStream& s) { return s.writer >= 0 && s.reader < 0; }
bool is_queue(const NetworkStream& s) { return s.reader >= 0 || s.writer >= 0; }

std::string top_ports(const NetworkStream& s) {
    const std::string& w = s.object->wire;
    const std::string bits = range(s.object->bits + 1);
    if (crosses_in(s))
        return fmt::format(
            ",\n    input  wire {0}_in_valid,\n    output wire {0}_in_ready,\n    input  wire "
            "{1}{0}_in_data",
            w, bits);
    if (crosses_out(s))
        return fmt::format(
            ",\n    output wire {0}_out_valid,\n    input  wire {0}_out_ready,\n    output wire "
            "{1}{0}_out_data",
            w, bits);
    return "";
}

std::string queue_text(const NetworkStream& s) {
    const std::string& w = s.object->wire;
    const std::string bits = range(s.object->bits + 1);
    std::string text = fmt::format("    // {}\n", s.object->name);
    if (!crosses_in(s))
        text += fmt::format("    wire {0}_in_valid, {0}_in_ready;\n    wire {1}{0}_in_data;\n", w,
                            bits);
    if (!crosses_out(s))
        text += fmt::format("    wire {0}_out_valid, {0}_out_ready;\n    wire {1}{0}_out_data;\n",
                            w, bits);
    return text + fmt::format(
                      "    hls_fifo #(.WIDTH({1}), .DEPTH({2})) q_{0} (.clk_i(clk), .rst_i(rst), "
                      ".in_valid_i({0}_in_valid), .in_ready_o({0}_in_ready), "
                      ".in_data_i({0}_in_data),\n        "
                      ".out_valid_o({0}_out_valid), .out_ready_i({0}_out_ready), "
                      ".out_data_o({0}_out_data));\n",
                      w, s.object->bits + 1, s.capacity);
}

// A register written by processes and the software; if several processes write in one cycle, the
// last one in the network wins. A write of the software is visible in the same cycle, because it
// happened before.
class RegisterText {
public:
    RegisterText(const Network& n, const std::vector<Kernel>& kernels, const NetworkObject& o)
        : o_(o) {
        for (const NetworkProcess& p : n.processes) {
            if (!p.is_hardware) continue;
            for (const Stream& s : kernel_of_process(kernels, p).streams)
                if (s.is_written &&
                    &n.objects[static_cast<std::size_t>(bound(p, s.parameter).object)] == &o)
                    writers_.push_back(p.wire);
        }
    }

    std::string text() const {
        std::string wires, moves;
        for (const std::string& w : writers_) {
            wires += fmt::format("    wire {0}_put_{1};\n    wire {2}{0}_put_{1}_value;\n", o_.wire,
                                 w, range(o_.bits));
            moves +=
                fmt::format("        if ({0}_put_{1}) {0}_q <= {0}_put_{1}_value;\n", o_.wire, w);
        }
        return fmt::format(
            "    // {0}, a register\n{1}    reg {2}{3}_q;\n    assign {3}_value = {3}_put ? "
            "{3}_put_value : {3}_q;\n"
            "    always @(posedge clk) begin\n        if ({3}_put) {3}_q <= {3}_put_value;\n{4}"
            "        if (rst) {3}_q <= {5}'d0;\n    end\n",
            o_.name, wires, range(o_.bits), o_.wire, moves, o_.bits);
    }

private:
    const NetworkObject& o_;
    std::vector<std::string> writers_;
};

std::string register_ports(const NetworkObject& o) {
    return fmt::format(
        ",\n    input  wire {0}_put,\n    input  wire {1}{0}_put_value,\n    output wire "
        "{1}{0}_value",
        o.wire, range(o.bits));
}

struct PortWire {
    const char* name;
    bool is_input;
    unsigned bits;
};

std::vector<PortWire> memory_port_wires(const Memory& m) {
    const unsigned bits = m.word_bytes * 8;
    return {{"req_valid", false, 1}, {"req_ready", true, 1},    {"req_write", false, 1},
            {"req_addr", false, 32}, {"req_data", false, bits}, {"req_strb", false, m.word_bytes},
            {"resp_valid", true, 1}, {"resp_ready", false, 1},  {"resp_data", true, bits}};
}

std::string stream_connections(const Network& n, const NetworkProcess& p, const Kernel& k) {
    std::string text;
    for (const Stream& s : k.streams) {
        const std::string& w =
            n.objects[static_cast<std::size_t>(bound(p, s.parameter).object)].wire;
        if (s.is_register) {
            if (s.is_read) text += fmt::format(",\n        .{}_value({}_value)", s.name, w);
            if (s.is_written)
                text += fmt::format(
                    ",\n        .{0}_put({1}_put_{2}), .{0}_put_value({1}_put_{2}_value)", s.name,
                    w, p.wire);
        } else if (s.is_read || s.is_written) {
            text += fmt::format(
                ",\n        .{0}_valid({1}_{2}_valid), .{0}_ready({1}_{2}_ready), "
                ".{0}_data({1}_{2}_data)",
                s.name, w, s.is_read ? "out" : "in");
        }
    }
    return text;
}

std::string process_text(const Network& n, const NetworkProcess& p, const Kernel& k) {
    std::string text = fmt::format(
        "    {0} u_{1} (.clk(clk), .rst(rst), .start(start), .done({1}_done), .idle({1}_idle), "
        ".waits({1}_waits)",
        k.name, p.wire);
    for (const Argument& a : k.arguments) {
        const auto number =
            static_cast<std::uint64_t>(a.is_pointer ? 0 : bound(p, a.parameter).number);
        const std::uint64_t mask =
            a.width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << a.width) - 1;
        text += fmt::format(", .{}({}'d{})", a.name, a.width, number & mask);
    }
    text += stream_connections(n, p, k);
    for (const Memory& m : k.memories) {
        if (m.where != Memory::Where::external) continue;
        for (const PortWire& w : memory_port_wires(m))
            text += fmt::format(",\n        .{0}_{1}({2}_{0}_{1})", m.name, w.name, p.wire);
    }
    return text + ");\n";
}

std::string process_ports(const NetworkProcess& p, const Kernel& k) {
    std::string text = fmt::format(
        ",\n    output wire {0}_done,\n    output wire {0}_idle,\n    output wire {0}_waits",
        p.wire);
    for (const Memory& m : k.memories) {
        if (m.where != Memory::Where::external) continue;
        for (const PortWire& w : memory_port_wires(m))
            text += fmt::format(",\n    {} wire {}{}_{}_{}", w.is_input ? "input " : "output",
                                range(w.bits), p.wire, m.name, w.name);
    }
    return text;
}

// The network object behind a memory port.
const NetworkObject& memory_object(const Network& n, const NetworkProcess& p, const Kernel& k,
                                   std::size_t memory) {
    for (const Argument& a : k.arguments)
        if (a.memory == static_cast<int>(memory))
            return n.objects[static_cast<std::size_t>(bound(p, a.parameter).object)];
    return n.objects.front();
}

}  // namespace

KernelDepth depth_of(const ThreadContext& c) {
    KernelDepth depth;
    depth.ahead.assign(c.kernel.streams.size(), 0);
    for (std::size_t i = 0; i < c.kernel.ops.size(); ++i) {
        const Op& op = c.kernel.ops[i];
        if (!is_stream(op.kind) || op.block < 0 || c.plan.block(op.block).interval == 0) continue;
        std::uint64_t& most = depth.ahead[static_cast<std::size_t>(op.stream)];
        most = std::max<std::uint64_t>(
            most, op.kind == OpKind::stream_read ? 1 : c.names.stages(op.block));
    }
    return depth;
}

Result<std::vector<NetworkStream>> join_streams(const Network& network,
                                                const std::vector<Kernel>& kernels,
                                                const std::vector<KernelDepth>& depths,
                                                Diagnostics& diagnostics) {
    return Joiner(network, kernels, depths, diagnostics).join();
}

HardwareFile network_file(const Network& n, const std::vector<Kernel>& kernels,
                          const std::vector<NetworkStream>& streams) {
    std::string ports, body;
    for (const NetworkStream& s : streams) {
        if (s.object->kind == Kind::reg) {
            ports += register_ports(*s.object);
            body += RegisterText(n, kernels, *s.object).text();
        } else if (is_queue(s)) {
            ports += top_ports(s);
            body += queue_text(s);
        }
    }
    for (const NetworkProcess& p : n.processes) {
        if (!p.is_hardware) continue;
        ports += process_ports(p, kernel_of_process(kernels, p));
        body += process_text(n, p, kernel_of_process(kernels, p));
    }
    return {"accelerator.v", fmt::format("// The network of the program.\n`default_nettype "
                                         "none\nmodule accelerator (\n    input  wire "
                                         "clk,\n    input  wire rst,\n    input  wire "
                                         "start{}\n);\n{}endmodule\n`default_nettype wire\n",
                                         ports, body)};
}

std::string network_header(const Network& n, const std::vector<Kernel>& kernels,
                           const std::vector<NetworkStream>& streams, unsigned memory_latency) {
    std::string text = fmt::format(
        "// Made by tapestry-hls: the network of the program and its wires.\n#pragma "
        "once\n#include "
        "\"Vaccelerator.h\"\n#include \"hls_network.h\"\n\nconstexpr unsigned kMemoryLatency = "
        "{};\n\n"
        "inline NetworkWires network_of(Vaccelerator& m) {{\n    NetworkWires n;\n",
        memory_latency);
    for (const NetworkStream& s : streams) {
        const NetworkObject& o = *s.object;
        if (o.kind == Kind::reg)
            text += fmt::format(
                "    n.registers.push_back({{\"{0}\", &m.{1}_put, &m.{1}_put_value, &m.{1}_value, "
                "{2}}});\n",
                o.name, o.wire, (o.bits + 7) / 8);
        else if (crosses_in(s) || crosses_out(s))
            text += fmt::format(
                "    n.streams.push_back({{\"{0}\", &m.{1}_{2}_valid, &m.{1}_{2}_ready, "
                "&m.{1}_{2}_data, {3}, {4}}});\n",
                o.name, o.wire, crosses_in(s) ? "in" : "out", o.bits,
                crosses_in(s) ? "true" : "false");
    }
    for (const NetworkProcess& p : n.processes) {
        if (!p.is_hardware) continue;
        const Kernel& k = kernel_of_process(kernels, p);
        text += fmt::format("    n.processes.push_back({{\"{0}\", &m.{1}_idle, &m.{1}_waits}});\n",
                            p.name, p.wire);
        for (std::size_t i = 0; i < k.memories.size(); ++i) {
            const Memory& m = k.memories[i];
            if (m.where != Memory::Where::external) continue;
            std::string row;
            for (const char* wire : {"req_valid", "req_ready", "req_write", "req_addr", "req_data",
                                     "req_strb", "resp_valid", "resp_data"})
                row += fmt::format("&m.{}_{}_{}, ", p.wire, m.name, wire);
            const NetworkObject& object = memory_object(n, p, k, i);
            text += fmt::format("    n.ports.push_back({{\"{}\", {}, {{{}{}}}, {{}}}});\n",
                                object.name, object.depth, row, m.word_bytes);
        }
    }
    return text + "    return n;\n}\n";
}

nlohmann::json network_facts(const Network& n, const std::vector<Kernel>& kernels,
                             const std::vector<NetworkStream>& streams) {
    nlohmann::json processes = nlohmann::json::array(), all = nlohmann::json::array();
    for (const NetworkProcess& p : n.processes)
        processes.push_back({{"name", p.name},
                             {"hardware", p.is_hardware},
                             {"instance", p.is_hardware ? "u_" + p.wire : ""},
                             {"kernel", p.is_hardware ? kernel_of_process(kernels, p).name : ""}});
    auto end = [&](int process, const std::string& port) {
        nlohmann::json e = {
            {"process", process < 0 ? "" : n.processes[static_cast<std::size_t>(process)].name},
            {"port", port}};
        return e;
    };
    for (const NetworkStream& s : streams)
        if (s.object->kind != Kind::reg && s.object->kind != Kind::memory && is_queue(s))
            all.push_back({{"name", s.object->name},
                           {"wire", s.object->wire},
                           {"bits", s.object->bits},
                           {"depth", s.object->depth},
                           {"capacity", s.capacity},
                           {"writer", end(s.writer, s.writer_port)},
                           {"reader", end(s.reader, s.reader_port)}});
    return {{"processes", processes}, {"streams", all}};
}

}  // namespace tapestry::hls
