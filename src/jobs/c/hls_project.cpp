// SPDX-License-Identifier: Apache-2.0
#include "jobs/c/hls_project.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"

namespace tapestry {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

CustomTap tap_in(const std::string& module, const std::string& name, KindPart part, Ports observe) {
    CustomTap tap;
    tap.own = std::move(part);
    tap.observe = std::move(observe);
    tap.module = module;
    tap.name = name;
    tap.file = "hls.json";
    return tap;
}

std::uint32_t bits_for(std::size_t count) {
    std::uint32_t bits = 1;
    while ((std::size_t{1} << bits) < count) ++bits;
    return bits;
}

// What a thread does in each cycle, by line and cause.
CustomTap activity_tap(const json& kernel) {
    MachinePart part;
    const json& all = kernel.at("activities");
    part.width = bits_for(all.size());
    for (const json& a : all)
        part.states.push_back(
            {a.at("name"), std::to_string(a.at("code").get<std::size_t>()), "", ""});
    return tap_in(kernel.at("module"), "activity", part, {{"state", "activity"}});
}

void add_taps(const json& kernel, bool is_network, Project& project) {
    const std::string module = kernel.at("kernel");
    const auto threads = kernel.at("threads").get<std::uint32_t>();
    project.taps.push_back(activity_tap(kernel));
    if (threads > 1) {
        CustomTap tap = tap_in(module, "thread", MachinePart{}, {{"state", "thread_status"}});
        tap.threads = threads;
        project.taps.push_back(tap);
    }
    for (const json& port : kernel.at("ports")) {
        const std::string name = port.at("name");
        const std::string moves = fmt::format("{0}_req_valid && {0}_req_ready", name);
        project.taps.push_back(
            tap_in(module, "port_" + name, StreamPart{},
                   {{"valid", name + "_req_valid"}, {"ready", name + "_req_ready"}}));
        if (port.at("written"))
            project.taps.push_back(
                tap_in(module, "port_" + name + "_writes", EventPart{},
                       {{"event", fmt::format("{} && {}_req_write", moves, name)}}));
    }
    if (!kernel.value("process", is_network)) project.include.push_back("accelerator.u_" + module);
}

// A queue is measured where it stands, in the top module; a replica of a process by its instance.
void add_network(const json& network, Project& project) {
    for (const json& process : network.at("processes"))
        if (process.at("hardware"))
            project.include.push_back("accelerator." + process.at("instance").get<std::string>());
    for (const json& stream : network.at("streams")) {
        const std::string wire = stream.at("wire");
        QueuePart part;
        part.depth = stream.at("capacity");
        project.taps.push_back(tap_in("accelerator", "queue_" + wire, part,
                                      {{"push", wire + "_in_valid"},
                                       {"full", "!" + wire + "_in_ready"},
                                       {"pop", wire + "_out_ready"},
                                       {"empty", "!" + wire + "_out_valid"}}));
    }
    project.include.push_back("accelerator.queue_*");
}

}  // namespace

Result<json> read_hls_facts(const fs::path& made, Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(made / "hls.json", diagnostics);
    if (!text) return text.failure();
    return json::parse(*text);
}

Project hls_project(const fs::path& made, const json& facts, std::size_t hosts) {
    Project project;
    project.top = "accelerator";
    for (const auto& entry : fs::directory_iterator(made))
        if (entry.path().extension() == ".v")
            project.sources.files.push_back(absolute_path(entry.path()));
    std::sort(project.sources.files.begin(), project.sources.files.end());
    // Processes of a function that the program calls have the runtime of other kernels.
    const bool is_network =
        facts.contains("network") && facts.at("network").value("called", 0) == 0;
    if (is_network)
        project.testbench_files = {absolute_path(made / "hls_network.cpp")};
    else
        project.testbench_files = {absolute_path(made / "hls_offload.cpp"),
                                   absolute_path(made / "accelerator_calls.cpp")};
    std::string link = "-Wl,--wrap=main";
    // The runtime of a network is one object more.
    for (std::size_t i = 0; i < hosts + (is_network ? 1 : 0); ++i)
        link += " " + absolute_path(made / fmt::format("host{}.o", i));
    // The machine's own arithmetic stands in for the floating-point units, which makes a simulation
    // several times as fast.
    project.simulator_flags = {
        "-LDFLAGS",
        link + " -L/usr/lib/llvm-19/lib -Wl,-rpath,/usr/lib/llvm-19/lib -lomp -lm -lpthread",
        "-DTAPESTRY_FAST_FLOATS", "-CFLAGS",
        "-include " + absolute_path(made / "hls_float_model.h")};
    project.facts_files = {(made / "facts.json").string()};
    for (const json& kernel : facts.at("kernels")) add_taps(kernel, is_network, project);
    if (facts.contains("network")) add_network(facts.at("network"), project);
    // Everything else is made of what these taps count.
    project.include.insert(project.include.end(), {"*.activity", "*.thread[*]", "*.port_*"});
    return project;
}

}  // namespace tapestry
