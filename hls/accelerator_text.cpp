// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hls/dataflow_text.h"

namespace tapestry::hls {

namespace {

struct Wire {
    std::string name;
    unsigned bits = 1;
    bool is_input = true;
};

std::vector<Wire> wires_of(const Kernel& k) {
    std::vector<Wire> wires = {{"start", 1, true}, {"done", 1, false}};
    for (const Argument& a : k.arguments) wires.push_back({a.name, a.width, true});
    if (k.result_width > 0) wires.push_back({"result", k.result_width, false});
    for (const Memory& m : k.memories) {
        if (m.where != Memory::Where::external) continue;
        wires.push_back({m.name + "_req_valid", 1, false});
        wires.push_back({m.name + "_req_ready", 1, true});
        wires.push_back({m.name + "_req_write", 1, false});
        wires.push_back({m.name + "_req_addr", 32, false});
        wires.push_back({m.name + "_req_data", m.word_bytes * 8, false});
        wires.push_back({m.name + "_req_strb", m.word_bytes, false});
        wires.push_back({m.name + "_resp_valid", 1, true});
        wires.push_back({m.name + "_resp_ready", 1, false});
        wires.push_back({m.name + "_resp_data", m.word_bytes * 8, true});
    }
    for (const Stream& s : k.streams) {
        wires.push_back({s.name + "_valid", 1, s.is_read});
        wires.push_back({s.name + "_ready", 1, s.is_written});
        wires.push_back({s.name + "_data", s.bits + 1, s.is_read});
    }
    return wires;
}

// The index of the external port that a pointer uses; -1: none.
int port_of(const Kernel& k, const Argument& a) {
    if (a.memory < 0) return -1;
    int port = 0;
    for (int m = 0; m < a.memory; ++m)
        port += k.memories[static_cast<std::size_t>(m)].where == Memory::Where::external;
    return port;
}

std::string c_type(unsigned width, bool is_float) {
    if (is_float) return width == 32 ? "float" : "double";
    if (width == 1) return "bool";
    return fmt::format("std::uint{}_t", width);
}

// The replacement of the program's function, which calls the kernel.
std::string call_text(const Kernel& k, std::size_t index) {
    std::string parameters, values;
    for (std::size_t i = 0; i < k.parameters.size(); ++i) {
        const Parameter& p = k.parameters[i];
        const std::string type = p.is_pointer ? "void*" : c_type(p.width, p.is_float);
        parameters += fmt::format("{}{} a{}", i ? ", " : "", type, i);
    }
    for (const Argument& a : k.arguments)
        values += fmt::format("{}{}(a{})", values.empty() ? "" : ", ",
                              a.is_pointer ? "pointer" : "number", a.parameter);
    for (const Stream& s : k.streams)
        values += fmt::format("{}pointer(static_cast<void**>(a{}) + {})",
                              values.empty() ? "" : ", ", s.parameter, s.element);
    const std::string call = fmt::format("call_kernel({}, {{{}}})", index, values);
    const std::string type =
        k.result_width == 0 ? "void" : c_type(k.result_width, k.result_is_float);
    const std::string head = fmt::format("extern \"C\" {} top{}({})", type, index, parameters);
    const std::string body =
        k.result_width == 0 ? call : fmt::format("return result_of<{}>({})", type, call);
    return fmt::format("{0} asm(\"{1}\");\n{0} {{ {2}; }}\n", head, k.link_name, body);
}

std::string port_row(const Kernel& k, const Memory& m) {
    std::string row;
    for (const char* wire : {"req_valid", "req_ready", "req_write", "req_addr", "req_data",
                             "req_strb", "resp_valid", "resp_data"})
        row += fmt::format("&m.{}_{}_{}, ", k.name, m.name, wire);
    return fmt::format("        k.ports.push_back({{{}{}}});\n", row, m.word_bytes);
}

}  // namespace

HardwareFile accelerator_file(const std::vector<CalledFunction>& called,
                              const std::vector<Kernel>& kernels) {
    std::string ports, body;
    for (const CalledFunction& f : called) {
        const Kernel& k = f.kernel;
        std::string connections;
        for (const Wire& w : wires_of(k)) {
            ports += fmt::format(",\n    {} wire {}{}_{}", w.is_input ? "input " : "output",
                                 range(w.bits), k.name, w.name);
            connections += fmt::format(",\n        .{0}({1}_{0})", w.name, k.name);
        }
        ports += processes_ports(f, kernels);
        body += f.parts.empty()
                    ? fmt::format("    {0} u_{0} (.clk(clk), .rst(rst){1});\n", k.name, connections)
                    : processes_text(f, kernels);
    }
    return {"accelerator.v",
            fmt::format("// All kernels of the program.\n`default_nettype none\nmodule accelerator "
                        "(\n    input  wire clk,\n"
                        "    input  wire rst{}\n);\n{}endmodule\n`default_nettype wire\n",
                        ports, body)};
}

std::string accelerator_header(const std::vector<CalledFunction>& called,
                               const std::vector<Kernel>& kernels, unsigned memory_latency) {
    std::string text = fmt::format(
        "// Made by tapestry-hls: the kernels of the program and their wires.\n#pragma "
        "once\n#include "
        "\"Vaccelerator.h\"\n#include \"hls_offload.h\"\n\nconstexpr unsigned kMemoryLatency = "
        "{};\n\n",
        memory_latency);
    for (std::size_t i = 0; i < called.size(); ++i)
        if (!called[i].kernel.symbol.empty())
            text += fmt::format("extern \"C\" const char region{} asm(\"{}\");\n", i,
                                called[i].kernel.symbol);
    text +=
        "\ninline std::vector<KernelWires> kernels_of(Vaccelerator& m) {\n    "
        "std::vector<KernelWires> all;\n";
    for (std::size_t i = 0; i < called.size(); ++i) {
        const Kernel& k = called[i].kernel;
        text += fmt::format(
            "    {{\n        KernelWires k;\n        k.name = \"{0}\";\n        k.region = {1};\n"
            "        k.start = &m.{0}_start;\n        k.done = &m.{0}_done;\n",
            k.name, k.symbol.empty() ? "nullptr" : fmt::format("&region{}", i));
        if (k.is_number_checked) text += fmt::format("        k.threads = {};\n", k.threads);
        for (const Argument& a : k.arguments)
            text += fmt::format("        k.arguments.push_back({{&m.{}_{}, {}, {}}});\n", k.name,
                                a.name, (a.width + 7) / 8, port_of(k, a));
        if (k.result_width > 0)
            text += fmt::format("        k.result = &m.{}_result;\n        k.result_bytes = {};\n",
                                k.name, (k.result_width + 7) / 8);
        for (const Memory& m : k.memories)
            if (m.where == Memory::Where::external) text += port_row(k, m);
        for (const Memory& m : k.memories)
            if (m.where == Memory::Where::external && k.claims_apart)
                text += fmt::format("        k.apart.push_back(\"{}\");\n", m.c_name);
        text += processes_rows(called[i], kernels) + "        all.push_back(k);\n    }\n";
    }
    return text + "    return all;\n}\n";
}

std::string uncallable_part(const Kernel& k) {
    const auto has_type = [](unsigned width, bool is_float) {
        return width == 32 || width == 64 ||
               (!is_float && (width == 1 || width == 8 || width == 16));
    };
    for (const Argument& a : k.arguments)
        if (!a.is_pointer && !has_type(a.width, a.is_float)) return a.name;
    for (std::size_t i = 0; i < k.parameters.size(); ++i)
        if (!k.parameters[i].is_pointer &&
            !has_type(k.parameters[i].width, k.parameters[i].is_float))
            return fmt::format("parameter {}", i + 1);
    return k.result_width == 0 || has_type(k.result_width, k.result_is_float) ? "" : "its result";
}

std::string accelerator_calls(const std::vector<CalledFunction>& called) {
    std::string text =
        "// Made by tapestry-hls: functions of the program that are hardware.\n#include "
        "<cstdint>\n\n#include \"hls_offload.h\"\n\n";
    for (std::size_t i = 0; i < called.size(); ++i)
        if (called[i].kernel.symbol.empty()) text += call_text(called[i].kernel, i);
    return text;
}

}  // namespace tapestry::hls
