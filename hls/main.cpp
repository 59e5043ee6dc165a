// SPDX-License-Identifier: Apache-2.0
// tapestry-hls: C to Verilog with facts. `tapestry hls` calls it.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "hls/command_options.h"
#include "hls/dataflow_text.h"
#include "hls/flatten.h"
#include "hls/kernel_text.h"
#include "hls/library.h"
#include "hls/loop_form.h"
#include "hls/network_text.h"
#include "hls/price.h"

namespace tapestry::hls {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSchema = "tapestry.hls/1";

// Writes the files of the output folder.
class OutputFiles {
public:
    explicit OutputFiles(fs::path folder) : folder_(std::move(folder)) {}

    Result<Done> write(const std::string& name, const std::string& text, Diagnostics& diagnostics) {
        names_.push_back(name);
        return write_file(folder_ / name, text, diagnostics);
    }

    // Removes Verilog of an earlier run, which must not be mixed with this one; other files stay.
    void remove_earlier() const {
        std::ifstream in(folder_ / "hls.json");
        const nlohmann::json facts = nlohmann::json::parse(in, nullptr, false);
        if (!facts.is_object() || facts.value("schema", "") != kSchema) return;
        for (const nlohmann::json& name : facts.value("files", nlohmann::json::array())) {
            if (!name.is_string() || fs::path(name).filename() != fs::path(name)) continue;
            std::error_code ignored;
            fs::remove(folder_ / name.get<std::string>(), ignored);
        }
    }

    const std::vector<std::string>& names() const { return names_; }

private:
    fs::path folder_;
    std::vector<std::string> names_;
};

struct Written {
    explicit Written(const fs::path& folder) : files(folder) {}

    OutputFiles files;
    std::string verilog;
    std::string schedule;
    nlohmann::json kernels = nlohmann::json::array();
    nlohmann::json modules = nlohmann::json::array();
    nlohmann::json network;           // null: a program without streams
    std::vector<KernelDepth> depths;  // by kernel
};

Result<Done> write_kernel(const Kernel& kernel, const CommandOptions& o, Written& written,
                          Diagnostics& diagnostics) {
    const KernelPlan plan = schedule_kernel(kernel, o.hls);
    const StateTable states = make_states(kernel, plan);
    const ValueNames names(kernel, plan);
    const ThreadContext context{kernel, plan, states, names, o.hls};
    written.depths.push_back(depth_of(context));
    std::vector<HardwareFile> files = kernel_files(context);
    const ThreadParts parts = thread_parts(context, files);
    written.schedule += schedule_text(context, parts) + "\n";
    written.kernels.push_back(facts_of(context));
    written.kernels.back()["estimate"] = price_facts(parts);
    written.modules.push_back(source_facts_of(context));
    if (o.axi) files.push_back(axi_file(context));
    for (const HardwareFile& f : files) {
        written.verilog += f.text;
        if (const auto done = written.files.write(f.name, f.text, diagnostics); !done)
            return done.failure();
    }
    return Done{};
}

// Whether a library file is needed to compile the host's part, with target regions or a network.
bool is_host_file(const std::string& name, bool is_network) {
    if (name == "hls_memory.h" || name == "hls_words.h" || name == "hls_float_model.h") return true;
    return is_network ? name.starts_with("hls_network") || name.starts_with("co")
                      : name.starts_with("hls_offload") || name == "hls_queue.h";
}

// Writes the required modules and the runtime.
Result<Done> write_library(const CommandOptions& o, bool is_network, Written& written,
                           Diagnostics& diagnostics) {
    std::vector<LibraryFile> files = modules_for(written.verilog);
    for (const LibraryFile& f : library())
        if (o.host && is_host_file(f.name, is_network)) files.push_back(f);
    for (const LibraryFile& f : files) {
        if (const auto done = written.files.write(f.name, f.text, diagnostics); !done)
            return done.failure();
    }
    return Done{};
}

Result<Done> write_host(const std::vector<Kernel>& kernels, const CommandOptions& o,
                        Written& written, Diagnostics& diagnostics) {
    const std::vector<CalledFunction> called = called_functions(kernels, written.depths);
    written.network = dataflow_facts(called, kernels);
    for (const CalledFunction& f : called) {
        const Kernel& k = f.kernel;
        const std::string part = k.symbol.empty() ? uncallable_part(k) : "";
        if (part.empty()) continue;
        return refuse_source(
            diagnostics, k.place.at,
            fmt::format("'{}' cannot be called by the program: {} has a type of a width "
                        "that C does not pass",
                        k.c_name, part),
            "pass it through a pointer");
    }
    const HardwareFile top = accelerator_file(called, kernels);
    written.verilog += top.text;
    if (const auto done = written.files.write(top.name, top.text, diagnostics); !done)
        return done.failure();
    if (const auto done = compile_host(o.front, o.out, diagnostics); !done) return done.failure();
    if (const auto done =
            written.files.write("accelerator_calls.cpp", accelerator_calls(called), diagnostics);
        !done)
        return done.failure();
    return written.files.write(
        "accelerator.h", accelerator_header(called, kernels, o.hls.memory_latency), diagnostics);
}

// The objects exist already: the program was compiled to run its configuration.
Result<Done> copy_host(const CommandOptions& o, Written& written, Diagnostics& diagnostics) {
    for (std::size_t i = 0; i <= o.front.files.size(); ++i) {
        const std::string name = fmt::format("host{}.o", i);
        const Result<std::string> object = read_file(o.front.scratch / name, diagnostics);
        if (!object) return object.failure();
        if (const auto done = written.files.write(name, *object, diagnostics); !done)
            return done.failure();
    }
    return Done{};
}

Result<Done> write_network(const FrontResult& front, const CommandOptions& o, Written& written,
                           Diagnostics& diagnostics) {
    const auto streams = join_streams(front.network, front.kernels, written.depths, diagnostics);
    if (!streams) return streams.failure();
    written.network = network_facts(front.network, front.kernels, *streams);
    const HardwareFile top = network_file(front.network, front.kernels, *streams);
    written.verilog += top.text;
    if (const auto done = written.files.write(top.name, top.text, diagnostics); !done)
        return done.failure();
    if (!o.host) return Done{};
    if (const auto done = copy_host(o, written, diagnostics); !done) return done.failure();
    return written.files.write(
        "accelerator.h",
        network_header(front.network, front.kernels, *streams, o.hls.memory_latency), diagnostics);
}

Result<Done> write_facts(Written& written, Diagnostics& diagnostics) {
    nlohmann::json kernels = {{"schema", kSchema}, {"kernels", written.kernels}};
    if (!written.network.is_null()) kernels["network"] = written.network;
    const nlohmann::json facts = {{"schema", "tapestry.facts/1"},
                                  {"made_by", "tapestry-hls"},
                                  {"modules", written.modules},
                                  {"instances", nlohmann::json::array()},
                                  {"places", nlohmann::json::array()}};
    if (const auto done = written.files.write("schedule.txt", written.schedule, diagnostics); !done)
        return done.failure();
    if (const auto done = written.files.write("facts.json", facts.dump(1) + "\n", diagnostics);
        !done)
        return done.failure();
    kernels["files"] = written.files.names();
    return written.files.write("hls.json", kernels.dump(1) + "\n", diagnostics);
}

Result<Done> work(CommandOptions& o, Diagnostics& diagnostics) {
    for (const std::string& i : o.includes) o.front.flags.push_back("-I" + i);
    for (const std::string& d : o.defines) o.front.flags.push_back("-D" + d);
    o.front.threads = o.hls.threads;
    o.front.scratch = fs::path(o.out) / "ir";
    if (const auto made = make_folder(o.out, diagnostics); !made) return made.failure();
    if (const auto made = make_folder(o.front.scratch, diagnostics); !made) return made.failure();
    Result<FrontResult> front = read_kernels(o.front, diagnostics);
    if (!front) return front.failure();
    Written written(o.out);
    written.files.remove_earlier();
    for (Kernel& k : front->kernels) {
        if (o.hls.pipeline) choose_loop_forms(k, o.hls);
        if (o.hls.pipeline && o.hls.flatten) flatten_loops(k, o.hls);
    }
    for (const Kernel& k : front->kernels)
        if (const auto done = write_kernel(k, o, written, diagnostics); !done)
            return done.failure();
    const bool is_network = !front->network.empty();
    if (is_network) {
        if (const auto done = write_network(*front, o, written, diagnostics); !done)
            return done.failure();
    } else if (o.host) {
        if (const auto done = write_host(front->kernels, o, written, diagnostics); !done)
            return done.failure();
    }
    if (const auto done = write_library(o, is_network, written, diagnostics); !done)
        return done.failure();
    return write_facts(written, diagnostics);
}

int run_hls(int argc, char** argv) {
    CLI::App app("C to Verilog, with facts that lead every cycle back to a line of C.",
                 "tapestry-hls");
    CommandOptions options;
    add_hls_options(app, options);
    app.get_option("files")->required();
    app.set_version_flag("--version", "tapestry-hls " TAPESTRY_VERSION);
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
