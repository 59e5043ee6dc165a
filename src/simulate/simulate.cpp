// SPDX-License-Identifier: Apache-2.0
#include "simulate/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "base/file.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostMessageLines = 12;

bool has_cpp_testbench(const SimulateOptions& options) {
    return std::any_of(options.testbench_files.begin(), options.testbench_files.end(), is_cpp);
}

void add_settings(std::vector<std::string>& words, const SourceSet& sources,
                  const SimulateOptions& options) {
    for (const std::string& f : sources.include_folders) words.push_back("-I" + f);
    for (const auto& [name, value] : sources.defines)
        words.push_back("-D" + name + (value.empty() ? "" : "=" + value));
    if (options.cores) words.push_back("-DTAPESTRY_CORES");
    for (const std::string& f : sources.library_folders) words.insert(words.end(), {"-y", f});
    for (const std::string& f : sources.library_files) words.insert(words.end(), {"-v", f});
}

void add_files(std::vector<std::string>& words, const SourceSet& sources,
               const SimulateOptions& options) {
    words.insert(words.end(), sources.files.begin(), sources.files.end());
    if (options.cores && !options.tap_folder.empty()) {
        for (const auto& entry : fs::directory_iterator(options.tap_folder / "core"))
            if (const std::string file = absolute_path(entry.path());
                std::find(words.begin(), words.end(), file) == words.end())
                words.push_back(file);
    }
    words.insert(words.end(), options.testbench_files.begin(), options.testbench_files.end());
}

Command verilator_build(const SourceSet& sources, const SimulateOptions& options) {
    Command command;
    auto& words = command.words;
    const bool cpp = has_cpp_testbench(options);
    words = {options.verilator,
             "-j",
             "2",
             "--Mdir",
             absolute_path(options.folder / "obj"),
             "-o",
             "sim",
             "-Wno-fatal",
             "-Wno-lint",
             "-Wno-style",
             "-Wno-TIMESCALEMOD",
             "--top-module",
             cpp ? options.top : options.testbench_top};
    if (cpp)
        words.insert(words.end(), {"--cc", "--exe", "--build", "--no-timing"});
    else
        words.insert(words.end(), {"--binary", "--timing"});
    for (const auto& [name, value] : sources.parameters) words.push_back("-G" + name + "=" + value);
    for (const std::string& e : sources.library_endings) words.push_back("+libext+" + e);
    add_settings(words, sources, options);
    words.insert(words.end(), options.flags.begin(), options.flags.end());
    add_files(words, sources, options);
    if (!options.tap_folder.empty()) {
        words.push_back(absolute_path(options.tap_folder / "sim" / "tapestry_sim.cpp"));
        words.insert(words.end(), {"-CFLAGS", "-DVL_USER_FINISH"});
        const bool threads =
            std::any_of(options.flags.begin(), options.flags.end(),
                        [](const std::string& flag) { return flag.starts_with("--threads"); });
        if (threads) words.push_back("-DTAPESTRY_THREADS");
    }
    // A harness is compiled in the build folder: it is named, and finds its headers, from anywhere.
    for (std::string& word : words) {
        if (is_cpp(word)) word = absolute_path(word);
    }
    for (const std::string& file : options.testbench_files) {
        if (is_cpp(file))
            words.insert(words.end(),
                         {"-CFLAGS", "-I" + absolute_path(fs::path(file).parent_path().empty()
                                                              ? "."
                                                              : fs::path(file).parent_path())});
    }
    return command;
}

Command icarus_build(const SourceSet& sources, const SimulateOptions& options) {
    Command command;
    auto& words = command.words;
    words = {"iverilog",           "-g2012", "-o", absolute_path(options.folder / "sim.vvp"), "-s",
             options.testbench_top};
    if (!options.tap_folder.empty()) words.insert(words.end(), {"-s", "tapestry_sim"});
    for (const auto& [name, value] : sources.parameters)
        words.push_back(fmt::format("-P{}.{}={}", options.testbench_top, name, value));
    for (const std::string& e : sources.library_endings) words.push_back("-Y" + e);
    add_settings(words, sources, options);
    words.insert(words.end(), options.flags.begin(), options.flags.end());
    add_files(words, sources, options);
    return command;
}

// The lines of a build log that say what is wrong.
std::string first_messages(const std::string& log) {
    std::string out;
    std::size_t count = 0;
    auto collect = [&](bool only_errors) {
        for (std::size_t at = 0; at < log.size() && count < kMostMessageLines;) {
            const std::size_t end = std::min(log.find('\n', at), log.size());
            const std::string line = log.substr(at, end - at);
            at = end + 1;
            const bool is_error =
                line.find("rror") != std::string::npos && line.find("-Wno-") == std::string::npos;
            if (line.empty() || (only_errors && !is_error)) continue;
            out += (out.empty() ? "" : "\n    ") + line;
            ++count;
        }
    };
    collect(true);
    if (out.empty()) collect(false);
    return out;
}

std::string version_of(const SimulateOptions& options) {
    Command command;
    command.words = options.simulator == "icarus"
                        ? std::vector<std::string>{"vvp", "-V"}
                        : std::vector<std::string>{options.verilator, "--version"};
    command.output = options.folder / "version.txt";
    run(command);
    std::ifstream in(command.output);
    // "Verilator 5.006 2023-01-22 rev …", "Icarus Verilog runtime version 11.0 (stable) …"
    for (std::string word; in >> word;) {
        if (std::isdigit(static_cast<unsigned char>(word[0]))) return word;
    }
    return {};
}

std::uint64_t progress_of(const fs::path& reading) {
    std::ifstream in(reading.string() + ".progress");
    std::uint64_t cycles = 0;
    in >> cycles;
    return cycles;
}

// Verilator compiles its own run-time library anew for each design; a compiler cache saves that.
void use_compiler_cache() {
    if (find_program("ccache")) setenv("OBJCACHE", "ccache", 0);
}

Result<double> build(const SourceSet& sources, const SimulateOptions& options,
                     Diagnostics& diagnostics) {
    const bool icarus = options.simulator == "icarus";
    use_compiler_cache();
    Command command = icarus ? icarus_build(sources, options) : verilator_build(sources, options);
    command.output = options.folder / "build.log";
    command.on_tick = [&] {
        if (options.on_progress) options.on_progress("building the simulation", 0);
    };
    const Exit exit = run(command);
    if (exit.how == Exit::How::not_found) {
        const std::string package = icarus ? "iverilog" : "verilator";
        diagnostics.report(Code::tool_missing, {}, command.words[0], package);
        return failure;
    }
    if (exit.how == Exit::How::interrupted) {
        diagnostics.report(Code::interrupted, {}, "building the simulation");
        return failure;
    }
    if (exit.good()) return exit.seconds;
    const Result<std::string> log = read_file(command.output, diagnostics);
    if (log)
        diagnostics.report(Code::testbench_rejected, {}, options.simulator, first_messages(*log));
    return failure;
}

}  // namespace

const std::vector<std::string>& simulator_names() {
    static const std::vector<std::string> names = {"verilator", "icarus"};
    return names;
}

bool is_cpp(const std::string& file) {
    return file.ends_with(".cpp") || file.ends_with(".cc") || file.ends_with(".cxx");
}

Result<Simulation> simulate(const SourceSet& sources, const SimulateOptions& options,
                            Diagnostics& diagnostics) {
    const bool icarus = options.simulator == "icarus";
    if (icarus && has_cpp_testbench(options)) {
        diagnostics.report(Code::unsupported_cpp_harness, {options.testbench_files.front(), 0});
        return failure;
    }
    if (!make_folder(options.folder, diagnostics)) return failure;
    const Result<double> built = build(sources, options, diagnostics);
    if (!built) return failure;
    Simulation simulation;
    simulation.build_seconds = *built;
    simulation.simulator_version = version_of(options);
    simulation.log = options.folder / "simulation.log";
    Command command;
    if (icarus)
        command.words = {"vvp", "-n", absolute_path(options.folder / "sim.vvp")};
    else
        command.words = {absolute_path(options.folder / "obj" / "sim")};
    command.words.insert(command.words.end(), options.plusargs.begin(), options.plusargs.end());
    if (!options.reading.empty()) {
        std::error_code ignored;
        fs::remove(options.reading, ignored);
        command.words.push_back("+tapestry_reading=" + absolute_path(options.reading));
        command.words.push_back(fmt::format("+tapestry_frame={}", options.frame));
    }
    command.output = simulation.log;
    command.timeout = options.timeout;
    command.on_tick = [&] {
        if (options.on_progress) options.on_progress("simulating", progress_of(options.reading));
    };
    simulation.exit = run(command);
    std::error_code ignored;
    fs::remove(options.reading.string() + ".progress", ignored);
    return simulation;
}

}  // namespace tapestry
