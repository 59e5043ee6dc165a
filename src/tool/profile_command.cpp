// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "analyse/analyse.h"
#include "tool/command.h"
#include "tool/experiments.h"
#include "tool/project_options.h"
#include "tool/run_stage.h"
#include "tool/scratch.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct Options {
    ProjectOptions project;
    MeasureOptions measure;
    ReportOptions report;
    std::string out = "out";
    std::string verify;
};

int profile_command(const Options& options, Diagnostics& diagnostics) {
    const Result<Project> project = project_of(options.project, diagnostics);
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
    const Result<WovenDesign> woven =
        weave_into(*scanned, *project, {}, folder / "woven", diagnostics);
    if (!woven) return kBadInput;
    const Result<RunFacts> facts = run_woven(
        woven->sources, *project, run_options_of(options.measure), folder, progress, diagnostics);
    if (!facts) return kBadInput;
    if (!options.verify.empty()) {
        const Result<Run> plain = load_run(folder / "tapestry.reading", folder / "woven" / "taps.json",
                                           *facts, diagnostics);
        if (!plain) return kBadInput;
        VerifyOptions verify;
        verify.what = options.verify;
        const auto experiments = run_experiments(*scanned, *project, *plain, analyse(*plain), verify,
                                                 folder / "experiment", progress, diagnostics);
        if (!experiments) return kBadInput;
        for (const Experiment& e : *experiments)
            fmt::print("{:<40} {:<7} {}x {:>8} {:>6.1f}% {} {}\n", e.path, e.kind, e.factor, e.cycles,
                       100 * e.saving.value_or(0), to_word(e.status), e.reason);
    }
    const int status = finish_run(folder, *facts, options.report, diagnostics);
    if (status != kBadInput) out->keep();
    return status;
}

}  // namespace

Action declare_profile(CLI::App& app) {
    auto o = std::make_shared<Options>();
    add_source_options(app, o->project);
    add_simulator_options(app, o->project);
    add_measure_options(app, o->measure);
    add_report_options(app, o->report);
    app.add_option("-o,--out", o->out, "Output folder")->type_name("DIR")->capture_default_str();
    app.add_option("--verify", o->verify, "Try what faster blocks would bring");
    return [o](Diagnostics& diagnostics) { return profile_command(*o, diagnostics); };
}

}  // namespace tapestry
