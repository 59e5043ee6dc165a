// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "base/argument.h"
#include "base/codes.h"
#include "base/file.h"
#include "base/foreign_calls.h"
#include "base/plain_names.h"
#include "base/verilog_text.h"
#include "run/simulators/harness_needs.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostMessageLines = 12;
constexpr std::chrono::seconds kTimeToReport{5};  // for taps, after the end of the simulation

bool has_cpp_testbench(const SimulateOptions& options) {
    return std::any_of(options.testbench_files.begin(), options.testbench_files.end(), is_cpp);
}

// Verilator's makefiles know no blanks, and simulators lose what is not ASCII.
SimulateOptions with_plain_names(SimulateOptions options, PlainNames& names) {
    for (std::string& file : options.testbench_files)
        file = names.plain(is_cpp(file) ? absolute_path(file) : file);
    for (fs::path* path : {&options.folder, &options.tap_folder})
        if (!path->empty()) *path = names.plain(absolute_path(*path));
    for (fs::path& file : options.cpp_files) file = names.plain(absolute_path(file));
    if (!options.reading.empty())
        options.reading = fs::path(names.plain(absolute_path(options.reading.parent_path()))) /
                          options.reading.filename();
    return options;
}

// Verilator's makefile refuses a folder whose own name has a blank, whatever link leads there.
fs::path object_folder(const SimulateOptions& options) {
    std::error_code ignored;
    const fs::path folder = fs::canonical(options.folder, ignored);
    if (is_plain_name(folder.string())) return absolute_path(options.folder / "obj");
    return absolute_path(options.links / "obj");
}

SourceSet with_plain_names(SourceSet sources, PlainNames& names) {
    for (auto* list : {&sources.files, &sources.include_folders, &sources.library_folders,
                       &sources.library_files})
        names.make_plain(*list);
    return sources;
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
    // What is C++ is compiled in the build folder.
    for (const std::string& file : sources.files)
        words.push_back(is_cpp(file) ? absolute_path(file) : path_argument(file));
    if (options.cores && !options.tap_folder.empty()) {
        for (const auto& entry : fs::directory_iterator(options.tap_folder / "core"))
            if (const std::string file = absolute_path(entry.path());
                std::find(words.begin(), words.end(), file) == words.end())
                words.push_back(file);
    }
    for (const std::string& file : options.testbench_files) words.push_back(path_argument(file));
}

void add_harness_flags(std::vector<std::string>& words, const SimulateOptions& options) {
    std::string texts;
    Diagnostics ignored;  // what cannot be read is told by the compiler
    for (const std::string& file : options.testbench_files)
        if (is_cpp(file)) texts += read_file(file, ignored).value_or("") + "\n";
    words.insert(words.end(), {"--cc", "--exe", "--build"});
    for (std::string& flag : harness_flags(texts, options.top)) words.push_back(std::move(flag));
}

Command verilator_build(const SourceSet& sources, const SimulateOptions& options) {
    Command command;
    auto& words = command.words;
    const bool cpp = has_cpp_testbench(options);
    words = {options.verilator, "-j", "2", "--Mdir", object_folder(options).string(), "-o", "sim",
             "-Wno-fatal", "-Wno-lint", "-Wno-style", "-Wno-TIMESCALEMOD",
             "-Wno-ZERODLY",  // Vitis HLS writes `#0` into initial blocks
             // A large model is compiled in parts, those that run once without optimisation: their
             // copies of inline functions could be the ones that are linked, which made a model
             // with taps more than twice as slow.
             "-MAKEFLAGS", "OPT_SLOW=-Os", "--top-module",
             cpp ? options.top : options.testbench_top};
    if (cpp)
        add_harness_flags(words, options);
    else
        words.insert(words.end(), {"--binary", "--timing"});
    if (!cpp && records_elsewhere(options.testbench_files)) words.push_back("--bbox-sys");
    for (const auto& [name, value] : sources.parameters) words.push_back("-G" + name + "=" + value);
    for (const std::string& e : sources.library_endings) words.push_back("+libext+" + e);
    add_settings(words, sources, options);
    words.insert(words.end(), options.flags.begin(), options.flags.end());
    add_files(words, sources, options);
    for (const fs::path& file : options.cpp_files) words.push_back(absolute_path(file));
    if (!options.tap_folder.empty()) {
        words.push_back(absolute_path(options.tap_folder / "sim" / "tapestry_sim.cpp"));
        words.insert(words.end(), {"-CFLAGS", "-DVL_USER_FINISH"});
        const bool threads =
            std::any_of(options.flags.begin(), options.flags.end(),
                        [](const std::string& flag) { return flag.starts_with("--threads"); });
        if (threads) words.push_back("-DTAPESTRY_THREADS");
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

// By $stop, which vvp tells by its exit status (-N) and Verilator by a line. Where $fatal or an
// assertion has ended the run, both say that too.
bool is_stopped(const Exit& exit, const fs::path& log_file) {
    if (exit.good() || exit.how == Exit::How::timed_out || exit.how == Exit::How::interrupted)
        return false;
    Diagnostics ignored;
    const std::string log = read_file(log_file, ignored).value_or("");
    const auto says = [&](const char* text) { return log.find(text) != std::string::npos; };
    // vvp has read the program, or said why it cannot.
    const bool begun = !says(": Program not runnable") && !says("sim.vvp:");
    const bool failed = !begun || says("%Fatal") || says("Assertion failed") || says("FATAL:");
    const bool icarus = exit.how == Exit::How::exited && exit.status == 1 && !says("%Error");
    return !failed && (icarus || says("Verilog $stop"));
}

// Verilator compiles its own run-time library anew for each design; a compiler cache saves that.
void use_compiler_cache() {
    if (find_program("ccache")) setenv("OBJCACHE", "ccache", 0);
}

// A harness is compiled in the build folder, and finds its headers from there.
void add_harness_folders(std::vector<std::string>& words, const SimulateOptions& user_options,
                         PlainNames& names) {
    for (const std::string& file : user_options.testbench_files) {
        if (!is_cpp(file)) continue;
        const fs::path folder = fs::path(absolute_path(file)).parent_path();
        words.insert(words.end(), {"-CFLAGS", "-I" + names.plain(folder.string())});
    }
}

// Verilator 5.006 takes `for (…) array[i] <= …` only where it unrolls the loop, and of its own
// accord it unrolls 64 rounds.
bool wants_unrolling(const SimulateOptions& options, const std::string& log) {
    return options.simulator != "icarus" && log.find("BLKLOOPINIT") != std::string::npos &&
           std::find(options.flags.begin(), options.flags.end(), "--unroll-count") ==
               options.flags.end();
}

// What the simulator says of a file of the design is told with the user's name of it.
void report_rejection(const SourceSet& sources, const SimulateOptions& options, std::string said,
                      Diagnostics& diagnostics) {
    bool is_of_design = false;
    const std::size_t count = std::min(sources.files.size(), options.design_files.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::string& woven = sources.files[i];
        for (std::size_t at = said.find(woven); at != std::string::npos;
             at = said.find(woven, at)) {
            is_of_design = true;
            said.replace(at, woven.size(), options.design_files[i]);
            at += options.design_files[i].size();
        }
    }
    diagnostics.report(is_of_design ? Code::design_not_built : Code::testbench_rejected, {},
                       options.simulator, said);
}

Result<double> build(const SourceSet& user_sources, const SimulateOptions& user_options,
                     PlainNames& names, Diagnostics& diagnostics) {
    const SourceSet sources = with_plain_names(user_sources, names);
    const SimulateOptions options = with_plain_names(user_options, names);
    const bool icarus = options.simulator == "icarus";
    use_compiler_cache();
    Command command = icarus ? icarus_build(sources, options) : verilator_build(sources, options);
    add_harness_folders(command.words, user_options, names);
    command.output = options.folder / "build.log";
    command.timeout = options.build_timeout;
    command.on_tick = [&] {
        if (options.on_progress) options.on_progress("building the simulation", 0);
    };
    Exit exit = run(command);
    Diagnostics unread;
    if (!exit.good() && wants_unrolling(options, read_file(command.output, unread).value_or(""))) {
        command.words.insert(command.words.begin() + 1,
                             {"--unroll-count", "65536", "--unroll-stmts", "1000000"});
        exit = run(command);
    }
    if (exit.how == Exit::How::not_found) {
        const std::string package = icarus ? "iverilog" : "verilator";
        diagnostics.report(Code::tool_missing, {}, command.words[0], package);
        return failure;
    }
    if (exit.how == Exit::How::timed_out) {
        diagnostics.report(Code::testbench_rejected, {}, options.simulator,
                           exit.to_text() + " (--build-timeout)");
        return failure;
    }
    if (exit.good()) return exit.seconds;
    const Result<std::string> log = read_file(command.output, diagnostics);
    if (log)
        report_rejection(user_sources, user_options, names.restored(first_messages(*log)),
                         diagnostics);
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

Result<BuiltSimulation> build_simulation(const SourceSet& sources,
                                         const SimulateOptions& user_options,
                                         Diagnostics& diagnostics) {
    if (user_options.simulator == "icarus" && has_cpp_testbench(user_options)) {
        diagnostics.report(Code::unsupported_cpp_harness,
                           {user_options.testbench_files.front(), 0});
        return failure;
    }
    if (!make_folder(user_options.folder, diagnostics)) return failure;
    PlainNames names(user_options.links);
    const Result<double> seconds = build(sources, user_options, names, diagnostics);
    if (!seconds) return failure;
    BuiltSimulation built;
    built.options = with_plain_names(user_options, names);
    built.simulator_version = version_of(built.options);
    built.build_seconds = *seconds;
    return built;
}

Simulation run_simulation(const BuiltSimulation& built, const SimulationRun& wanted) {
    const SimulateOptions& options = built.options;
    Command command;
    if (options.simulator == "icarus")
        command.words = {"vvp", "-N", absolute_path(options.folder / "sim.vvp")};
    else
        command.words = {(object_folder(options) / "sim").string()};
    command.words.insert(command.words.end(), wanted.plusargs.begin(), wanted.plusargs.end());
    std::error_code ignored;
    if (!wanted.reading.empty()) {
        fs::remove(wanted.reading, ignored);
        command.words.push_back("+tapestry_reading=" + absolute_path(wanted.reading));
        command.words.push_back(fmt::format("+tapestry_frame={}", options.frame));
    }
    command.folder = wanted.folder;
    command.output = wanted.log;
    command.timeout = wanted.timeout;
    if (wanted.ends_alone) command.grace = kTimeToReport;
    command.ends_alone = wanted.ends_alone;
    command.on_tick = [&] {
        if (options.on_progress) options.on_progress("simulating", progress_of(wanted.reading));
    };
    Simulation simulation;
    simulation.exit = wanted.runner ? wanted.runner(command) : run(command);
    simulation.stopped = is_stopped(simulation.exit, wanted.log);
    simulation.simulator_version = built.simulator_version;
    simulation.build_seconds = built.build_seconds;
    simulation.log = wanted.log;
    if (!wanted.reading.empty()) fs::remove(wanted.reading.string() + ".progress", ignored);
    return simulation;
}

Result<Simulation> simulate(const SourceSet& sources, const SimulateOptions& options,
                            Diagnostics& diagnostics) {
    const Result<BuiltSimulation> built = build_simulation(sources, options, diagnostics);
    if (!built) return failure;
    return run_simulation(*built, {built->options.plusargs,
                                   built->options.reading,
                                   built->options.folder / "simulation.log",
                                   {},
                                   options.timeout});
}

}  // namespace tapestry
