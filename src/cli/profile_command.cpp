// SPDX-License-Identifier: Apache-2.0
#include "base/codes/experiments.h"
#include "base/codes/projects.h"
#include "base/codes/sources.h"
#include "base/output_folder.h"
#include "base/verilog_text.h"
#include "cli/command.h"
#include "cli/profile_arguments.h"
#include "cli/tool.h"
#include "explain/counters/own_pace.h"
#include "jobs/stages/analysed.h"
#include "jobs/stages/set_parameters.h"
#include "jobs/stages/testbench_files.h"

namespace tapestry {

namespace {

// Where nothing was found that could wait, pulses of the outputs are counted: experiments tell what
// limits such a design, and need no more than a run.
void count_outputs(const Design& design, Project& project) {
    for (const Module& module : design.modules) {
        if (module.source_name != project.top) continue;
        for (const Var& var : module.vars) {
            if (var.direction != Direction::output || var.is_local ||
                design.width_of(var.type) != 1)
                continue;
            CustomTap tap;
            tap.module = project.top;
            tap.name = var.name;
            tap.observe = {{"event", spelled(var.name)}};
            project.taps.push_back(std::move(tap));
        }
        return;
    }
}

}  // namespace

Result<Prepared> prepare_profile(Result<Project> project, const std::vector<std::string>& settings,
                                 const Scratch& scratch, Progress& progress,
                                 Diagnostics& diagnostics) {
    if (!project) return project.failure();
    if (const auto done = is_usable(scratch, diagnostics); !done) return done.failure();
    project->is_run = true;
    project->may_be_in_part = has_vhdl_testbench(*project);
    if (project->testbench_files.empty() && !has_vhdl(*project))
        find_testbench(*project, diagnostics);
    if (!has_testbench(*project)) {
        return diagnostics.report(
            project->sources.files.empty() ? code::no_sources : code::no_testbench, {});
    }
    const std::vector<std::string> others = set_generics(settings, *project);
    Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    if (scanned && !others.empty()) {
        if (const auto done = set_parameters(others, scanned->design, *project, diagnostics); !done)
            return done.failure();
        Diagnostics known;  // they have been told
        scanned = scan(*project, scratch.path(), progress, known);
    }
    if (scanned && !scanned->vhdl && scanned->plan.sites.empty() && project->include.empty()) {
        count_outputs(scanned->design, *project);
        Diagnostics known;  // they have been told
        Result<Scanned> again = scan(*project, scratch.path(), progress, known);
        if (again) scanned = std::move(again);
    }
    if (!scanned) return scanned.failure();
    return Prepared{std::move(*project), std::move(*scanned)};
}

namespace {

int profile_command(const ProfileArguments& options, Diagnostics& diagnostics) {
    const ProcessGroup group = process_group();
    if (group.rank > 0) {
        serve_remote_programs(group, options.out);
        return kFine;
    }
    Result<Project> chosen = project_of(options.project, diagnostics);
    if (chosen && chosen->record && !has_replay()) return continue_in_whole_tool(diagnostics);
    Scratch scratch;
    Progress progress;
    Result<Prepared> prepared =
        prepare_profile(std::move(chosen), options.settings, scratch, progress, diagnostics);
    if (!prepared ||
        !check_clock_rates(options.measure.clocks, prepared->scanned.plan.map.clocks, diagnostics))
        return kBadInput;
    Project* const project = &prepared->project;
    Scanned* const scanned = &prepared->scanned;
    Result<OutputFolder> out = OutputFolder::make(options.out, diagnostics);
    if (!out) return kBadInput;
    RemotePrograms remote(group, options.out);
    const RunFolders place{out->work() / "woven", out->work(), out->path(), scratch.path()};
    if (has_vhdl_testbench(*project)) {
        if (!options.verify.what.empty() || options.verify.curve)
            diagnostics.report(code::experiments_failed, {},
                               "the testbench is VHDL, under which no clock can be held back");
        Result<RunFacts> measured = run_vhdl(*scanned, *project, run_options_of(options.measure),
                                             place, progress, diagnostics);
        if (measured)
            measured->facts.emplace_back("left_out",
                                         "Nothing was tried: experiments need a testbench in "
                                         "Verilog, SystemVerilog or C++.");
        return measured ? finish_run(*out, place, *measured, options.measure.clocks, options.report,
                                     diagnostics)
                        : kBadInput;
    }
    const Result<WovenDesign> woven = weave_into(*scanned, *project, {}, place.woven, diagnostics);
    if (!woven) return kBadInput;
    const RunOptions run_options = run_options_of(options.measure);
    const auto began = std::filesystem::file_time_type::clock::now();
    Result<RunFacts> facts =
        run_woven(woven->sources, *project, run_options, place, progress, diagnostics);
    if (!facts) return kBadInput;
    keep_command_line(*facts);
    if (scanned->open_loop) facts->facts.emplace_back(kOpenLoop, "yes");
    const auto texts = queue_texts_of(scanned->design, *project, scanned->plan.map);
    if (!texts.empty()) facts->facts.emplace_back(kQueueTexts, text_of(texts));
    const VerifyStage verify{*scanned, *project, run_options, place, *facts, began, remote};
    return finish_run(
        *out, place, *facts, options.measure.clocks, options.report, diagnostics,
        [&](Run& run) { add_experiments(verify, options.verify, run, progress, diagnostics); });
}

}  // namespace

void add_profile_options(OptionList& app, ProfileArguments& o) {
    add_source_options(app, o.project);
    add_simulator_options(app, o.project);
    add_measure_options(app, o.measure);
    add_clock_option(app, o.measure.clocks);
    add_verify_options(app, o.verify);
    add_report_options(app, o.report);
    app.add_option("--set", o.settings,
                   "Parameter of an instance inside the design, such as top.u_queue.DEPTH=8; the "
                   "sources stay as they are")
        ->type_name("PATH.PARAMETER=VALUE")
        ->allow_extra_args(false);
    app.add_option("-o,--out", o.out, "Output folder")->type_name("DIR")->capture_default_str();
}

Action declare_profile(OptionList& app) {
    auto o = std::make_shared<ProfileArguments>();
    add_profile_options(app, *o);
    return [o](Diagnostics& diagnostics) { return profile_command(*o, diagnostics); };
}

}  // namespace tapestry
