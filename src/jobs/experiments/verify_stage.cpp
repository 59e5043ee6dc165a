// SPDX-License-Identifier: Apache-2.0
#include "jobs/experiments/verify_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/codes/experiments.h"
#include "base/file.h"
#include "base/process.h"
#include "jobs/stages/analysed.h"
#include "model/verdict_words.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// A fact of the run: which experiments were not made, and how to make them.
constexpr const char* kLeftOut = "left_out";

// Of one experiment that hangs; one that works ends in about the time of the plain run.
constexpr double kLeastPatience = 60;
constexpr double kTimesOfPlain = 100;

// Whether experiments are made depends on the sources and the run, never on how long either took:
// the same sources give the same report on any machine. An operation here is one expression in one
// cycle.
struct Price {
    double run;  // operations of a run, beyond which nobody waits for experiments who did not ask
    double design;  // expressions of a design that is not built once more
    double all;     // operations of all experiments together
};
constexpr Price kVerilator = {4e8, 1.5e5, 1e10};
constexpr Price kIcarus = {4e7, 1e6, 1e9};
constexpr double kFewestRuns = 24, kMostRuns = 400;

Price price_of(const Project& project) {
    return project.simulator == "icarus" ? kIcarus : kVerilator;
}

// The expressions of all instances.
double size_of(const Design& design, ModuleId module, std::vector<double>& known) {
    double& size = known[static_cast<std::size_t>(module)];
    if (size > 0) return size;
    const Module& m = design.modules[module];
    double sum = 1 + static_cast<double>(m.exprs.size());
    for (const Instance& instance : m.instances) {
        if (instance.module == kNone) continue;
        const double copies =
            instance.is_array ? 1 + std::abs(static_cast<double>(instance.right - instance.left))
                              : 1;
        sum += copies * size_of(design, instance.module, known);
    }
    return known[static_cast<std::size_t>(module)] = sum;
}

double size_of(const Design& design) {
    std::vector<double> known(design.modules.size());
    return size_of(design, design.top, known);
}

double seconds_of(const RunFacts& facts, const std::string& key) {
    return std::strtod(facts.find(key).value_or("0").c_str(), nullptr);
}

// What the user would miss, in the first lines of the report.
void say_left_out(const std::string& what, Run& run) {
    run.facts.facts.emplace_back(kLeftOut, what);
}

// Whether nobody asked for experiments and there are none.
bool is_unwanted(const VerifyStage& stage, const VerifyChoice& choice, Run& run) {
    if (choice.none || std::getenv("TAPESTRY_NO_VERIFY") != nullptr || run.cycles == 0) return true;
    const Price price = price_of(stage.project);
    const double size = size_of(stage.scanned.design);
    const bool large = size > price.design;
    if (!large && size * static_cast<double>(run.cycles) <= price.run) return false;
    say_left_out(
        fmt::format("Nothing was tried, because {}: --verify makes blocks faster in further "
                    "runs and settles what limits the design.",
                    large ? "the design is large" : "the run is long"),
        run);
    return true;
}

std::size_t most_runs(const VerifyStage& stage, const Run& run) {
    const double operations = size_of(stage.scanned.design) * static_cast<double>(run.cycles);
    return static_cast<std::size_t>(std::clamp(
        price_of(stage.project).all / std::max(1.0, operations), kFewestRuns, kMostRuns));
}

// What was asked for and what was not is told alike; only the former is a diagnostic.
void say_why_not(const Diagnostics& unasked, Run& run) {
    for (const Diagnostic& d : unasked.all()) say_left_out(capitalised(d.sentence) + ".", run);
    const auto late =
        std::count_if(run.experiments.begin(), run.experiments.end(),
                      [](const Experiment& e) { return e.status == ExperimentStatus::not_tried; });
    if (late > 0)
        say_left_out(fmt::format("{} experiments were left out: --verify=all makes them.", late),
                     run);
}

}  // namespace

void add_verify_options(OptionList& app, VerifyChoice& choice) {
    app.add_flag(
        "--verify{suspects}", choice.what,
        "Make suspects faster one by one in further runs, and settle by what that saves "
        "what limits the design; --verify=all tries every block, --verify=BLOCK one. Short runs "
        "of small designs are verified unless --no-verify is given");
    app.add_flag("--no-verify", choice.none,
                 "No experiments after a short run; so does TAPESTRY_NO_VERIFY in the environment");
    app.add_flag("--verify-curve", choice.curve,
                 "Make what saves something four and eight times as fast too");
    app.add_option("--verify-budget", choice.budget_seconds,
                   "Time for experiments (default: none, but a number of them that follows from "
                   "the design)")
        ->check(not_negative())
        ->type_name("SECONDS");
}

void add_experiments(const VerifyStage& stage, const VerifyChoice& choice, Run& run,
                     Progress& progress, Diagnostics& diagnostics) {
    const double seconds = seconds_of(stage.facts, "wall_seconds");
    const bool asked = !choice.what.empty() || choice.curve;
    if (run.partial || (!asked && is_unwanted(stage, choice, run))) return;
    if (stage.facts.find("testbench_error")) {
        if (asked)
            diagnostics.report(code::experiments_failed, {}, "its testbench reports an error");
        return;
    }
    const fs::path folder = stage.place.work / "experiments";
    const auto patience = static_cast<long>(std::ceil(kLeastPatience + kTimesOfPlain * seconds));
    const ExperimentSite place{stage.scanned,     stage.project,
                               stage.options,     folder,
                               stage.place.links, std::chrono::seconds(patience),
                               stage.began,       stage.place.work / "build"};
    const Analysis analysis = analysed(run);
    if (!analysis.deadlocks.empty()) {
        if (asked)
            diagnostics.report(code::experiments_failed, {}, "it gets stuck, at whatever speed");
        return;
    }
    if (analysis.verdict.doubt.kind == DoubtKind::may_be_stuck) {
        if (asked)
            diagnostics.report(code::experiments_failed, {},
                               "nothing says whether it did its work or got stuck");
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
    options.most_runs = options.what == "suspects" ? most_runs(stage, run) : kEveryRun;
    options.builds_again = asked || size_of(stage.scanned.design) <= price_of(stage.project).design;
    Diagnostics unasked;           // told below the answer, as a fact
    const OutlastSignals outlast;  // the run that is done is kept, whoever ends the experiments
    Experimented made =
        run_experiments(place, plain, options, progress, asked ? diagnostics : unasked);
    if (outlast.caught()) {
        made = {};
        diagnostics.report(code::experiments_failed, {}, "they were interrupted");
    }
    run.experiments = std::move(made.experiments);
    say_why_not(unasked, run);
    // Outputs that never change, or never have a value, tell no end.
    if (made.work_end.value_or(0) > 1)
        run.facts.facts.emplace_back(kWorkCycles, std::to_string(*made.work_end));
    std::error_code gone;
    fs::remove_all(folder, gone);
}

}  // namespace tapestry
