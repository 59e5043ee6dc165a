// SPDX-License-Identifier: Apache-2.0
#include "base/codes/projects.h"
#include "base/file.h"
#include "base/output_folder.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "jobs/simulation/flow_run.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/run_stage.h"
#include "jobs/stages/testbench_files.h"
#include "read/project/project_names.h"
#include "read/verilog/file_list.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct RunArguments {
    ProjectOptions project;
    MeasureOptions measure;
    ReportOptions report;
    std::string folder = "out";
    std::vector<std::string> words;  // of a command of the user's
    bool each_test = false;
};

int refuse_unwoven(const fs::path& folder, Diagnostics& diagnostics) {
    diagnostics.report(
        code::command_line_refused, {},
        fmt::format("'{}' holds no woven design to simulate; make it with 'tapestry weave', or "
                    "name the command that simulates: tapestry run -- make test",
                    folder.string()),
        "run ");
    return kBadInput;
}

// Simulates what weave left in a folder: the file list there takes the place of the sources.
int run_command(const RunArguments& options, Diagnostics& diagnostics) {
    if (!options.words.empty())
        return run_flow(
            {options.folder, options.words, options.project, options.measure, options.each_test},
            diagnostics);
    const fs::path folder = options.folder;
    if (!fs::exists(folder / "woven" / "woven.f")) return refuse_unwoven(folder, diagnostics);
    ProjectOptions with_list = options.project;
    const std::string list = (folder / "woven" / "woven.f").string();
    with_list.files.clear();
    with_list.lists = {list};
    Result<Project> project = project_of(with_list, diagnostics);
    if (!project) return kBadInput;
    SourceSet& sources = project->sources;
    sources = {{}, {}, {}, {}, {}, {}, sources.parameters};
    if (!read_list_in_its_folder(list, sources, diagnostics) ||
        !make_names_safe(sources, diagnostics))
        return kBadInput;
    if (!has_testbench(*project)) {
        diagnostics.report(code::no_testbench, {});
        return kBadInput;
    }
    const fs::path map_path = folder / "woven" / "taps.json";
    const Result<std::string> map_text = read_file(map_path, diagnostics);
    const Result<TapMap> map = map_text
                                   ? tap_map_from_json(*map_text, map_path.string(), diagnostics)
                                   : map_text.failure();
    if (!map || !check_clock_rates(options.measure.clocks, map->clocks, diagnostics))
        return kBadInput;
    project->top = map->top;
    Result<OutputFolder> out = OutputFolder::make_in_woven(folder, diagnostics);
    if (!out) return kBadInput;
    Scratch scratch;
    if (!is_usable(scratch, diagnostics)) return kBadInput;
    Progress progress;
    const RunFolders place{folder / "woven", out->work(), folder, scratch.path()};
    const Result<RunFacts> facts = run_woven(
        project->sources, *project, run_options_of(options.measure), place, progress, diagnostics);
    return facts ? finish_run(*out, place, *facts, options.measure.clocks, options.report,
                              diagnostics)
                 : kBadInput;
}

}  // namespace

Action declare_run(OptionList& app) {
    auto o = std::make_shared<RunArguments>();
    add_simulator_options(app, o->project);
    add_measure_options(app, o->measure);
    add_clock_option(app, o->measure.clocks);
    add_testbench_options(app, o->project);
    add_verilator_option(app, o->project);
    app.add_option("folder", o->folder,
                   "Folder that weave wrote; with a command, the folder for its runs")
        ->type_name("DIR")
        ->capture_default_str();
    app.add_option("-p,--project", o->project.project_file,
                   "Project file (default: tapestry.toml, if it is there)")
        ->type_name("FILE");
    app.add_option("--top", o->project.top, "With a command: the module to measure")
        ->type_name("MODULE");
    app.add_flag("--trace", o->project.trace,
                 "With a command: record every change of every state machine");
    app.add_flag("--record", o->project.record,
                 "With a command: record what predict and size need to replay the run");
    app.add_flag(
        "--each-test", o->each_test,
        "With a command: run it once more for each test of cocotb that it ran, so that each "
        "is measured alone");
    app.add_option("--arg", o->words,
                   "A word of a command that builds and simulates, which is run with woven sources "
                   "in the place of its own; or write them behind --")
        ->allow_extra_args(false)
        ->type_name("WORD");
    add_report_options(app, o->report);
    return [o](Diagnostics& diagnostics) { return run_command(*o, diagnostics); };
}

}  // namespace tapestry
