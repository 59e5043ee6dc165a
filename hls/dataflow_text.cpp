// SPDX-License-Identifier: Apache-2.0
#include "hls/dataflow_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "hls/verilog_name.h"

namespace tapestry::hls {

namespace {

std::string port_prefix(const Kernel& part) { return part.name + "_"; }

// Gathers the processes of one function.
class Gatherer {
public:
    Gatherer(const std::vector<Kernel>& kernels, const std::vector<KernelDepth>& depths)
        : kernels_(kernels), depths_(depths) {}

    CalledFunction gather(std::size_t first) {
        const Kernel& head = kernels_[first];
        Kernel& k = made_.kernel;
        k.name = verilog_name(head.part_of);
        k.c_name = head.part_of;
        k.link_name = head.link_name;
        k.place = head.place;
        k.parameters = head.parameters;
        for (std::size_t i = first; i < kernels_.size(); ++i)
            if (kernels_[i].part_of == head.part_of) add(static_cast<int>(i));
        return made_;
    }

private:
    void add(int number) {
        const Kernel& part = kernels_[static_cast<std::size_t>(number)];
        Kernel& k = made_.kernel;
        made_.parts.push_back(number);
        for (Argument a : part.arguments) {
            if (a.memory >= 0) a.memory += static_cast<int>(k.memories.size());
            a.name = port_prefix(part) + a.name;
            k.arguments.push_back(a);
        }
        for (Memory m : part.memories) {
            m.name = port_prefix(part) + m.name;
            k.memories.push_back(m);
        }
        if (part.result_width > 0) {
            k.result_width = part.result_width;
            k.result_is_float = part.result_is_float;
        }
        for (std::size_t s = 0; s < part.streams.size(); ++s) add_end(number, s);
        for (const auto& [queue, depth] : part.queue_depths)
            for (std::size_t q = 0; q < keys_.size(); ++q)
                if (keys_[q] == queue || keys_[q].starts_with(queue + "."))
                    set_depth(made_.queues[q], depth);
    }

    static void set_depth(DataflowQueue& q, std::uint64_t depth) {
        q.capacity = q.capacity - q.depth + std::max<std::uint64_t>(1, depth);
        q.depth = std::max<std::uint64_t>(1, depth);
    }

    // The other end of a parameter is in the program.
    void add_end(int number, std::size_t s) {
        const Kernel& part = kernels_[static_cast<std::size_t>(number)];
        Stream end = part.streams[s];
        if (end.parameter >= 0) {
            end.name = port_prefix(part) + end.name;
            made_.kernel.streams.push_back(end);
            return;
        }
        DataflowQueue& q = queue_of(end);
        q.capacity += depths_[static_cast<std::size_t>(number)].ahead[s];
        (end.is_written ? q.writer : q.reader) = number;
        (end.is_written ? q.writer_port : q.reader_port) = end.name;
    }

    DataflowQueue& queue_of(const Stream& end) {
        const auto it = std::find(keys_.begin(), keys_.end(), end.queue);
        if (it != keys_.end()) return made_.queues[static_cast<std::size_t>(it - keys_.begin())];
        keys_.push_back(end.queue);
        DataflowQueue& q = made_.queues.emplace_back();
        q.name = end.c_name;
        q.wire = made_.kernel.name + "_" + verilog_name(end.c_name);
        while (!wires_.insert(q.wire).second) q.wire += "x";
        q.bits = end.bits;
        q.is_local = end.is_local;
        return q;
    }

    const std::vector<Kernel>& kernels_;
    const std::vector<KernelDepth>& depths_;
    CalledFunction made_;
    std::vector<std::string> keys_;  // of the queues
    std::set<std::string> wires_;
};

std::string dataflow_queue(const DataflowQueue& q, const std::string& top) {
    std::string text = fmt::format(
        "    // {0}\n    wire {1}_in_valid, {1}_in_ready, {1}_out_valid, {1}_out_ready;\n"
        "    wire [{2}:0] {1}_in_data, {1}_out_data;\n    assign {1}_blocked = {1}_in_valid && "
        "!{1}_in_ready;\n",
        q.name, q.wire, q.bits);
    if (q.writer < 0)
        text += fmt::format("    assign {0}_in_valid = 1'b0;\n    assign {0}_in_data = {1}'d0;\n",
                            q.wire, q.bits + 1);
    if (q.reader < 0) text += fmt::format("    assign {}_out_ready = 1'b0;\n", q.wire);
    return text +
           fmt::format(
               "    hls_fifo #(.WIDTH({1}), .DEPTH({2})) q_{0} (.clk_i(clk), .rst_i(rst{3}), "
               ".in_valid_i({0}_in_valid), .in_ready_o({0}_in_ready), .in_data_i({0}_in_data),\n"
               "        .out_valid_o({0}_out_valid), .out_ready_i({0}_out_ready), "
               ".out_data_o({0}_out_data));\n",
               q.wire, q.bits + 1, q.capacity, q.is_local ? " || " + top + "_start" : "");
}

std::string end_connection(const CalledFunction& called, int number, const Kernel& part,
                           const Stream& s) {
    std::string wire = called.kernel.name + "_" + port_prefix(part) + s.name;
    for (const DataflowQueue& q : called.queues) {
        if (s.is_read && q.reader == number && q.reader_port == s.name) wire = q.wire + "_out";
        if (s.is_written && q.writer == number && q.writer_port == s.name) wire = q.wire + "_in";
    }
    return fmt::format(
        ",\n        .{0}_valid({1}_valid), .{0}_ready({1}_ready), .{0}_data({1}_data)", s.name,
        wire);
}

std::string dataflow_process(const CalledFunction& called, int number, const Kernel& part,
                             std::size_t index) {
    const std::string& top = called.kernel.name;
    // A task that begins anew in a call is reset by its start.
    std::string text = fmt::format(
        "    {0} u_{0} (.clk(clk), .rst(rst{3}), .start({1}_{4}), .done({1}_ends[{2}]), "
        ".idle({1}_{0}_idle), .waits({1}_{0}_waits)",
        part.name, top, index, part.begins_anew ? fmt::format(" || {}_start", top) : "",
        part.begins_anew ? "begun" : "start");
    for (const Argument& a : part.arguments)
        text += fmt::format(", .{0}({1}_{2}{0})", a.name, top, port_prefix(part));
    if (part.result_width > 0) text += fmt::format(", .result({}_result)", top);
    for (const Stream& s : part.streams) text += end_connection(called, number, part, s);
    for (const Memory& m : part.memories) {
        if (m.where != Memory::Where::external) continue;
        for (const char* wire : {"req_valid", "req_ready", "req_write", "req_addr", "req_data",
                                 "req_strb", "resp_valid", "resp_ready", "resp_data"})
            text += fmt::format(",\n        .{0}_{1}({2}_{3}{0}_{1})", m.name, wire, top,
                                port_prefix(part));
    }
    return text + ");\n";
}

const Kernel& part_at(const std::vector<Kernel>& kernels, int number) {
    return kernels[static_cast<std::size_t>(number)];
}

// The function is done when all of its processes are. A task never is: it goes on by itself.
std::string done_text(const CalledFunction& called, const std::vector<Kernel>& kernels) {
    const std::string& top = called.kernel.name;
    const std::size_t n = called.parts.size();
    std::string tasks;  // a bit for each process, the last one first
    for (const int p : called.parts)
        tasks.insert(tasks.begin(), part_at(kernels, p).is_task ? '1' : '0');
    const bool has_tasks = tasks.find('1') != std::string::npos;
    const bool are_all_tasks = tasks.find('0') == std::string::npos;
    const bool begins_anew = std::any_of(called.parts.begin(), called.parts.end(),
                                         [&](int p) { return part_at(kernels, p).begins_anew; });
    std::string text;
    if (are_all_tasks || begins_anew)
        text = fmt::format(
            "    reg {0}_begun;\n    always @(posedge clk) {0}_begun <= {0}_start && !rst;\n", top);
    return text + fmt::format(
                      "    wire [{1}:0] {0}_ends;\n    reg [{1}:0] {0}_ended;\n"
                      "    assign {0}_done = &({0}_ended | {0}_ends{3}) && {4};\n"
                      "    always @(posedge clk)\n        if (rst || {0}_done) {0}_ended "
                      "<= {2}'d0;\n        else {0}_ended <= {0}_ended | {0}_ends;\n",
                      top, n - 1, n, has_tasks ? fmt::format(" | {}'b{}", n, tasks) : "",
                      are_all_tasks ? top + "_begun" : fmt::format("|{}_ends", top));
}

}  // namespace

std::vector<CalledFunction> called_functions(const std::vector<Kernel>& kernels,
                                             const std::vector<KernelDepth>& depths) {
    std::vector<CalledFunction> made;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (kernels[i].part_of.empty()) {
            made.emplace_back().kernel = kernels[i];
            made.back().kernel.streams.clear();
        } else if (seen.insert(kernels[i].part_of).second) {
            made.push_back(Gatherer(kernels, depths).gather(i));
        }
    }
    return made;
}

std::string processes_text(const CalledFunction& called, const std::vector<Kernel>& kernels) {
    std::string text = done_text(called, kernels);
    for (const DataflowQueue& q : called.queues) text += dataflow_queue(q, called.kernel.name);
    for (std::size_t i = 0; i < called.parts.size(); ++i)
        text += dataflow_process(called, called.parts[i], part_at(kernels, called.parts[i]), i);
    return text;
}

std::string processes_ports(const CalledFunction& called, const std::vector<Kernel>& kernels) {
    std::string text;
    for (const int p : called.parts)
        text += fmt::format(",\n    output wire {0}_{1}_idle,\n    output wire {0}_{1}_waits",
                            called.kernel.name, part_at(kernels, p).name);
    for (const DataflowQueue& q : called.queues)
        text += fmt::format(",\n    output wire {}_blocked", q.wire);
    return text;
}

std::string processes_rows(const CalledFunction& called, const std::vector<Kernel>& kernels) {
    std::string text;
    const std::string& top = called.kernel.name;
    for (const int p : called.parts) {
        const Kernel& part = part_at(kernels, p);
        text += fmt::format(
            "        k.processes.push_back({{\"{}\", &m.{}_{}_idle, &m.{}_{}_waits, {}}});\n",
            part.c_name, top, part.name, top, part.name, part.is_task);
        for (const Memory& m : part.memories)
            if (m.where == Memory::Where::external)
                text += "        k.port_process.push_back(k.processes.size() - 1);\n";
    }
    for (const DataflowQueue& q : called.queues)
        text += fmt::format("        k.queues.push_back({{\"{}\", {}, &m.{}_blocked}});\n", q.name,
                            q.depth, q.wire);
    for (const Stream& s : called.kernel.streams)
        text += fmt::format(
            "        k.streams.push_back({{&m.{0}_{1}_valid, &m.{0}_{1}_ready, &m.{0}_{1}_data, "
            "{2}, {3}, nullptr}});\n",
            top, s.name, s.bits / 8, s.is_read ? "true" : "false");
    return text;
}

nlohmann::json dataflow_facts(const std::vector<CalledFunction>& called,
                              const std::vector<Kernel>& kernels) {
    nlohmann::json processes = nlohmann::json::array(), streams = nlohmann::json::array();
    const auto end = [&](int number, const std::string& port) -> nlohmann::json {
        return {{"process", number < 0 ? "" : part_at(kernels, number).c_name}, {"port", port}};
    };
    for (const CalledFunction& f : called) {
        for (const int p : f.parts) {
            const Kernel& part = part_at(kernels, p);
            processes.push_back({{"name", part.c_name},
                                 {"hardware", true},
                                 {"instance", "u_" + part.name},
                                 {"kernel", part.name}});
        }
        for (const DataflowQueue& q : f.queues)
            streams.push_back({{"name", q.name},
                               {"wire", q.wire},
                               {"bits", q.bits},
                               {"depth", q.depth},
                               {"capacity", q.capacity},
                               {"writer", end(q.writer, q.writer_port)},
                               {"reader", end(q.reader, q.reader_port)}});
    }
    if (processes.empty()) return nullptr;
    return {{"processes", processes}, {"streams", streams}, {"called", called.size()}};
}

}  // namespace tapestry::hls
