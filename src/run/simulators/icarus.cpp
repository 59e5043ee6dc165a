// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>

#include "base/file.h"
#include "run/simulators/simulator.h"

namespace tapestry {

namespace {

constexpr OutsideProgram kIcarusPrograms[] = {
    {"iverilog", "-V", "profile and run --sim icarus", "iverilog", false},
    {"vvp", "-V", "profile and run --sim icarus", "iverilog", false},
};

// The VPI module by which taps are told.
constexpr const char* kPipedModule = "tapestry_piped";

// iverilog-vpi calls `cc`. Where ccache is installed, this folder has a `cc` that asks it first.
Command with_cached_compiler(std::vector<std::string> words) {
    constexpr const char* kFolder = "/usr/lib/ccache";
    Command command;
    command.words = std::move(words);
    std::error_code ec;
    const char* path = std::getenv("PATH");
    if (path && std::filesystem::exists(fmt::format("{}/cc", kFolder), ec)) {
        const std::string first = fmt::format("PATH={}:{}", kFolder, path);
        command.words.insert(command.words.begin(), {"env", first, "CCACHE_NOHASHDIR=1"});
    }
    return command;
}

class Icarus : public CommandSimulator {
public:
    std::string_view name() const override { return "icarus"; }
    std::span<const OutsideProgram> programs() const override { return kIcarusPrograms; }

    std::vector<std::string> build_words(const SourceSet& sources,
                                         const SimulateOptions& options) const override {
        std::vector<std::string> words = {"iverilog",          "-g2012", "-o",
                                          simulation(options), "-s",     options.testbench_top};
        if (!options.tap_folder.empty() && !options.pipes_taps)
            words.insert(words.end(), {"-s", "tapestry_sim"});
        for (const auto& [name, value] : sources.parameters)
            words.push_back(fmt::format("-P{}.{}={}", options.testbench_top, name, value));
        for (const std::string& e : sources.library_endings) words.push_back("-Y" + e);
        add_settings(words, sources, options);
        words.insert(words.end(), options.flags.begin(), options.flags.end());
        add_files(words, sources, options);
        return words;
    }

    std::vector<std::string> run_words(const SimulateOptions& options) const override {
        std::vector<std::string> words = {"vvp", "-N"};
        if (options.pipes_taps)
            words.insert(words.end(), {"-M", absolute_path(options.folder), "-m", kPipedModule});
        words.push_back(simulation(options));
        return words;
    }
    std::vector<std::string> version_words(const SimulateOptions&) const override {
        return {"vvp", "-V"};
    }

    // vvp tells $stop by its exit status (-N).
    bool is_stopped(const Exit& exit, const std::string& log) const override {
        const auto says = [&](const char* text) { return log.find(text) != std::string::npos; };
        // vvp has read the program, or said why it cannot.
        const bool begun = !says(": Program not runnable") && !says("sim.vvp:");
        return begun && exit.how == Exit::How::exited && exit.status == 1;
    }

    // Compiled anew for each simulation: a module fits the version of vvp that it is made for. The
    // source is named without a folder, so that a compiler cache knows it again.
    bool prepare_pipe(const SimulateOptions& options) const override {
        const std::string source = fmt::format("{}.c", kPipedModule);
        std::error_code ec;
        std::filesystem::copy_file(options.tap_folder / "sim" / source, options.folder / source,
                                   std::filesystem::copy_options::overwrite_existing, ec);
        if (ec) return false;
        Command command =
            with_cached_compiler({"iverilog-vpi", fmt::format("--name={}", kPipedModule), source});
        command.folder = options.folder;
        command.output = absolute_path(options.folder / "vpi.log");
        return tapestry::run(command).good();
    }

private:
    static std::string simulation(const SimulateOptions& options) {
        return absolute_path(options.folder / "sim.vvp");
    }
};

}  // namespace

const Simulator& icarus() {
    static const Icarus simulator;
    return simulator;
}

}  // namespace tapestry
