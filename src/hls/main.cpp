// SPDX-License-Identifier: Apache-2.0
// tapestry-hls: C to Verilog with facts. `tapestry hls` calls it.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "hls/command_options.h"
#include "hls/if_convert.h"
#include "hls/kernel_text.h"
#include "hls/library.h"

namespace tapestry::hls {
namespace {

namespace fs = std::filesystem;

struct Written {
    std::string schedule;
    nlohmann::json kernels = nlohmann::json::array();
    nlohmann::json modules = nlohmann::json::array();
};

Result<Done> write_kernel(const Kernel& kernel, const CommandOptions& o, Written& written,
                          Diagnostics& diagnostics) {
    const KernelPlan plan = schedule_kernel(kernel, o.hls);
    const StateTable states = make_states(kernel, plan);
    const ValueNames names(kernel, plan);
    const ThreadContext context{kernel, plan, states, names, o.hls};
    written.schedule += schedule_text(context) + "\n";
    written.kernels.push_back(facts_of(context));
    written.modules.push_back(source_facts_of(context));
    std::vector<HardwareFile> files = kernel_files(context);
    if (o.axi) files.push_back(axi_file(kernel));
    for (const HardwareFile& f : files)
        if (!write_file(fs::path(o.out) / f.name, f.text, diagnostics)) return failure;
    return Done{};
}

bool is_host_file(const std::string& name) { return name.starts_with("hls_offload"); }

Result<Done> write_library(const CommandOptions& o, Diagnostics& diagnostics) {
    for (const LibraryFile& f : library()) {
        if (!f.name.ends_with(".v") && !(o.host && is_host_file(f.name))) continue;
        if (!write_file(fs::path(o.out) / f.name, f.text, diagnostics)) return failure;
    }
    return Done{};
}

Result<Done> write_host(const std::vector<Kernel>& kernels, const CommandOptions& o,
                        Diagnostics& diagnostics) {
    const HardwareFile top = accelerator_file(kernels);
    if (!write_file(fs::path(o.out) / top.name, top.text, diagnostics)) return failure;
    if (!compile_host(o.front, o.out, diagnostics)) return failure;
    if (!write_file(fs::path(o.out) / "accelerator_calls.cpp", accelerator_calls(kernels),
                    diagnostics))
        return failure;
    return write_file(fs::path(o.out) / "accelerator.h",
                      accelerator_header(kernels, o.hls.memory_latency), diagnostics);
}

Result<Done> write_facts(const CommandOptions& o, const Written& written,
                         Diagnostics& diagnostics) {
    const nlohmann::json kernels = {{"schema", "tapestry.hls/1"}, {"kernels", written.kernels}};
    const nlohmann::json facts = {{"schema", "tapestry.facts/1"},
                                  {"made_by", "tapestry-hls"},
                                  {"modules", written.modules},
                                  {"instances", nlohmann::json::array()},
                                  {"places", nlohmann::json::array()}};
    const fs::path out = o.out;
    if (!write_file(out / "schedule.txt", written.schedule, diagnostics)) return failure;
    if (!write_file(out / "facts.json", facts.dump(1) + "\n", diagnostics)) return failure;
    return write_file(out / "hls.json", kernels.dump(1) + "\n", diagnostics);
}

Result<Done> work(CommandOptions& o, Diagnostics& diagnostics) {
    for (const std::string& i : o.includes) o.front.flags.push_back("-I" + i);
    for (const std::string& d : o.defines) o.front.flags.push_back("-D" + d);
    o.front.threads = o.hls.threads;
    o.front.scratch = fs::path(o.out) / "ir";
    if (!make_folder(o.out, diagnostics) || !make_folder(o.front.scratch, diagnostics))
        return failure;
    Result<FrontResult> front = read_kernels(o.front, diagnostics);
    if (!front) return failure;
    Written written;
    if (o.hls.pipeline)
        for (Kernel& k : front->kernels) if_convert(k);
    for (const Kernel& k : front->kernels)
        if (!write_kernel(k, o, written, diagnostics)) return failure;
    if (o.host && !write_host(front->kernels, o, diagnostics)) return failure;
    if (!write_library(o, diagnostics)) return failure;
    return write_facts(o, written, diagnostics);
}

int run_hls(int argc, char** argv) {
    CLI::App app("C to Verilog, with facts that lead every cycle back to a line of C.",
                 "tapestry-hls");
    CommandOptions options;
    add_hls_options(app, options);
    app.get_option("files")->required();
    app.add_flag("--host", options.host,
                 "Also compile the host program and write what joins it to the "
                 "accelerator");
    app.footer("Example:\n  tapestry-hls kernel.c --top fir -o out/\n");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    }
    Diagnostics diagnostics;
    const bool good = work(options, diagnostics).has_value();
    for (const Diagnostic& d : diagnostics.all()) std::fputs(to_text(d).c_str(), stderr);
    return good ? 0 : 2;
}

}  // namespace
}  // namespace tapestry::hls

int main(int argc, char** argv) { return tapestry::hls::run_hls(argc, argv); }
