// SPDX-License-Identifier: Apache-2.0
#include "jobs/experiments/verify_stage.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/codes.h"
#include "base/file.h"
#include "base/process.h"
#include "jobs/stages/analysed.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr double kLeastPatience = 10;
// A run of less than this is followed by experiments unless nobody wants them.
constexpr double kShortRun = 2;
constexpr double kTimesOfPlain = 20;

double seconds_of(const RunFacts& facts, const std::string& key) {
    return std::strtod(facts.find(key).value_or("0").c_str(), nullptr);
}

bool is_worth_it(const VerifyStage& stage, const VerifyChoice& choice, const Run& run) {
    return !choice.none && std::getenv("TAPESTRY_NO_VERIFY") == nullptr && run.cycles > 0 &&
           seconds_of(stage.facts, "wall_seconds") < kShortRun &&
           seconds_of(stage.facts, "build_seconds") < kShortBuild;
}

}  // namespace

void add_verify_options(OptionList& app, VerifyChoice& choice) {
    app.add_flag(
        "--verify{suspects}", choice.what,
        "Make suspects faster one by one in further runs, and settle by what that saves "
        "what limits the design; --verify=all tries every block, --verify=BLOCK one. Runs of "
        "less than 2 s are verified unless --no-verify is given");
    app.add_flag("--no-verify", choice.none,
                 "No experiments after a short run; so does TAPESTRY_NO_VERIFY in the environment");
    app.add_flag("--verify-curve", choice.curve,
                 "Make what saves something four and eight times as fast too");
    app.add_option(
           "--verify-budget", choice.budget_seconds,
           "Time for experiments (default: ten times the run's, at least what building them took)")
        ->check(not_negative())
        ->type_name("SECONDS");
}

void add_experiments(const VerifyStage& stage, const VerifyChoice& choice, Run& run,
                     Progress& progress, Diagnostics& diagnostics) {
    const double seconds = seconds_of(stage.facts, "wall_seconds");
    const bool asked = !choice.what.empty() || choice.curve;
    if (run.partial || (!asked && !is_worth_it(stage, choice, run))) return;
    if (stage.facts.find("testbench_error")) {
        if (asked)
            diagnostics.report(Code::experiments_failed, {}, "its testbench reports an error");
        return;
    }
    const fs::path folder = stage.place.work / "experiments";
    const auto patience = static_cast<long>(std::ceil(kLeastPatience + kTimesOfPlain * seconds));
    const ExperimentSite place{stage.scanned, stage.project,     stage.options,
                               folder,        stage.place.links, std::chrono::seconds(patience),
                               stage.began};
    const Analysis analysis = analysed(run);
    if (!analysis.deadlocks.empty()) {
        if (asked)
            diagnostics.report(Code::experiments_failed, {}, "it gets stuck, at whatever speed");
        return;
    }
    Diagnostics ignored;
    const PlainRun plain{run, analysis,
                         read_file(stage.place.work / "simulation.log", ignored).value_or(""),
                         seconds};
    VerifyOptions options;
    options.what = choice.what.empty() ? "suspects" : choice.what;
    options.curve = choice.curve;
    options.remote = &stage.remote;
    options.budget_seconds = choice.budget_seconds;
    Diagnostics unasked;  // what nobody asked for is not missed
    const OutlastSignals outlast;  // the run that is done is kept, whoever ends the experiments
    run.experiments =
        run_experiments(place, plain, options, progress, asked ? diagnostics : unasked);
    if (outlast.caught()) {
        run.experiments.clear();
        diagnostics.report(Code::experiments_failed, {}, "they were interrupted");
    }
    std::error_code gone;
    fs::remove_all(folder, gone);
}

}  // namespace tapestry
