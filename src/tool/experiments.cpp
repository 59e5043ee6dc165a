// SPDX-License-Identifier: Apache-2.0
#include "tool/experiments.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "experiment/choose.h"
#include "experiment/judge.h"
#include "experiment/plan_steps.h"
#include "experiment/step_settings.h"
#include "weave/step_text.h"
#include "weave/weave.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// One finished run of the stepped design.
struct Done {
    Run run;
    std::string printed;
    bool ended_well = false;

    Trial trial() const { return {&run, printed, ended_well}; }
};

class Laboratory {
public:
    Laboratory(const Scanned& scanned, const Project& project, const VerifyOptions& options,
               fs::path folder, Progress& progress, Diagnostics& diagnostics)
        : scanned_(scanned),
          project_(project),
          options_(options),
          folder_(std::move(folder)),
          progress_(progress),
          diagnostics_(diagnostics),
          steps_(plan_steps(scanned.design, scanned.findings, scanned.plan)) {}

    const StepPlan& steps() const { return steps_; }

    bool build() {
        progress_.show("building the experiments");
        const Result<Woven> woven = weave(scanned_.plan, project_.sources, {}, diagnostics_);
        if (!woven) return false;
        const Result<SourceSet> sources = write_woven(add_steps(*woven, steps_), project_.sources,
                                                      folder_ / "woven", diagnostics_);
        return sources && build_simulation(*sources, simulation(folder_ / "build"), diagnostics_);
    }

    // The plain run once more, with steps that stand still: they learn what rests where.
    bool learn() {
        const fs::path file = folder_ / "learned.txt";
        std::error_code ignored;
        fs::remove(file, ignored);
        plain_ = run({"+tapestry_learn=" + absolute_path(file)}, "plain");
        if (!plain_ || !fs::exists(file, ignored)) return false;
        const Result<std::string> text = read_file(file, diagnostics_);
        if (!text) return false;
        learned_ = parse_learned(*text);
        return true;
    }

    const Done& plain() const { return *plain_; }
    StepSettings settings() const { return StepSettings(steps_, learned_); }

    std::optional<Done> run(const std::vector<std::string>& words, const std::string& name) {
        SimulateOptions simulated = simulation(folder_ / name);
        simulated.plusargs.insert(simulated.plusargs.end(), words.begin(), words.end());
        simulated.reading = folder_ / name / "tapestry.reading";
        if (!make_folder(simulated.folder, diagnostics_)) return std::nullopt;
        const Simulation done = run_simulation(simulated, folder_ / "build");
        Diagnostics unheard;  // what a strange run makes of the reading is no news of the user's
        RunFacts facts;
        Result<Run> run = load_run(simulated.reading, folder_ / "woven" / "taps.json", facts, unheard);
        const Result<std::string> printed = read_file(done.log, unheard);
        if (!run) return Done{};
        return Done{std::move(*run), printed ? *printed : "", done.exit.good()};
    }

private:
    SimulateOptions simulation(const fs::path& folder) const {
        SimulateOptions out = simulate_options_of(project_);
        out.folder = folder;
        out.tap_folder = folder_ / "woven" / "taps";
        out.timeout = options_.timeout;
        return out;
    }

    const Scanned& scanned_;
    const Project& project_;
    const VerifyOptions& options_;
    fs::path folder_;
    Progress& progress_;
    Diagnostics& diagnostics_;
    StepPlan steps_;
    std::optional<Done> plain_;
    std::vector<LearnedStep> learned_;
};

// Tries one choice: its blocks together.
void try_out(Laboratory& laboratory, const StepSettings& settings, const Choice& choice,
             Experiment& experiment) {
    std::vector<std::string> words;
    for (std::size_t block : choice.blocks) {
        const auto more = settings.speed_up(laboratory.steps().blocks[block], experiment.factor);
        words.insert(words.end(), more.begin(), more.end());
    }
    if (words.empty()) {
        experiment.status = ExperimentStatus::refused;
        experiment.reason = "it did not show up in the simulation";
        return;
    }
    const std::optional<Done> done = laboratory.run(words, "trial");
    judge(laboratory.plain().trial(), done ? done->trial() : Trial{}, choice.paths, experiment);
}

}  // namespace

Result<std::vector<Experiment>> run_experiments(const Scanned& scanned, const Project& project,
                                                const Run& plain, const Analysis& analysis,
                                                const VerifyOptions& options, const fs::path& folder,
                                                Progress& progress, Diagnostics& diagnostics) {
    Laboratory laboratory(scanned, project, options, folder, progress, diagnostics);
    if (!laboratory.build() || !laboratory.learn()) return failure;
    std::vector<Experiment> results;
    for (const StepRefusal& refusal : laboratory.steps().refused)
        results.push_back({refusal.path, "", "block", options.factors.front(), 0, std::nullopt,
                           ExperimentStatus::refused, refusal.reason});
    const StepSettings settings = laboratory.settings();
    const auto start = Clock::now();
    const std::vector<Choice> choices = choose(laboratory.steps(), plain, analysis, options.what);
    for (const Choice& choice : choices) {
        for (unsigned factor : options.factors) {
            Experiment experiment{choice.name(), "", choice.kind, factor, 0, std::nullopt,
                                  ExperimentStatus::not_tried, "no time was left"};
            const bool late = options.budget.count() > 0 && Clock::now() - start > options.budget;
            progress.show(fmt::format("trying {} of {}: {}", results.size() + 1, choices.size(),
                                      experiment.path));
            if (!late) try_out(laboratory, settings, choice, experiment);
            results.push_back(std::move(experiment));
        }
    }
    progress.clear();
    return results;
}

}  // namespace tapestry
