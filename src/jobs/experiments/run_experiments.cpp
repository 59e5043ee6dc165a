// SPDX-License-Identifier: Apache-2.0
#include "jobs/experiments/run_experiments.h"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

#include "base/codes.h"
#include "explain/experiments/capacities.h"
#include "explain/experiments/choose.h"
#include "explain/experiments/printed.h"
#include "jobs/experiments/try_capacities.h"

namespace tapestry {

namespace {

using Clock = std::chrono::steady_clock;

// A plain run of a moment would leave no time for anything.
constexpr double kLeastBudget = 5;
constexpr double kTimesPlain = 10;
constexpr double kSame = 0.01;  // savings that differ by less are the same

// Experiments one behind the other, or as many at once as there are cores, until time is up.
class Series {
public:
    Series(const ExperimentBuild& build, const StepSettings& settings, const Judge& judge,
           RemotePrograms* remote, double seconds, Progress& progress)
        : build_(build),
          settings_(settings),
          judge_(judge),
          sent_(remote),
          until_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(seconds))),
          progress_(progress) {}

    std::vector<Experiment> run(const std::vector<Choice>& choices) {
        std::vector<Experiment> results(choices.size());
        std::atomic<std::size_t> next = 0, done = 0;
        auto work = [&](const CommandRunner& runner) {
            for (std::size_t i = next++; i < choices.size(); i = next++) {
                Outcome outcome = tried(choices[i], runner);
                results[i] = std::move(outcome.experiment);
                if (outcome.outside) note_outside(std::move(*outcome.outside));
                ++done;
            }
        };
        std::vector<std::thread> workers;
        for (const CommandRunner& runner : runners())
            if (workers.size() < choices.size()) workers.emplace_back(work, runner);
        while (done < choices.size()) {
            progress_.show_share("experimenting",
                                 static_cast<double>(done) / static_cast<double>(choices.size()));
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        for (std::thread& worker : workers) worker.join();
        progress_.clear();
        return results;
    }

    Clock::time_point until() const { return until_; }

    // What the whole design at twice its speed tells of the outside, if that run was believed.
    const std::vector<Experiment>& outside() const { return outside_; }

private:
    // An experiment, and what it tells of the outside where that is something.
    struct Outcome {
        Experiment experiment;
        std::optional<Experiment> outside = {};
    };

    void note_outside(Experiment outside) {
        const std::lock_guard<std::mutex> lock(mutex_);
        outside_ = {std::move(outside)};
    }

    // One for each core here, and one for each process that helps.
    std::vector<CommandRunner> runners() const {
        std::vector<CommandRunner> all(std::max(1u, std::thread::hardware_concurrency()));
        for (int helper = 1; sent_ && helper <= sent_->helpers(); ++helper)
            all.push_back([remote = sent_, helper](const Command& command) {
                return remote->run(command, helper);
            });
        return all;
    }

    Outcome tried(const Choice& choice, const CommandRunner& runner) {
        Outcome outcome;
        Experiment& e = outcome.experiment;
        e.path = choice.name;
        e.parts = choice.parts;
        e.kind = choice.kind;
        e.state = choice.state;
        e.factor = choice.factor;
        const std::vector<std::string> words = words_of(choice, false);
        if (words.empty()) {
            e.status = ExperimentStatus::refused;
            e.reason = "it did not show up in the simulation";
        } else if (interrupted_ || Clock::now() > until_) {
            e.status = ExperimentStatus::not_tried;
            e.reason = interrupted_ ? "it was interrupted" : "there was no time left for it";
        } else {
            judge(words, choice, runner, outcome);
            const std::string level = doubtful_level(choice);
            if (e.status != ExperimentStatus::rejected && !level.empty())
                try_otherwise(choice, level, runner, outcome);
        }
        return outcome;
    }

    std::vector<std::string> words_of(const Choice& choice, bool calm) const {
        std::vector<std::string> words;
        for (const std::size_t block : choice.blocks)
            for (std::string& word : settings_.speed_up(build_.plan().blocks[block], choice.factor,
                                                        choice.state_code, calm))
                words.push_back(std::move(word));
        return words;
    }

    // Whether what left the design shows that it did the same.
    bool judge(const std::vector<std::string>& words, const Choice& choice,
               const CommandRunner& runner, Outcome& outcome) {
        const Trial trial = build_.run(words, number_++, runner);
        if (trial.interrupted) interrupted_ = true;
        Experiment& e = outcome.experiment;
        judge_.judge(trial, choice.blocks, e);
        if (e.kind == ExperimentKind::design && e.factor == 2 && e.saving)
            outcome.outside = outside_of(judge_.outside_share(trial, choice.blocks, e), e);
        return judge_.is_shown_right(trial);
    }

    // What an outside that answers twice as fast would save follows from the time that a faster
    // design waits for it.
    static Experiment outside_of(double share, const Experiment& design) {
        Experiment e = design;
        e.kind = ExperimentKind::outside;
        e.saving = share / 2;
        const double plain_cycles = static_cast<double>(design.cycles) / (1 - *design.saving);
        e.cycles = static_cast<std::uint64_t>(plain_cycles * (1 - share / 2));
        return e;
    }

    std::string doubtful_level(const Choice& choice) const {
        for (const std::size_t block : choice.blocks)
            for (const std::string& level : settings_.doubtful_levels(build_.plan().blocks[block]))
                return level;
        return {};
    }

    // With the other meaning of a level that may have two. When that breaks the run, the first
    // meaning was right. When it does not, and what leaves the design shows so, the level says
    // something only when it changes: else something would have been done twice.
    void try_otherwise(const Choice& choice, const std::string& level, const CommandRunner& runner,
                       Outcome& outcome) {
        Experiment& e = outcome.experiment;
        Outcome otherwise{e};
        Experiment& other = otherwise.experiment;
        other.saving.reset();
        other.reason.clear();
        const bool shown = judge(words_of(choice, true), choice, runner, otherwise);
        if (!other.saving || (e.saving && std::abs(*other.saving - *e.saving) < kSame)) return;
        if (shown) {
            outcome = std::move(otherwise);
            return;
        }
        e.status = ExperimentStatus::rejected;
        e.reason = fmt::format(
            "what it saves depends on whether '{}' says something in each cycle or when it changes",
            level);
        e.saving.reset();
        e.cycles = 0;
        outcome.outside.reset();
    }

    const ExperimentBuild& build_;
    const StepSettings& settings_;
    const Judge& judge_;
    RemotePrograms* const sent_;
    const Clock::time_point until_;
    Progress& progress_;
    std::atomic<int> number_ = 1;
    std::atomic<bool> interrupted_ = false;
    std::mutex mutex_;
    std::vector<Experiment> outside_;  // at most one
};

void add(std::vector<Experiment>& all, std::vector<Experiment> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

// The stepped design must do what the plain one did as long as nothing is made faster.
std::string disturbance(const PlainRun& plain, const Trial& trial) {
    if (!trial.finished) return fmt::format("with steps in its clocks it {}", trial.ended);
    if (trial.reports.empty())
        return "its steps reported nothing; a C++ testbench must call final() at its end";
    const std::string printed = printed_difference(plain.printed, trial.printed, 1);
    if (!printed.empty()) return "with steps in its clocks, " + printed;
    // The run counts the clock of its fastest tap, which may be a divided or gated one.
    std::uint64_t most = 0;
    const std::uint64_t cycles = plain.run.cycles;
    for (const auto& [path, step] : trial.reports) {
        if (step.edges <= cycles + 1 && cycles <= step.edges + 1) return {};
        most = std::max(most, step.edges);
    }
    return fmt::format("with steps in its clocks it takes {} cycles instead of {}", most, cycles);
}

std::vector<Experiment> refusals(const StepPlan& plan) {
    std::vector<Experiment> all;
    for (const StepRefusal& refusal : plan.refused) {
        Experiment e;
        e.path = refusal.path;
        e.status = ExperimentStatus::refused;
        e.reason = refusal.reason;
        all.push_back(std::move(e));
    }
    return all;
}

bool asks_for_one(const VerifyOptions& options) {
    return options.what != "suspects" && options.what != "all";
}

// As much as was spent on building them, at the least.
double budget_of(const VerifyOptions& options, double plain_seconds, double build_seconds) {
    if (options.budget_seconds) return *options.budget_seconds;
    if (options.what != "suspects") return 1e9;
    return std::max({kLeastBudget, kTimesPlain * plain_seconds, build_seconds});
}

std::string reason_of_refusal(const StepPlan& plan, const std::string& what) {
    for (const StepRefusal& refusal : plan.refused)
        if (refusal.path == what || refusal.path.ends_with("." + what))
            return ": " + refusal.reason;
    return {};
}

std::string first_error(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics.all())
        if (d.severity != Severity::note) return d.sentence;
    return "the simulation could not be built";
}

}  // namespace

std::vector<Experiment> run_experiments(const ExperimentSite& place, const PlainRun& plain,
                                        const VerifyOptions& options, Progress& progress,
                                        Diagnostics& diagnostics) {
    Diagnostics own;  // what is wrong with an experiment is not wrong with the run
    const Result<ExperimentBuild> build = ExperimentBuild::set_up(place, progress, own);
    progress.clear();
    auto fail = [&](const std::string& why) {
        diagnostics.report(Code::experiments_failed, {}, why);
        return std::vector<Experiment>();
    };
    if (!build) return fail(first_error(own));
    const StepPlan& plan = build->plan();
    const Trial base = build->run({}, 0);
    const std::string disturbed = disturbance(plain, base);
    if (!disturbed.empty()) return fail(disturbed);
    const std::vector<Choice> choices = choose(plan, plain.analysis, options.what);
    if (choices.empty()) {
        diagnostics.report(Code::experiment_unknown, {}, options.what,
                           reason_of_refusal(plan, options.what));
        return {};
    }
    const StepSettings settings(plan, base.reports);
    const Judge judge(plan, settings, base,
                      {plain.run.cycles, room_of_queues(place.scanned.plan.map)});
    Series series(*build, settings, judge, options.remote,
                  budget_of(options, plain.seconds, build->build_seconds()), progress);
    std::vector<Experiment> all = series.run(choices);
    const std::vector<Choice> curve =
        options.curve ? choose_curve(choices, all) : std::vector<Choice>();
    add(all, series.run(choose_further(plan, plain.run, plain.analysis, all)));
    add(all, series.run(curve));
    add(all, series.outside());
    const std::vector<Capacity> rooms =
        find_capacities(place.scanned.design, place.scanned.findings);
    // Each of them is built on its own.
    const bool quick = options.what != "suspects" || build->build_seconds() < kShortBuild;
    if (quick && (!options.budget_seconds || Clock::now() < series.until()))
        add(all, try_capacities(place, choose_capacities(rooms, plain.analysis, all, options.what),
                                judge, series.until(), progress));
    if (!asks_for_one(options)) add(all, refusals(plan));
    return all;
}

}  // namespace tapestry
