// SPDX-License-Identifier: Apache-2.0
#include "jobs/c/hls_rows.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "jobs/c/hls_report.h"

namespace tapestry {

using nlohmann::json;

namespace {

// "gemm.c:12" of a path.
std::string place_of(const json& from) {
    const std::string source = from.value("source", "");
    return source.substr(source.rfind('/') + 1);
}

std::string thread_of(const std::string& path) {
    const std::size_t at = path.rfind("thread[");
    if (at == std::string::npos) return {};
    return fmt::format(" thread {}", path.substr(at + 7, path.find(']', at) - at - 7));
}

// The loop whose pipeline an activity belongs to; or none.
const json* loop_of(const json& kernel, const json& activity) {
    for (const json& loop : kernel.at("loops"))
        if (loop.at("pipelined") && loop.at("state") == activity.at("state")) return &loop;
    return nullptr;
}

// Where an activity is: "gemm.c:9", or the loop.
std::string where_of(const json& kernel, const json& activity) {
    const json* loop = loop_of(kernel, activity);
    return loop ? "loop " + place_of(*loop) : place_of(activity);
}

std::string name_of(const json& kernel) {
    return fmt::format("{} ({})", kernel.at("function").get<std::string>(), place_of(kernel));
}

// A process of a network by its name, which tells replicas of one function apart; else the name of
// the kernel and of its thread.
std::string runner_of(const json& facts, const json& kernel, const std::string& path) {
    if (facts.contains("network"))
        for (const json& p : facts.at("network").at("processes"))
            if (p.at("hardware") &&
                path == fmt::format("accelerator.{}.activity", p.at("instance").get<std::string>()))
                return "process " + p.at("name").get<std::string>();
    return name_of(kernel) + thread_of(path);
}

ProgramTime time_of(const json& activity) {
    const std::string kind = activity.at("kind");
    if (activity.at("category") == "idle") return ProgramTime::idle;
    if (kind == "lock") return ProgramTime::lock;
    if (kind == "turn") return ProgramTime::turn;
    if (kind == "barrier" || kind == "read" || kind == "write") return ProgramTime::meeting;
    if (kind == "request" || kind == "response") return ProgramTime::memory;
    return ProgramTime::work;
}

// "loop gemm.c:12 fills", "gemm.c:9 waits for lock"; of flattened loops also "loop gemm.c:12, anew
// in gemm.c:11".
std::string words_of(const json& kernel, const json& activity) {
    const std::string kind = activity.at("kind"), where = where_of(kernel, activity);
    if (activity.at("category") == "idle") return "idle";
    if (activity.at("state") == "DONE") return "done";
    const std::string begins = activity.value("begins", "");
    const std::string anew =
        begins.empty() ? "" : ", anew in " + begins.substr(begins.rfind('/') + 1);
    if (kind == "works") return where + anew;
    if (kind == "fills" || kind == "empties") return fmt::format("{} {}{}", where, kind, anew);
    return fmt::format("{} waits for {}", where, cause_text(cause_of(activity)));
}

class Names {
public:
    Names(const json& facts, const Run& run) : run_(run) {
        std::size_t number = 0;
        for (const json& kernel : facts.at("kernels")) add_kernel(kernel, facts, number++);
        if (!facts.contains("network")) return;
        for (const json& stream : facts.at("network").at("streams"))
            add_rows("accelerator", ".queue_" + stream.at("wire").get<std::string>(),
                     "stream " + stream.at("name").get<std::string>(), "");
    }

    std::string text;

private:
    void add_kernel(const json& kernel, const json& facts, std::size_t number) {
        const std::string machine = fmt::format("k{}", number), top = kernel.at("kernel");
        const std::string name = name_of(kernel);
        for (const json& a : kernel.at("activities"))
            text += fmt::format("state\t{}\t{}\t{}\n", machine, a.at("name").get<std::string>(),
                                words_of(kernel, a));
        for (const TapNumbers& tap : run_.taps) {
            const std::string& path = tap.tap.path;
            if (tap.tap.module == kernel.at("module") && path.ends_with(".activity"))
                add_row(path, runner_of(facts, kernel, path), machine);
            if (tap.tap.module == top && tap.tap.is(TapKind::fsm) && tap.tap.machine().is_thread)
                add_row(path, name + thread_of(path) + ", as a whole", "");
        }
        add_row("accelerator.u_" + top, name + ", its calls", "");
        for (const json& port : kernel.at("ports")) {
            add_row(fmt::format("accelerator.u_{}.u_{}", top, port.at("name").get<std::string>()),
                    fmt::format("{}: who is next at {}", name, port.at("array").get<std::string>()),
                    "");
            const std::string wire = ".port_" + port.at("name").get<std::string>();
            const std::string array = port.at("array");
            add_rows(top, wire, fmt::format("{}: requests to {}", name, array), "");
            add_rows(top, wire + "_writes", fmt::format("{}: writes to {}", name, array), "");
        }
    }

    void add_rows(const std::string& module, const std::string& end, const std::string& name,
                  const std::string& machine) {
        for (const TapNumbers& tap : run_.taps)
            if (tap.tap.module == module && tap.tap.path.ends_with(end))
                add_row(tap.tap.path, name, machine);
    }

    void add_row(const std::string& path, const std::string& name, const std::string& machine) {
        text += fmt::format("row\t{}\t{}\t{}\n", path, name, machine);
    }

    const Run& run_;
};

}  // namespace

std::string program_names_of(const json& facts, const Run& run) { return Names(facts, run).text; }

ProgramParts program_parts_of(const json& facts, const Run& run) {
    ProgramParts parts;
    parts.all_at_once = facts.contains("network");
    // Functions that the program calls one after the other, some of processes that run at once:
    // there is no model of that.
    if (parts.all_at_once && facts.at("network").value("called", 0) > 1) return parts;
    for (const json& kernel : facts.at("kernels")) {
        ProgramFunction& f = parts.functions.emplace_back();
        f.name = kernel.at("function");
        for (const json& port : kernel.at("ports"))
            for (const TapNumbers& tap : run.taps)
                if (tap.tap.module == kernel.at("kernel") &&
                    tap.tap.path.ends_with(".port_" + port.at("name").get<std::string>()))
                    f.ports.push_back(tap.tap.path);
        for (const TapNumbers& tap : run.taps)
            if (tap.tap.module == kernel.at("module") && tap.tap.path.ends_with(".activity"))
                f.threads.push_back({tap.tap.path, runner_of(facts, kernel, tap.tap.path)});
        for (const json& a : kernel.at("activities")) {
            const json* loop = loop_of(kernel, a);
            f.states.push_back({place_of(loop ? *loop : a), loop != nullptr, time_of(a),
                                a.value("locked", false)});
        }
    }
    return parts;
}

}  // namespace tapestry
