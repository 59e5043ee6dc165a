// SPDX-License-Identifier: Apache-2.0
// Does a missed event ever give a wrong number? Each event of each block of a design is left out
// once, and the experiment is made all the same.
//
//     missed_event_trials [OPTIONS OF SCAN AND SIMULATOR] FILES
//
// Prints a line a trial: harmless (the same saving), caught (no number), or WRONG (another number
// shown as tried). Exit status 1 when one is wrong.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "base/scratch.h"
#include "explain/experiments/choose.h"
#include "jobs/experiments/experiment_build.h"
#include "jobs/stages/project_options.h"

namespace tapestry {
namespace {

constexpr double kSame = 0.005;  // savings that differ by less are the same

struct Tally {
    int harmless = 0, caught = 0, wrong = 0;
};

std::vector<std::string> with_missed(const std::vector<std::string>& words, std::size_t fire) {
    std::vector<std::string> all = words;
    for (const std::string& word : words) {
        const std::size_t rest = word.find(".rest=");
        if (rest != std::string::npos)
            all.push_back(
                fmt::format("{}.missed={}", word.substr(0, rest), std::uint64_t{1} << fire));
    }
    return all;
}

class Trials {
public:
    Trials(const ExperimentBuild& build, const Trial& base, const TapMap& map)
        : build_(build),
          settings_(build.plan(), base.reports),
          judge_(build.plan(), settings_, base, {0, room_of_queues(map)}) {}

    Tally run() {
        const StepPlan& plan = build_.plan();
        for (std::size_t b = 0; b < plan.blocks.size(); ++b) {
            const StepSite& site = plan.sites[plan.blocks[b].site];
            const std::vector<std::string> words = settings_.speed_up(plan.blocks[b], 2);
            if (words.empty()) continue;
            const Experiment heard = tried(words, b);
            for (std::size_t fire = 0; fire < site.fires.size() && fire < 64; ++fire)
                compare(heard, tried(with_missed(words, fire), b),
                        plan.blocks[b].path + " without " + site.fires[fire].name);
        }
        return tally_;
    }

private:
    Experiment tried(const std::vector<std::string>& words, std::size_t block) {
        Experiment experiment;
        judge_.judge(build_.run(words, ++number_), {block}, experiment);
        return experiment;
    }

    void compare(const Experiment& heard, const Experiment& missed, const std::string& what) {
        if (!missed.saving) {
            ++tally_.caught;
            fmt::print("caught    {}: {}\n", what, missed.reason);
        } else if (heard.saving && std::abs(*heard.saving - *missed.saving) < kSame) {
            ++tally_.harmless;
            fmt::print("harmless  {}\n", what);
        } else {
            ++tally_.wrong;
            fmt::print("WRONG     {}: {:.1f}% instead of {:.1f}%\n", what, 100 * *missed.saving,
                       heard.saving ? 100 * *heard.saving : NAN);
        }
    }

    const ExperimentBuild& build_;
    StepSettings settings_;
    Judge judge_;
    Tally tally_;
    int number_ = 0;
};

int run_trials(int argc, char** argv) {
    CLI::App app("Leaves out events of experiments on purpose");
    ProjectOptions options;
    OptionList list(app);
    add_source_options(list, options);
    add_simulator_options(list, options);
    CLI11_PARSE(app, argc, argv);
    Diagnostics diagnostics;
    Scratch scratch;
    Progress progress;
    Result<Project> project = project_of(options, diagnostics);
    const Result<Scanned> scanned =
        project ? scan(*project, scratch.path(), progress, diagnostics) : project.failure();
    if (!scanned) {
        for (const Diagnostic& d : diagnostics.all()) fmt::print("{}", to_text(d));
        return 2;
    }
    const ExperimentSite place{*scanned,
                               *project,
                               {},
                               scratch.path() / "experiments",
                               scratch.path(),
                               std::chrono::seconds(60),
                               std::filesystem::file_time_type::clock::now(),
                               {}};
    const Result<ExperimentBuild> build = ExperimentBuild::set_up(place, progress, diagnostics);
    if (!build) {
        for (const Diagnostic& d : diagnostics.all()) fmt::print("{}", to_text(d));
        return 2;
    }
    const Trial base = build->run({}, 0);
    const Tally tally = Trials(*build, base, scanned->plan.map).run();
    fmt::print("{} trials: {} harmless, {} caught, {} wrong\n",
               tally.harmless + tally.caught + tally.wrong, tally.harmless, tally.caught,
               tally.wrong);
    return tally.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tapestry

int main(int argc, char** argv) { return tapestry::run_trials(argc, argv); }
