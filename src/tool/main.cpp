// SPDX-License-Identifier: Apache-2.0
// The command line: which commands there are, diagnostics to stderr, and the exit status.
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>

#include "tool/command.h"
#include "tool/version.h"

namespace tapestry {
namespace {

constexpr ToolCommand kCommands[] = {
    {"profile", "The main job: scan, weave, simulate and report, in one go",
     "tapestry profile rtl/*.sv --top dut --tb tb.sv -o out/", declare_profile},
    {"scan", "What can be measured in this design, and why",
     "tapestry scan rtl/*.sv --top dut --rejected", declare_scan},
    {"weave", "Woven sources and tap map, for any simulator",
     "tapestry weave rtl/*.sv --top dut -o out/ --diff", declare_weave},
    {"run", "Simulate a woven design with your testbench, and report",
     "tapestry run out/ --tb tb.sv", declare_run},
    {"read", "Make a run from the reading of a woven design",
     "tapestry read tapestry.reading --map out/woven/taps.json -o run.tapdb", declare_read},
    {"report", "Print the report of a run", "tapestry report out/run.tapdb", declare_report},
};

void print(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics.all()) std::fputs(to_text(d).c_str(), stderr);
}

<<<<<<< HEAD
=======
// The settings of tapestry.toml with those of the command line over them.
Result<Project> project_of(const Options& options, Diagnostics& diagnostics) {
    Project project;
    std::string file = options.project_file;
    std::error_code ec;
    const bool files_given = !options.files.empty() || !options.lists.empty();
    if (file.empty() && !files_given && fs::exists("tapestry.toml", ec)) file = "tapestry.toml";
    if (!file.empty()) {
        const Result<Project> read = read_project_file(file, diagnostics);
        if (!read) return failure;
        project = *read;
    }
    if (files_given) project.sources.files.clear();
    for (const std::string& list : options.lists) {
        if (!read_file_list(list, project.sources, diagnostics)) return failure;
    }
    SourceSet& sources = project.sources;
    sources.files.insert(sources.files.end(), options.files.begin(), options.files.end());
    sources.include_folders.insert(sources.include_folders.end(), options.includes.begin(),
                                   options.includes.end());
    sources.library_folders.insert(sources.library_folders.end(), options.library_folders.begin(),
                                   options.library_folders.end());
    sources.library_files.insert(sources.library_files.end(), options.library_files.begin(),
                                 options.library_files.end());
    for (const std::string& d : options.defines) sources.defines.push_back(split_definition(d));
    for (const std::string& p : options.parameters)
        sources.parameters.push_back(split_definition(p));
    if (!options.top.empty()) project.top = options.top;
    if (!options.testbench.empty()) project.testbench_files = options.testbench;
    if (!options.testbench_top.empty()) project.testbench_top = options.testbench_top;
    if (!options.simulator.empty()) project.simulator = options.simulator;
    auto append = [](std::vector<std::string>& to, const std::vector<std::string>& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    append(project.simulator_flags, options.simulator_flags);
    append(project.plusargs, options.plusargs);
    append(project.include, options.include);
    append(project.exclude, options.exclude);
    const auto& known = simulator_names();
    if (std::find(known.begin(), known.end(), project.simulator) == known.end()) {
        diagnostics.report(Code::unknown_simulator, {}, project.simulator,
                           fmt::format("{}", fmt::join(known, ", ")));
        return failure;
    }
    // The testbench is used as it is: a file that is both is the testbench.
    std::erase_if(sources.files, [&](const std::string& f) {
        return std::find(project.testbench_files.begin(), project.testbench_files.end(), f) !=
               project.testbench_files.end();
    });
    const bool verilog =
        !project.testbench_files.empty() &&
        std::none_of(project.testbench_files.begin(), project.testbench_files.end(), is_cpp);
    if (verilog && project.testbench_top.empty()) {
        const Result<std::string> top = find_testbench_top(project.testbench_files, diagnostics);
        if (!top) return failure;
        project.testbench_top = *top;
    }
    return project;
}

ReportStyle style_of(const Options& options) {
    ReportStyle style;
    const bool terminal = isatty(STDOUT_FILENO) != 0;
    winsize size{};
    style.width = options.width;
    if (style.width == 0)
        style.width = terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0
                          ? size.ws_col
                          : 100;
    style.colour = options.colour == "always" ||
                   (options.colour == "auto" && terminal && !std::getenv("NO_COLOR"));
    style.top = options.rows;
    return style;
}

Result<Done> write_report(const fs::path& run, const fs::path& folder, Diagnostics& diagnostics) {
    const Result<RunView> view = open_run(run, diagnostics);
    if (!view) return failure;
    ReportStyle style;
    style.width = 100;
    style.top = 0;
    const Result<std::string> text = terminal_report(*view, style, diagnostics);
    if (!text || !write_file(folder / "report.txt", *text, diagnostics)) return failure;
    return Done{};
}

Result<Done> print_report(const fs::path& run, const Options& options, Diagnostics& diagnostics) {
    const Result<RunView> view = open_run(run, diagnostics);
    if (!view) return failure;
    const Result<std::string> text = options.json
                                         ? json_report(*view, diagnostics)
                                         : terminal_report(*view, style_of(options), diagnostics);
    if (!text) return failure;
    std::fputs(text->c_str(), stdout);
    return Done{};
}

bool is_usable(const Scratch& scratch, Diagnostics& diagnostics) {
    if (!scratch.good())
        diagnostics.report(Code::file_unwritable, {}, "a temporary folder",
                           "TMPDIR does not name a folder that can be written");
    return scratch.good();
}

int scan_command(const Options& options, Diagnostics& diagnostics) {
    const Result<Project> project = project_of(options, diagnostics);
    Scratch scratch;
    Progress progress;
    if (!project || !is_usable(scratch, diagnostics)) return kBadInput;
    const Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    progress.clear();
    if (!scanned) return kBadInput;
    std::fputs((options.json ? scan_json(*scanned) : scan_text(*scanned, options.rejected)).c_str(),
               stdout);
    return kFine;
}

int weave_command(const Options& options, Diagnostics& diagnostics) {
    const Result<Project> project = project_of(options, diagnostics);
    Scratch scratch;
    Progress progress;
    if (!project || !is_usable(scratch, diagnostics)) return kBadInput;
    const Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    if (!scanned) return kBadInput;
    Result<OutputFolder> out = OutputFolder::make(options.out, diagnostics);
    if (!out) return kBadInput;
    const Result<WovenDesign> woven =
        weave_into(*scanned, *project, out->path() / "woven", diagnostics);
    progress.clear();
    if (!woven) return kBadInput;
    out->keep();
    const fs::path folder = out->path() / "woven";
    if (options.json) {
        const nlohmann::ordered_json result = {{"folder", folder.string()},
                                               {"file_list", (folder / "woven.f").string()},
                                               {"tap_map", (folder / "taps.json").string()},
                                               {"taps", woven->taps}};
        fmt::print("{}\n", result.dump(2));
    } else if (options.diff) {
        std::fputs(woven->diff.c_str(), stdout);
    } else {
        fmt::print(
            "{} taps woven into {}\nfile list: {}\nNext: simulate that list with your testbench, "
            "then: tapestry read tapestry.reading --map {}\n",
            woven->taps, folder.string(), (folder / "woven.f").string(),
            (folder / "taps.json").string());
    }
    return kFine;
}

// The run and its report, from what a simulation below `folder` left; prints the report too.
int finish_run(const fs::path& folder, const RunFacts& facts, const Options& options,
               Diagnostics& diagnostics) {
    const fs::path run = folder / "run.tapdb";
    const Result<StoredRun> stored = store_run(
        folder / "tapestry.reading", folder / "woven" / "taps.json", facts, run, diagnostics);
    if (!stored || !write_report(run, folder, diagnostics) ||
        !print_report(run, options, diagnostics))
        return kBadInput;
    if (!options.json)
        fmt::print("\nrun: {}\nreport: {}\n", run.string(), (folder / "report.txt").string());
    return stored->partial ? kPartial : kFine;
}

RunOptions run_options_of(const Options& options) {
    return {options.frame, options.cores, std::chrono::seconds(options.timeout)};
}

// Simulates what weave left in a folder: the file list there takes the place of the sources.
int run_command(const Options& options, Diagnostics& diagnostics) {
    const fs::path folder = options.out;
    Options with_list = options;
    with_list.files.clear();
    with_list.lists = {(folder / "woven" / "woven.f").string()};
    Result<Project> project = project_of(with_list, diagnostics);
    if (!project) return kBadInput;
    if (project->testbench_files.empty()) {
        diagnostics.report(Code::no_testbench, {});
        return kBadInput;
    }
    const fs::path map_path = folder / "woven" / "taps.json";
    const Result<std::string> map_text = read_file(map_path, diagnostics);
    const Result<TapMap> map =
        map_text ? tap_map_from_json(*map_text, map_path.string(), diagnostics) : failure;
    if (!map) return kBadInput;
    project->top = map->top;
    Progress progress;
    const Result<RunFacts> facts = run_woven(project->sources, *project, run_options_of(options),
                                             folder, progress, diagnostics);
    return facts ? finish_run(folder, *facts, options, diagnostics) : kBadInput;
}

int profile_command(const Options& options, Diagnostics& diagnostics) {
    const Result<Project> project = project_of(options, diagnostics);
    Scratch scratch;
    Progress progress;
    if (!project || !is_usable(scratch, diagnostics)) return kBadInput;
    if (project->testbench_files.empty()) {
        diagnostics.report(Code::no_testbench, {});
        return kBadInput;
    }
    const Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    if (!scanned) return kBadInput;
    Result<OutputFolder> out = OutputFolder::make(options.out, diagnostics);
    if (!out) return kBadInput;
    const fs::path folder = out->path();
    const Result<WovenDesign> woven = weave_into(*scanned, *project, folder / "woven", diagnostics);
    if (!woven) return kBadInput;
    const Result<RunFacts> facts =
        run_woven(woven->sources, *project, run_options_of(options), folder, progress, diagnostics);
    if (!facts) return kBadInput;
    const int status = finish_run(folder, *facts, options, diagnostics);
    if (status != kBadInput) out->keep();
    return status;
}

int read_command(const Options& options, Diagnostics& diagnostics) {
    const RunFacts facts{{{"reading", options.reading}, {"tapestry_version", kVersion}}, false};
    const Result<StoredRun> stored =
        store_run(options.reading, options.tap_map, facts, options.run_file, diagnostics);
    if (!stored || !print_report(options.run_file, options, diagnostics)) return kBadInput;
    if (!options.json) fmt::print("\nrun: {}\n", options.run_file);
    return stored->partial ? kPartial : kFine;
}

int report_command(const Options& options, Diagnostics& diagnostics) {
    return print_report(options.run_file, options, diagnostics) ? kFine : kBadInput;
}

void add_testbench_options(CLI::App& command, Options& o) {
    command
        .add_option("--tb", o.testbench,
                    "Testbench: a Verilog file, or a C++ harness for Verilator; may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false);
    command
        .add_option("--tb-top", o.testbench_top,
                    "Top module of the testbench (default: found in its text)")
        ->type_name("MODULE");
}

void add_source_options(CLI::App& command, Options& o) {
    command.add_option("files", o.files, "Source files, in compile order");
    command.add_option("-f", o.lists, "File list of sources and flags")
        ->type_name("FILE")
        ->allow_extra_args(false);
    command
        .add_option("-p,--project", o.project_file,
                    "Project file (default: tapestry.toml when no files are named)")
        ->type_name("FILE");
    command.add_option("--top", o.top, "Module to measure")->type_name("MODULE");
    command.add_option("-I", o.includes, "Folder to search for include files")
        ->type_name("DIR")
        ->allow_extra_args(false);
    command.add_option("-D", o.defines, "Define a macro")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command.add_option("-G", o.parameters, "Override a parameter of the top")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command.add_option("-y", o.library_folders, "Folder to search for modules")
        ->type_name("DIR")
        ->allow_extra_args(false);
    command.add_option("-v", o.library_files, "File to search for modules")
        ->type_name("FILE")
        ->allow_extra_args(false);
    add_testbench_options(command, o);
    command.add_option("--include", o.include, "Measure only paths that match (* is any text)")
        ->type_name("PATTERN")
        ->allow_extra_args(false);
    command.add_option("--exclude", o.exclude, "Leave out paths that match")
        ->type_name("PATTERN")
        ->allow_extra_args(false);
}

void add_run_options(CLI::App& command, Options& o) {
    command.add_option("--sim", o.simulator, "Simulator: verilator (default) or icarus")
        ->type_name("NAME");
    command.add_option("--sim-flag", o.simulator_flags, "Flag for the simulator's build")
        ->type_name("FLAG")
        ->allow_extra_args(false);
    command.add_option("--plusarg", o.plusargs, "Argument for the simulation, such as +seed=1")
        ->type_name("ARG")
        ->allow_extra_args(false);
    command.add_option("--frame", o.frame, "Cycles of a frame (default: frames that grow)")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
    command
        .add_option("--timeout", o.timeout,
                    "End the simulation after this many seconds and keep what was measured")
        ->check(CLI::NonNegativeNumber)
        ->type_name("SECONDS");
    command.add_flag("--cores", o.cores,
                     "Simulate the synthesizable cores of the taps instead of the fast models");
}

void add_report_options(CLI::App& command, Options& o) {
    command.add_flag("--json", o.json, "Print JSON");
    command.add_option("--rows", o.rows, "Rows a section shows at most; 0: all")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
    command.add_option("--width", o.width, "Columns of the report (default: the terminal's)")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
    command.add_option("--colour", o.colour, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}));
}

struct CommandRow {
    const char* name;
    const char* what;
    const char* example;
    int (*run)(const Options&, Diagnostics&);
};

>>>>>>> detect
// CLI11 takes "-Iinc" for the flags -I -i -n -c unless the option is separated from its value.
std::vector<std::string> split_glued(int argc, char** argv) {
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool glued = word.size() > 2 && word[0] == '-' &&
                           std::string("IDGyv").find(word[1]) != std::string::npos;
        if (glued)
            words.insert(words.end(), {word.substr(0, 2), word.substr(2)});
        else
            words.push_back(word);
    }
    std::reverse(words.begin(), words.end());  // the order CLI11 wants
    return words;
}

int refuse(const CLI::ParseError& e, const CLI::App& app) {
    std::string what = e.what();
    while (!what.empty() && (what.back() == '\n' || what.back() == '.')) what.pop_back();
    std::replace(what.begin(), what.end(), '\n', ' ');
    std::string command;
    for (const CLI::App* given : app.get_subcommands()) command = given->get_name() + " ";
    Diagnostics diagnostics;
    diagnostics.report(Code::command_line_refused, {}, what, command);
    print(diagnostics);
    return kBadInput;
}

int carry_out(const Action& action) {
    // A file that reaches the limit of `ulimit -f` is a failed write like any other.
    signal(SIGXFSZ, SIG_IGN);
    Diagnostics diagnostics;
    int status = kBadInput;
    try {
        status = action(diagnostics);
        // What is printed may reach the disk only here, and a report that did not arrive is no
        // success.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            throw std::system_error(errno, std::generic_category());
    } catch (const std::system_error& e) {
        diagnostics.report(Code::file_unwritable, {}, "standard output", e.code().message());
        status = kBadInput;
    }
    print(diagnostics);
    return status;
}

int run_tool(int argc, char** argv) {
    CLI::App app(
        "Tapestry: where do the cycles go? Measures any Verilog or SystemVerilog design, exactly.",
        "tapestry");
    app.set_version_flag("--version", std::string("tapestry ") + kVersion);
    app.require_subcommand(1);
    std::vector<std::pair<CLI::App*, Action>> actions;
    for (const ToolCommand& row : kCommands) {
        CLI::App* command = app.add_subcommand(row.name, row.what);
        command->footer(std::string("Example:\n  ") + row.example + "\n");
        actions.emplace_back(command, row.declare(*command));
    }
    try {
        app.parse(split_glued(argc, argv));
    } catch (const CLI::Success& e) {
        return app.exit(e);  // --help, --version
    } catch (const CLI::ParseError& e) {
        return refuse(e, app);
    }
    for (const auto& [command, action] : actions) {
        if (command->parsed()) return carry_out(action);
    }
    return kBadInput;
}

}  // namespace
}  // namespace tapestry

int main(int argc, char** argv) { return tapestry::run_tool(argc, argv); }
