// SPDX-License-Identifier: Apache-2.0
#include "jobs/experiments/experiment_build.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/experiments.h"
#include "base/file.h"
#include "explain/experiments/plan_steps.h"
#include "jobs/stages/testbench_files.h"
#include "weave/sources/capacity_text.h"
#include "weave/sources/step_text.h"
#include "weave/sources/weave.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// The woven design has steps and nothing else: what counts is when the testbench ends.
Result<SourceSet> weave_steps(const ExperimentSite& place, const Enlarged* enlarged,
                              StepPlan& steps, Diagnostics& diagnostics) {
    TapPlan bare = place.scanned.plan;
    bare.sites.clear();
    bare.clocks.clear();
    bare.map.taps.clear();
    bare.map.edges.clear();
    Result<Woven> woven = weave(bare, place.project.sources, {}, diagnostics);
    if (!woven) return woven.failure();
    if (enlarged && !enlarge(*woven, enlarged->room, enlarged->factor)) {
        return diagnostics.report(code::experiment_not_built, {},
                                  "no text was found that sets " + enlarged->room.parameter);
    }
    const Woven stepped = add_steps(*woven, steps);
    if (steps.blocks.empty()) {
        return diagnostics.report(code::experiment_not_built, {},
                                  steps.refused.empty() ? "no block has a clock of its own"
                                                        : steps.refused.front().reason);
    }
    return write_woven(stepped, place.project.sources, place.folder / "woven", diagnostics);
}

SimulateOptions simulate_options(const ExperimentSite& place, Progress& progress) {
    SimulateOptions options = simulate_options_of(place.project);
    options.folder = place.folder / "build";
    options.cpp_files = {place.folder / "woven" / "taps" / "experiment" / "tapestry_step.cpp"};
    options.links = place.links;
    options.earlier = place.plain_build;
    options.build_timeout = place.options.build_timeout;
    options.on_progress = [&progress](const std::string&, std::uint64_t) {
        progress.show("building the experiments");
    };
    return options;
}

std::string how_it_ended(const Simulation& simulation) {
    if (simulation.stopped) return "was stopped by $stop";
    return simulation.exit.good() ? "finished" : simulation.exit.to_text();
}

}  // namespace

Result<ExperimentBuild> ExperimentBuild::set_up(const ExperimentSite& place, Progress& progress,
                                                Diagnostics& diagnostics,
                                                const Enlarged* enlarged) {
    ExperimentBuild made;
    made.since_ = place.since;
    progress.show("preparing experiments");
    const Scanned& scanned = place.scanned;
    made.plan_ = plan_steps(scanned.design, scanned.findings, scanned.plan);
    const Result<SourceSet> sources = weave_steps(place, enlarged, made.plan_, diagnostics);
    if (!sources) return sources.failure();
    Result<BuiltSimulation> built =
        build_simulation(*sources, simulate_options(place, progress), diagnostics);
    if (!built) return built.failure();
    made.built_ = std::move(*built);
    made.built_.options.on_progress = nullptr;  // runs are shown by those who start them
    made.plusargs_ = place.project.plusargs;
    made.patience_ = place.patience;
    made.writes_files_ = may_write_files(place.project);
    return made;
}

// What lies here, under the same names, so that the testbench finds what it reads. Files of the
// last moments are not there: the plain run has made them, and an experiment makes its own.
fs::path ExperimentBuild::make_folder_of_run(const fs::path& run) const {
    const fs::path folder = run / "here";
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    for (const auto& entry : fs::directory_iterator(fs::current_path(ignored), ignored)) {
        const bool file = entry.is_regular_file(ignored);
        if (file && entry.last_write_time(ignored) > since_) continue;
        fs::create_symlink(entry.path(), folder / entry.path().filename(), ignored);
    }
    return folder;
}

Trial ExperimentBuild::run(const std::vector<std::string>& settings, int number,
                           const CommandRunner& runner) const {
    const fs::path folder = built_.options.folder / fmt::format("run_{}", number);
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    const fs::path report = fs::path(absolute_path(folder)) / "steps.txt";
    SimulationRun wanted;
    wanted.plusargs = plusargs_;
    wanted.plusargs.insert(wanted.plusargs.end(), settings.begin(), settings.end());
    wanted.plusargs.push_back("+tapestry_report=" + report.string());
    wanted.log = fs::path(absolute_path(folder)) / "simulation.log";
    if (writes_files_) wanted.folder = make_folder_of_run(folder);
    wanted.timeout = patience_;
    wanted.runner = runner;
    wanted.ends_alone = false;  // nobody waits for what an interrupted experiment would tell
    const Simulation done = run_simulation(built_, wanted);
    Diagnostics nothing;  // a run without a report is rejected
    Trial trial;
    trial.reports = parse_step_reports(read_file(report, nothing).value_or(""));
    trial.printed = read_file(wanted.log, nothing).value_or("");
    trial.ended = how_it_ended(done);
    trial.finished = !done.stopped && done.exit.good();
    trial.interrupted = done.exit.how == Exit::How::interrupted;
    fs::remove_all(folder, ignored);
    return trial;
}

}  // namespace tapestry
