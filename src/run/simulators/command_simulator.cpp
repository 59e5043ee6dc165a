// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "base/codes/files.h"
#include "base/codes/simulation.h"
#include "base/file.h"
#include "base/plain_names.h"
#include "base/verilator_start.h"
#include "run/import/piped_taps.h"
#include "run/simulators/live_files.h"
#include "run/simulators/pipe_count.h"
#include "run/simulators/simulator.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostMessageLines = 12;
constexpr std::chrono::seconds kTimeToReport{5};  // for taps, after the end of the simulation

// Verilator's makefiles know no blanks, and simulators lose what is not ASCII.
SimulateOptions with_plain_names(SimulateOptions options, PlainNames& names) {
    for (std::string& file : options.testbench_files)
        file = names.plain(is_cpp(file) ? absolute_path(file) : file);
    for (fs::path* path : {&options.folder, &options.tap_folder, &options.earlier})
        if (!path->empty()) *path = names.plain(absolute_path(*path));
    for (fs::path& file : options.cpp_files) file = names.plain(absolute_path(file));
    if (!options.reading.empty())
        options.reading = fs::path(names.plain(absolute_path(options.reading.parent_path()))) /
                          options.reading.filename();
    return options;
}

SourceSet with_plain_names(SourceSet sources, PlainNames& names) {
    for (auto* list : {&sources.files, &sources.include_folders, &sources.library_folders,
                       &sources.library_files})
        names.make_plain(*list);
    return sources;
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

std::string version_of(const CommandSimulator& simulator, const SimulateOptions& options) {
    Command command;
    command.words = simulator.version_words(options);
    command.output = options.folder / "version.txt";
    start_without_script(command);
    run(command);
    std::ifstream in(command.output);
    // "Verilator 5.006 2023-01-22 rev …", "Icarus Verilog runtime version 11.0 (stable) …"
    for (std::string word; in >> word;) {
        if (std::isdigit(static_cast<unsigned char>(word[0]))) return word;
    }
    return {};
}

// By $stop. Where $fatal or an assertion has ended the run, simulators may say that too.
bool is_stopped(const CommandSimulator& simulator, const Exit& exit, const fs::path& log_file) {
    if (exit.good() || exit.how == Exit::How::timed_out || exit.how == Exit::How::interrupted)
        return false;
    Diagnostics ignored;
    const std::string log = read_file(log_file, ignored).value_or("");
    const auto says = [&](const char* text) { return log.find(text) != std::string::npos; };
    const bool failed = says("%Fatal") || says("Assertion failed") || says("FATAL:");
    return !failed && simulator.is_stopped(exit, log);
}

// Verilator compiles its own run-time library anew for each design, and what the taps call beside
// it; a compiler cache saves that. It knows a file again in the folder of another run when it is
// named from within: build and woven sources lie side by side, and what a compiler of C made beside
// the hidden folder that is under construction.
void use_compiler_cache(const fs::path& build_folder) {
    if (!find_program("ccache")) return;
    setenv("OBJCACHE", "ccache", 0);
    fs::path within = fs::path(absolute_path(build_folder)).parent_path();
    if (within.filename().string().starts_with(".")) within = within.parent_path();
    setenv("CCACHE_BASEDIR", within.c_str(), 0);
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

// What the simulator says of a file of the design is told with the user's name of it.
Reported report_rejection(const SourceSet& sources, const SimulateOptions& options,
                          std::string said, Diagnostics& diagnostics) {
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
    return diagnostics.report(is_of_design ? code::design_not_built : code::testbench_rejected, {},
                              options.simulator, said);
}

// The design with taps that tell in the place of those that count.
SourceSet with_piped_taps(SourceSet sources, const fs::path& tap_folder) {
    const std::string folder = absolute_path(tap_folder) + "/";
    std::erase_if(sources.files, [&](const std::string& file) {
        return absolute_path(file).starts_with(folder) && file.ends_with(".sv");
    });
    sources.files.push_back(folder + "sim/tapestry_piped.sv");
    return sources;
}

Command build_command(const CommandSimulator& simulator, const SourceSet& sources,
                      const SimulateOptions& options) {
    Command command;
    command.words = simulator.build_words(sources, options);
    for (std::string& word : simulator.take_compiled(options))
        command.words.push_back(std::move(word));
    command.output = options.folder / "build.log";
    command.timeout = options.build_timeout;
    command.on_tick = [&options] {
        if (options.on_progress) options.on_progress("building the simulation", 0);
    };
    return command;
}

Result<double> build_with(const CommandSimulator& simulator, const SourceSet& user_sources,
                          const SimulateOptions& user_options, PlainNames& names,
                          Diagnostics& diagnostics) {
    const SourceSet sources = with_plain_names(user_sources, names);
    const SimulateOptions options = with_plain_names(user_options, names);
    use_compiler_cache(options.folder);
    Command command = build_command(simulator, sources, options);
    add_harness_folders(command.words, user_options, names);
    start_without_script(command);
    Exit exit = run(command);
    Diagnostics unread;
    if (!exit.good() &&
        simulator.mend(command.words, read_file(command.output, unread).value_or("")))
        exit = run(command);
    if (exit.how == Exit::How::not_found) {
        return diagnostics.report(code::tool_missing, {}, command.words[0],
                                  simulator.programs().front().package);
    }
    if (exit.how == Exit::How::timed_out) {
        return diagnostics.report(code::testbench_rejected, {}, options.simulator,
                                  exit.to_text() + " (--build-timeout)");
    }
    if (exit.good()) return exit.seconds;
    const Result<std::string> log = read_file(command.output, diagnostics);
    if (!log) return log.failure();
    if (is_disk_full({options.folder}, *log)) {
        return diagnostics.report(code::file_unwritable, {}, user_options.folder.string(),
                                  kDiskFull);
    }
    std::string said = names.restored(first_messages(*log));
    if (exit.how == Exit::How::signalled)
        said += (said.empty() ? "it " : "\n    it ") + exit.to_text();
    const std::string around = simulator.way_around(*log);
    said += (around.empty() ? "" : "\n    ") + around;
    return report_rejection(user_sources, user_options, std::move(said), diagnostics);
}

// Whether this simulation writes what its taps look at, and we count. Cores count by themselves.
bool can_pipe(const CommandSimulator& simulator, const SimulateOptions& options,
              PlainNames& names) {
    std::error_code ignored;
    return options.map && !options.cores &&
           fs::exists(options.tap_folder / "sim" / "tapestry_piped.c", ignored) &&
           simulator.prepare_pipe(with_plain_names(options, names));
}

Command run_command(const CommandSimulator& simulator, const SimulateOptions& options,
                    const SimulationRun& wanted) {
    Command command;
    command.words = simulator.run_words(options);
    command.words.insert(command.words.end(), wanted.plusargs.begin(), wanted.plusargs.end());
    if (!wanted.reading.empty() && !options.pipes_taps) {
        command.words.push_back("+tapestry_reading=" + absolute_path(wanted.reading));
        command.words.push_back(fmt::format("+tapestry_frame={}", options.frame));
    }
    command.folder = wanted.folder;
    command.output = wanted.log;
    command.timeout = wanted.timeout;
    if (wanted.ends_alone) command.grace = kTimeToReport;
    command.ends_alone = wanted.ends_alone;
    command.on_tick = [&options, &wanted] {
        if (options.on_progress) options.on_progress("simulating", progress_of(wanted.reading));
    };
    return command;
}

// Counts while the simulation runs, and writes each record to the reading when it is made, as taps
// do. Where nothing could be counted there is no reading.
Exit run_piped(Command command, const SimulateOptions& options, const SimulationRun& wanted) {
    NamedPipe pipe(options.links / "taps.pipe");
    command.words.push_back("+tapestry_pipe=" + absolute_path(pipe.path()));
    PipeCount counting(pipe, [&](std::unique_ptr<ByteSource> piped, Diagnostics& said) {
        std::ofstream reading;
        const auto write = [&](const ReadingRecord& record) {
            if (!reading.is_open()) reading.open(wanted.reading);
            reading << to_text(Reading{{record}}) << std::flush;
        };
        import_piped(std::move(piped), *options.map, options.frame, write,
                     glimpses_beside(wanted.reading), said)
            .may_fail();
    });
    const Exit exit = run(command);
    pipe.finish();
    Diagnostics ignored;  // what is missing in the reading is told by whoever reads it
    counting.finish(ignored);
    return exit;
}

}  // namespace

Result<BuiltSimulation> CommandSimulator::build(const SourceSet& sources,
                                                const SimulateOptions& wanted,
                                                Diagnostics& diagnostics) const {
    PlainNames names(wanted.links);
    SimulateOptions options = wanted;
    options.pipes_taps = can_pipe(*this, wanted, names);
    const Result<double> seconds = build_with(
        *this, options.pipes_taps ? with_piped_taps(sources, options.tap_folder) : sources, options,
        names, diagnostics);
    if (!seconds) return seconds.failure();
    BuiltSimulation built;
    built.options = with_plain_names(options, names);
    built.simulator_version = version_of(*this, built.options);
    built.build_seconds = *seconds;
    return built;
}

Simulation CommandSimulator::run(const BuiltSimulation& built, const SimulationRun& wanted) const {
    const Command command = run_command(*this, built.options, wanted);
    Simulation simulation;
    if (built.options.pipes_taps)
        simulation.exit = run_piped(command, built.options, wanted);
    else
        simulation.exit = wanted.runner ? wanted.runner(command) : tapestry::run(command);
    simulation.stopped = tapestry::is_stopped(*this, simulation.exit, wanted.log);
    return simulation;
}

}  // namespace tapestry
