// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/codes/files.h"
#include "base/codes/plan.h"
#include "base/scratch.h"
#include "base/time_text.h"
#include "cli/command.h"
#include "jobs/stages/analysed.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/report_options.h"
#include "jobs/stages/stages.h"
#include "jobs/stages/version.h"
#include "run/import/import.h"
#include "run/reading/match.h"
#include "show/store/write_run.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct ImportArguments {
    ProjectOptions project;
    ReportOptions report;
    std::string waveform;
    std::string at;
    std::string end;
    std::uint64_t frame = 0;
    std::string run_file = "run.tapdb";
};

bool has_sources(const Project& project) {
    return !project.sources.files.empty() || !project.sources.library_files.empty();
}

Result<Imported> import_with_sources(Waveform& waveform, Project& project,
                                     const ImportOptions& options, Progress& progress,
                                     Diagnostics& diagnostics) {
    Scratch scratch;
    if (const auto done = is_usable(scratch, diagnostics); !done) return done.failure();
    const Result<Scanned> scanned = scan(project, scratch.path(), progress, diagnostics);
    if (!scanned) return scanned.failure();
    if (scanned->plan.map.taps.empty()) {
        return diagnostics.report(code::nothing_to_measure, {}, scanned->plan.map.top);
    }
    const TapMap& map = scanned->vhdl ? scanned->vhdl->map : scanned->plan.map;
    return import_with_map(waveform, map, &scanned->design, options, diagnostics);
}

RunFacts import_facts(const ImportArguments& options, const Waveform& waveform,
                      const Imported& imported, bool by_names) {
    RunFacts facts;
    facts.partial = !imported.partial_reason.empty();
    facts.facts = {{"design", imported.map.top},
                   {"top", imported.map.top},
                   {"waveform", fs::path(options.waveform).filename().string()},
                   {"timescale", waveform.header().timescale},
                   {kFoundBy, by_names ? kFoundByNames : kFoundBySources},
                   {"tapestry_version", kVersion},
                   {"ended", facts.partial ? imported.partial_reason : "finished"}};
    return facts;
}

// A finding that only a name suggests is a guess, however exactly it is counted.
void mark_as_guesses(Run& run) {
    for (TapNumbers& tap : run.taps) {
        if (tap.quality == Quality::exact) tap.quality = Quality::estimated;
    }
}

// Several designs in one waveform have clocks of their own each, whose rates are not told apart.
void set_rates(const Imported& imported, Run& run) {
    if (run.clocks.size() != imported.map.clocks.size()) return;
    for (const auto& [clock, rate] : imported.rates) {
        RunClock& c = run.clocks[static_cast<std::size_t>(clock)];
        c.rate_hz = rate.rate_hz;
        c.offset_ns = rate.offset_ns;
        c.uncertainty_ns = rate.uncertainty_ns;
    }
}

Result<Run> run_of(const ImportArguments& options, Diagnostics& diagnostics) {
    Result<Project> project = project_of(options.project, diagnostics);
    if (!project) return project.failure();
    Result<std::unique_ptr<Waveform>> waveform = open_waveform(options.waveform, diagnostics);
    if (!waveform) return waveform.failure();
    Progress progress;
    ImportOptions import_options{options.frame, options.at, [&](double share) {
                                     progress.show_share("reading the waveform", share);
                                 }};
    if (!options.end.empty() && femtoseconds(options.end) == 0) {
        return diagnostics.report(code::command_line_refused, {},
                                  "--end takes a time such as 148ns", "import ");
    }
    if (!options.end.empty())
        import_options.end_time = [&options] { return femtoseconds(options.end); };
    const bool by_names = !has_sources(*project);
    const Result<Imported> imported =
        by_names ? import_by_names(**waveform, import_options, diagnostics)
                 : import_with_sources(**waveform, *project, import_options, progress, diagnostics);
    progress.clear();
    if (!imported) return imported.failure();
    Result<Run> run = match(imported->map, imported->reading,
                            import_facts(options, **waveform, *imported, by_names), diagnostics);
    if (run) keep_recorded(*run, diagnostics);
    if (run && by_names) mark_as_guesses(*run);
    if (run) set_rates(*imported, *run);
    return run;
}

int import_command(const ImportArguments& options, Diagnostics& diagnostics) {
    const Result<Run> run = run_of(options, diagnostics);
    if (!run || diagnostics.has_error() ||
        !write_run(*run, analysed(*run), options.run_file, diagnostics) ||
        !print_report(options.run_file, options.report, diagnostics))
        return kBadInput;
    if (!options.report.json) fmt::print("\nrun: {}\n", options.run_file);
    return run->partial ? kCheckFailed : kFine;
}

}  // namespace

Action declare_import(OptionList& app) {
    auto o = std::make_shared<ImportArguments>();
    app.add_option("waveform", o->waveform, "Waveform: VCD, FST or GHW")
        ->type_name("WAVEFORM")
        ->required();
    add_source_options(app, o->project);
    app.add_option("--at", o->at,
                   "Scope of the waveform that holds the design (default: found by itself)")
        ->type_name("SCOPE");
    app.add_option("--end", o->end,
                   "When the simulation ended, where the waveform tells only the last change: an "
                   "edge before that counts")
        ->type_name("TIME");
    app.add_option("--frame", o->frame, "Cycles of a frame (default: frames that grow)")
        ->check(not_negative())
        ->type_name("N");
    add_report_options(app, o->report);
    app.add_option("-o,--out", o->run_file, "Run file to write")
        ->type_name("FILE")
        ->capture_default_str();
    return [o](Diagnostics& diagnostics) { return import_command(*o, diagnostics); };
}

}  // namespace tapestry
