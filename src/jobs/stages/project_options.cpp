// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/project_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/files.h"
#include "base/codes/projects.h"
#include "base/sandbox.h"
#include "jobs/stages/stages.h"
#include "jobs/stages/testbench_files.h"
#include "read/project/find_top.h"
#include "read/project/project_file.h"
#include "read/project/project_names.h"
#include "read/verilog/file_list.h"
#include "run/simulators/simulate.h"

namespace tapestry {

namespace fs = std::filesystem;

void add_testbench_options(OptionList& app, ProjectOptions& o) {
    app.add_option(
           "--tb", o.testbench,
           "Testbench: a Verilog or VHDL file, or a C++ harness for Verilator; may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_option("--tb-top", o.testbench_top,
                   "Top module of the testbench (default: found in its text)")
        ->type_name("MODULE");
}

void add_source_options(OptionList& app, ProjectOptions& o) {
    app.add_option("files", o.files, "Source files, in compile order")->type_name("FILE");
    app.add_option("-f", o.lists, "File list of sources and flags")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_option("-p,--project", o.project_file,
                   "Project file (default: tapestry.toml when no files are named)")
        ->type_name("FILE");
    app.add_option("--top", o.top, "Module to measure (default: the one that no other instances)")
        ->type_name("MODULE");
    app.add_option("-I", o.includes, "Folder to search for include files")
        ->type_name("DIR")
        ->allow_extra_args(false);
    app.add_option("-D", o.defines, "Define a macro")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_option("-G", o.parameters, "Override a parameter of the top")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_option("-y", o.library_folders, "Folder to search for modules")
        ->type_name("DIR")
        ->allow_extra_args(false);
    app.add_option("-v", o.library_files, "File to search for modules")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_option("--library", o.libraries,
                   "VHDL files of a library other than work; NAME=FILE for one; may be repeated")
        ->type_name("NAME FILE...");
    app.add_option("--std", o.standard, "VHDL: the year of the language (default: 08)")
        ->check(one_of({"87", "93", "93c", "00", "02", "08"}));
    add_testbench_options(app, o);
    add_verilator_option(app, o);
    add_looking_options(app, o);
    app.add_option("--facts", o.facts,
                   "Facts about the sources, as a compiler writes them; may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_flag("--trace", o.trace, "Record every change of every state machine");
    app.add_flag("--record", o.record,
                 "Record every operation on a channel, so that 'predict' can replay the run");
    app.add_option("--include", o.include, "Measure only paths that match (* is any text)")
        ->type_name("PATTERN")
        ->allow_extra_args(false);
    app.add_option("--exclude", o.exclude, "Leave out paths that match")
        ->type_name("PATTERN")
        ->allow_extra_args(false);
}

void add_looking_options(OptionList& app, ProjectOptions& o) {
    app.add_option("--look-timeout", o.look_timeout,
                   "End a program that reads the sources (Verilator, GHDL, Yosys, nextpnr) after "
                   "this many seconds (default: 1800; 0: never)")
        ->check(up_to_a_billion())
        ->type_name("SECONDS");
    app.add_option("--look-memory", o.look_memory_mb,
                   "Memory that such a program may take (default: half of the machine's; 0: all)")
        ->check(up_to_a_billion())
        ->type_name("MB");
}

void add_verilator_option(OptionList& app, ProjectOptions& o) {
    app.add_option("--verilator", o.verilator, "Verilator to use (default: the one on the PATH)")
        ->type_name("PROGRAM")
        ->envname("VERILATOR");
}

void add_simulator_options(OptionList& app, ProjectOptions& o) {
    app.add_option("--sim", o.simulator, "Simulator (default: verilator)")
        ->type_name(fmt::format("{}", fmt::join(simulator_names(), "|")));
    app.add_option("--sim-flag", o.simulator_flags, "Flag for the simulator's build")
        ->type_name("FLAG")
        ->allow_extra_args(false);
    app.add_option("--plusarg", o.plusargs, "Argument for the simulation, such as +seed=1")
        ->type_name("ARG")
        ->allow_extra_args(false);
}

namespace {

// NAME FILE FILE, or NAME=FILE, after which a file is no longer of the library. What has a dot or a
// slash is no name.
void take_libraries(const std::vector<std::string>& words, Project& project) {
    std::string library;
    for (const std::string& word : words) {
        if (word.find('=') != std::string::npos) {
            project.vhdl.libraries.push_back(split_definition(word));
            library.clear();
        } else if (word.find_first_of("./") == std::string::npos) {
            library = word;
        } else if (!library.empty() && is_vhdl(word)) {
            project.vhdl.libraries.emplace_back(library, word);
        } else {
            project.sources.files.push_back(word);
        }
    }
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

Result<Project> project_of_file(const ProjectOptions& options, bool files_given,
                                Diagnostics& diagnostics) {
    std::string file = options.project_file;
    std::error_code ec;
    if (file.empty() && !files_given && fs::is_regular_file("tapestry.toml", ec))
        file = "tapestry.toml";
    return file.empty() ? Project() : read_project_file(file, diagnostics);
}

Result<Done> take_sources(const ProjectOptions& options, Project& project,
                          Diagnostics& diagnostics) {
    SourceSet& sources = project.sources;
    for (const std::string& list : options.lists)
        if (const auto read = read_file_list(list, sources, diagnostics); !read)
            return read.failure();
    append(sources.files, options.files);
    append(sources.include_folders, options.includes);
    append(sources.library_folders, options.library_folders);
    append(sources.library_files, options.library_files);
    for (const std::string& d : options.defines) sources.defines.push_back(split_definition(d));
    for (const std::string& parameter : options.parameters)
        sources.parameters.push_back(split_definition(parameter));
    take_libraries(options.libraries, project);
    return Done{};
}

void take_settings(const ProjectOptions& options, Project& project) {
    const auto take = [](const std::string& given, std::string& to) {
        if (!given.empty()) to = given;
    };
    take(options.standard, project.vhdl.standard);
    take(options.top, project.top);
    take(options.testbench_top, project.testbench_top);
    take(options.verilator, project.verilator);
    take(options.simulator, project.simulator);
    if (!options.testbench.empty()) project.testbench_files = options.testbench;
    project.trace = project.trace || options.trace;
    project.record = project.record || options.record;
    append(project.simulator_flags, options.simulator_flags);
    append(project.plusargs, options.plusargs);
    append(project.include, options.include);
    append(project.exclude, options.exclude);
    append(project.facts_files, options.facts);
}

// What simulates is decided by the language of the testbench.
Result<Done> choose_simulator(Project& project, Diagnostics& diagnostics) {
    const bool is_vhdl = has_vhdl_testbench(project);
    const std::vector<std::string> known =
        simulator_names(is_vhdl ? TestbenchLanguage::vhdl : TestbenchLanguage::verilog);
    if (is_vhdl) project.simulator = known.front();
    if (std::find(known.begin(), known.end(), project.simulator) != known.end()) return Done{};
    return diagnostics.report(code::unknown_simulator, {}, project.simulator,
                              fmt::format("{}", fmt::join(known, ", ")));
}

Result<Done> name_testbench(Project& project, Diagnostics& diagnostics) {
    const std::vector<std::string>& files = project.testbench_files;
    const bool has_top = !files.empty() && std::none_of(files.begin(), files.end(), is_cpp);
    if (!has_top || !project.testbench_top.empty()) return Done{};
    const Result<std::string> top = has_vhdl_testbench(project)
                                        ? find_vhdl_testbench_top(files, diagnostics)
                                        : find_testbench_top(files, diagnostics);
    if (!top) return top.failure();
    project.testbench_top = *top;
    return Done{};
}

}  // namespace

namespace {

void limit_sandbox(const ProjectOptions& options) {
    SandboxLimits limits = sandbox_limits();
    if (options.look_timeout != kAsItIs)
        limits.timeout = std::chrono::seconds(options.look_timeout);
    if (options.look_memory_mb != kAsItIs) limits.memory_bytes = options.look_memory_mb << 20;
    set_sandbox_limits(limits);
}

// A pipe gives its text once, or never, and a device may have no end; sources are read many times.
Result<Done> are_files(const std::vector<std::string>& paths, Diagnostics& diagnostics) {
    Result<Done> good = Done{};
    for (const std::string& path : paths) {
        std::error_code ec;
        const fs::file_status found = fs::status(path, ec);
        if (!fs::exists(found) || fs::is_regular_file(found) || fs::is_directory(found)) continue;
        good = diagnostics.report(code::file_missing, {}, path,
                                  "it is a device or a pipe, and no file");
    }
    return good;
}

Result<Done> has_files_as_sources(const Project& project, Diagnostics& diagnostics) {
    std::vector<std::string> paths = project.facts_files;
    for (const auto& library : project.vhdl.libraries) paths.push_back(library.second);
    for (const auto* more :
         {&project.sources.files, &project.sources.library_files, &project.testbench_files})
        paths.insert(paths.end(), more->begin(), more->end());
    return are_files(paths, diagnostics);
}

}  // namespace

Result<Project> project_of(const ProjectOptions& options, Diagnostics& diagnostics) {
    const bool files_given =
        !options.files.empty() || !options.lists.empty() || !options.libraries.empty();
    Result<Project> project = project_of_file(options, files_given, diagnostics);
    if (!project) return project.failure();
    if (files_given) project->sources.files.clear();
    if (const auto done = take_sources(options, *project, diagnostics); !done)
        return done.failure();
    take_settings(options, *project);
    limit_sandbox(options);
    if (const auto done = has_files_as_sources(*project, diagnostics); !done) return done.failure();
    if (const auto done = choose_simulator(*project, diagnostics); !done) return done.failure();
    if (const auto done = make_names_safe(*project, diagnostics); !done) return done.failure();
    part_testbench(*project, diagnostics);
    if (const auto done = name_testbench(*project, diagnostics); !done) return done.failure();
    name_design(*project);
    return project;
}

}  // namespace tapestry
