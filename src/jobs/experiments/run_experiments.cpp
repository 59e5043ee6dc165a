// SPDX-License-Identifier: Apache-2.0
#include "jobs/experiments/run_experiments.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <set>
#include <thread>

#include "base/codes/experiments.h"
#include "base/diagnostics.h"
#include "explain/experiments/capacities.h"
#include "explain/experiments/choose.h"
#include "explain/experiments/printed.h"
#include "jobs/experiments/experiment_build.h"
#include "jobs/stages/testbench_files.h"

namespace tapestry {

namespace {

// Gives queues and windows more room, each in a build of its own, and tells what that saved.

constexpr unsigned kPlenty = 16;
constexpr unsigned kTwice = 2;

Experiment tried(const ExperimentSite& place, const Capacity& room, unsigned factor,
                 const Judge& judge, Progress& progress) {
    Experiment e;
    e.path = room.path;
    e.kind = room.kind;
    e.factor = factor;
    const Enlarged enlarged{room, factor};
    Diagnostics own;  // what is wrong with an experiment is not wrong with the run
    const Result<ExperimentBuild> build = ExperimentBuild::set_up(place, progress, own, &enlarged);
    progress.clear();
    if (!build) {
        e.status = ExperimentStatus::refused;
        e.reason = fmt::format("with {} it could not be built", room.change(factor));
        return e;
    }
    progress.show("experimenting");
    judge.judge_room(build->run({}, 0), e);
    progress.clear();
    e.reason = e.reason.empty() ? room.change(factor)
                                : fmt::format("with {}, {}", room.change(factor), e.reason);
    return e;
}

// In the order of the rooms. Much more room first; where that changes what the design does, twice
// as much. The first is tried however late it is: without it what answers may be blamed for a
// window that is too small.
std::vector<Experiment> try_capacities(const ExperimentSite& place,
                                       const std::vector<Capacity>& rooms, const Judge& judge,
                                       std::chrono::steady_clock::time_point until,
                                       Progress& progress) {
    std::vector<Experiment> all;
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        ExperimentSite own = place;
        own.folder = place.folder / fmt::format("room_{}", i);
        for (const unsigned factor : {kPlenty, kTwice}) {
            if (i > 0 && std::chrono::steady_clock::now() > until) return all;
            Experiment e = tried(own, rooms[i], factor, judge, progress);
            std::error_code ignored;
            std::filesystem::remove_all(own.folder, ignored);
            const bool last = e.status == ExperimentStatus::tried || factor == kTwice;
            if (last) all.push_back(std::move(e));
            if (last) break;
        }
    }
    return all;
}

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kSameEdges =
    2;                          // taps leave out the edges of the moment in which a run ends
constexpr double kSame = 0.01;  // savings that differ by less are the same

// Experiments one behind the other, or as many at once as there are cores, until time is up.
class Series {
public:
    Series(const ExperimentBuild& build, const StepSettings& settings, const Judge& judge,
           const VerifyOptions& options, Progress& progress)
        : build_(build),
          settings_(settings),
          judge_(judge),
          sent_(options.remote),
          until_(end_of(options.budget_seconds)),
          left_(options.most_runs),
          progress_(progress) {}

    std::vector<Experiment> run(const std::vector<Choice>& choices) {
        std::vector<Experiment> results(choices.size());
        std::atomic<std::size_t> next = 0, done = 0;
        auto work = [&](const CommandRunner& runner) {
            for (std::size_t i = next++; i < choices.size(); i = next++) {
                results[i] = tried(choices[i], i < left_, runner);
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
        left_ -= std::min(left_, choices.size());
        return results;
    }

    Clock::time_point until() const { return until_; }

    // Wholes that what crossed their edge kept from being faster, by path and factor.
    using Kept = std::set<std::pair<std::string, unsigned>>;
    const Kept& kept() const { return kept_; }

private:
    // One for each core here, and one for each process that helps.
    std::vector<CommandRunner> runners() const {
        std::vector<CommandRunner> all(std::max(1u, std::thread::hardware_concurrency()));
        for (int helper = 1; sent_ && helper <= sent_->helpers(); ++helper)
            all.push_back([remote = sent_, helper](const Command& command) {
                return remote->run(command, helper);
            });
        return all;
    }

    // The budget of an unlimited time never ends.
    static Clock::time_point end_of(std::optional<double> seconds) {
        if (!seconds) return Clock::time_point::max();
        return Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
    }

    Experiment tried(const Choice& choice, bool within_limit, const CommandRunner& runner) {
        Experiment e;
        e.path = choice.name;
        e.parts = choice.parts;
        e.kind = choice.kind;
        e.state = choice.state;
        e.factor = choice.factor;
        const std::vector<std::string> words = words_of(choice, false);
        if (words.empty()) {
            e.status = ExperimentStatus::refused;
            e.reason = "it did not show up in the simulation";
        } else if (interrupted_ || !within_limit || Clock::now() > until_) {
            e.status = ExperimentStatus::not_tried;
            e.reason = interrupted_   ? "it was interrupted"
                       : within_limit ? "there was no time left for it"
                                      : "others promised more";
        } else {
            const Trial trial = judge(words, choice, runner, e);
            if (choice.kind == ExperimentKind::design && choice.blocks.size() == 1)
                note_kept(trial, choice);
            const std::string level = doubtful_level(choice);
            if (e.status != ExperimentStatus::rejected && !level.empty())
                try_otherwise(choice, level, judge_.is_held_back(trial, choice.blocks), runner, e);
        }
        return e;
    }

    void note_kept(const Trial& trial, const Choice& choice) {
        if (!judge_.is_kept_by_its_edge(trial, choice.blocks, choice.factor)) return;
        const std::lock_guard<std::mutex> lock(kept_mutex_);
        kept_.emplace(choice.name, choice.factor);
    }

    std::vector<std::string> words_of(const Choice& choice, bool calm) const {
        if (choice.kind == ExperimentKind::outside)
            return settings_.hold_back(build_.plan().blocks[choice.blocks.front()]);
        std::vector<std::string> words;
        for (const std::size_t block : choice.blocks)
            for (std::string& word : settings_.speed_up(build_.plan().blocks[block], choice.factor,
                                                        choice.state_code, calm))
                words.push_back(std::move(word));
        return words;
    }

    Trial judge(const std::vector<std::string>& words, const Choice& choice,
                const CommandRunner& runner, Experiment& e) {
        Trial trial = build_.run(words, number_++, runner);
        if (trial.interrupted) interrupted_ = true;
        judge_.judge(trial, choice.blocks, e);
        return trial;
    }

    std::string doubtful_level(const Choice& choice) const {
        if (choice.kind == ExperimentKind::outside) return {};
        for (const std::size_t block : choice.blocks)
            for (const std::string& level : settings_.doubtful_levels(build_.plan().blocks[block]))
                return level;
        return {};
    }

    // With the other meaning of a level that may have two. When that breaks the run, the first
    // meaning was right. When it does not, and what leaves the design shows so, the level says
    // something only when it changes: else something would have been done twice. Where the run only
    // went another way, as behind an arbiter, it tells neither, and a block that was held back by
    // the first meaning (`held_back`) may save more.
    void try_otherwise(const Choice& choice, const std::string& level, bool held_back,
                       const CommandRunner& runner, Experiment& e) {
        Experiment other = e;
        other.saving.reset();
        other.at_least.reset();
        other.reason.clear();
        const Trial trial = judge(words_of(choice, true), choice, runner, other);
        const bool unclear = other.status == ExperimentStatus::rejected && held_back &&
                             judge_.may_be_the_same(trial);
        if (!unclear &&
            (!other.saving || (e.saving && std::abs(*other.saving - *e.saving) < kSame)))
            return;
        if (!unclear && judge_.is_shown_right(trial)) {
            e = std::move(other);
            return;
        }
        e.status = ExperimentStatus::rejected;
        e.reason = fmt::format(
            "what it saves depends on whether '{}' says something in each cycle or when it changes",
            level);
        e.saving.reset();
        e.at_least.reset();
        e.cycles = 0;
    }

    const ExperimentBuild& build_;
    const StepSettings& settings_;
    const Judge& judge_;
    RemotePrograms* const sent_;
    const Clock::time_point until_;
    std::size_t left_;  // runs
    Progress& progress_;
    std::atomic<int> number_ = 1;
    std::atomic<bool> interrupted_ = false;
    Kept kept_;
    std::mutex kept_mutex_;
};

void add(std::vector<Experiment>& all, std::vector<Experiment> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

void reject(Experiment& e, const char* why) {
    e.status = ExperimentStatus::rejected;
    e.reason = why;
    e.saving.reset();
    e.cycles = 0;
}

// A whole that saved less than all its parts together, with what these saved; without them one that
// was kept from being faster has no number.
void take_wholes(const std::vector<Experiment>& wholes, const Series::Kept& kept,
                 std::vector<Experiment>& all) {
    for (Experiment& e : all) {
        const bool known = std::any_of(wholes.begin(), wholes.end(), [&](const Experiment& w) {
            return w.path == e.path && w.kind == e.kind && w.factor == e.factor && w.saving;
        });
        if (e.kind == ExperimentKind::design && e.saving && !known &&
            kept.contains({e.path, e.factor}))
            reject(e,
                   "what crosses its edge keeps all of it from being faster, and not all of its "
                   "parts could be tried: it may save more");
    }
    for (const Experiment& whole : wholes) {
        for (Experiment& e : all) {
            if (e.path != whole.path || e.kind != whole.kind || e.factor != whole.factor ||
                !e.state.empty() || !e.saving)
                continue;
            if (whole.saving && *whole.saving > *e.saving) e = whole;
        }
    }
}

// A whole never saves less than its part: where it seems to, its number is too small.
void reject_understated(std::vector<Experiment>& all) {
    for (const std::size_t i : understated(all, kSame))
        reject(all[i], "a part of it saves more: what crosses between its parts holds it back");
    for (const std::size_t i : held_parts(all, kSame))
        reject(all[i],
               "the block around it saves more, whose own logic saves nothing: what crosses "
               "its edge holds it back");
}

// The stepped design must do what the plain one did as long as nothing is made faster.
std::string disturbance(const PlainRun& plain, const Trial& trial) {
    if (!trial.finished) return fmt::format("with steps in its clocks it {}", trial.ended);
    if (trial.reports.empty())
        return "its steps reported nothing; a C++ testbench must call final() at its end";
    PrintedSpans spans;
    for (const auto& [path, step] : trial.reports)
        spans.spans.push_back({static_cast<double>(step.edges), static_cast<double>(step.edges)});
    const std::string printed = printed_difference(plain.printed, trial.printed, spans);
    if (!printed.empty()) return "with steps in its clocks, " + printed;
    // The run counts the clock of its fastest tap, which may be a divided or gated one.
    std::uint64_t most = 0;
    const std::uint64_t cycles = plain.run.cycles;
    for (const auto& [path, step] : trial.reports) {
        if (step.edges <= cycles + kSameEdges && cycles <= step.edges + kSameEdges) return {};
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

std::uint64_t reset_edges(const Run& run) {
    std::uint64_t most = 0;
    for (const TapNumbers& n : run.taps) most = std::max(most, n.reset_cycles);
    return most;
}

// Of the fastest clock, in the simulator's units.
double time_of_cycle(const Run& run) {
    for (const RunClock& clock : run.clocks)
        if (!clock.silent && clock.edges > 0 && clock.edges == run.cycles)
            return static_cast<double>(clock.time) / static_cast<double>(clock.edges);
    return 0;
}

bool asks_for_one(const VerifyOptions& options) {
    return options.what != "suspects" && options.what != "all";
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

Experimented run_experiments(const ExperimentSite& place, const PlainRun& plain,
                             const VerifyOptions& options, Progress& progress,
                             Diagnostics& diagnostics) {
    Diagnostics own;  // what is wrong with an experiment is not wrong with the run
    const Result<ExperimentBuild> build = ExperimentBuild::set_up(place, progress, own);
    progress.clear();
    auto fail = [&](const std::string& why) {
        diagnostics.report(code::experiments_failed, {}, why);
        return Experimented();
    };
    if (!build) return fail(first_error(own));
    const StepPlan& plan = build->plan();
    const Trial base = build->run({}, 0);
    const std::string disturbed = disturbance(plain, base);
    if (!disturbed.empty()) return fail(disturbed);
    const std::vector<Choice> choices = choose(plan, plain.analysis, options.what);
    if (choices.empty()) {
        diagnostics.report(code::experiment_unknown, {}, options.what,
                           reason_of_refusal(plan, options.what));
        return {};
    }
    const StepSettings settings(plan, base.reports, looks_between_edges(place.project));
    const Judge judge(plan, settings, base,
                      {plain.run.cycles, room_of_queues(place.scanned.plan.map),
                       time_of_cycle(plain.run), reset_edges(plain.run)});
    Series series(*build, settings, judge, options, progress);
    std::vector<Experiment> all = series.run(choices);
    const std::vector<Choice> curve =
        options.curve ? choose_curve(choices, all) : std::vector<Choice>();
    add(all, series.run(choose_further(plan, plain.run, plain.analysis, all)));
    add(all, series.run(curve));
    take_wholes(series.run(choose_wholes(plan, all)), series.kept(), all);
    reject_understated(all);
    const std::vector<Capacity> rooms =
        find_capacities(place.scanned.design, place.scanned.findings);
    if (options.builds_again && (!options.budget_seconds || Clock::now() < series.until()))
        add(all, try_capacities(place, choose_capacities(rooms, plain.analysis, all, options.what),
                                judge, series.until(), progress));
    if (!asks_for_one(options)) add(all, refusals(plan));
    return {std::move(all), judge.work_end()};
}

}  // namespace tapestry
