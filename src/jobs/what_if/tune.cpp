// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "base/codes/files.h"
#include "base/file.h"
#include "base/process_group.h"
#include "explain/prediction/size.h"
#include "jobs/what_if/tune_target.h"
#include "show/store/tune_file.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kFewRuns = 12;
// Points that one generation adds by estimate. More would be chosen with less knowledge.
constexpr std::size_t kChosenAtOnce = 4;
// Estimated at once. Of a larger space a part is looked at.
constexpr std::size_t kMostCandidates = 20'000;
// How much longer than with roomy queues a run may get, for which depths are sought.
constexpr double kLosses[] = {0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4};
// A point beyond the budget is taken to cost so many times as much, so that the search leaves it.
constexpr double kBeyondBudget = 10;

// So many points that fail with a value, and none that works, are enough of it.
constexpr int kMostFailures = 2;

using Clock = std::chrono::steady_clock;

// The most that a point may take of each resource.
struct Budget {
    Area most = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}};
    bool holds(const Area& a) const {
        return a.lut <= most.lut && a.ff <= most.ff && a.bram <= most.bram;
    }
};

std::optional<Budget> budget_from_text(const std::string& text, const Area& as_it_is) {
    Budget budget;
    if (text.empty()) return budget;
    char* end = nullptr;
    const double share = std::strtod(text.c_str(), &end) / 100;
    if (end != text.c_str() && std::string_view(end) == "%") {
        constexpr double kMostShare = 1000;
        if (!(share > 0 && share <= kMostShare)) return std::nullopt;
        auto part = [&](std::uint64_t n) {
            return static_cast<std::uint64_t>(share * static_cast<double>(n));
        };
        budget.most = {part(as_it_is.lut), part(as_it_is.ff), part(as_it_is.bram)};
        return budget;
    }
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const std::string part = text.substr(at, comma - at);
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos) return std::nullopt;
        const std::string name = part.substr(0, equals);
        const std::uint64_t most = std::strtoull(part.c_str() + equals + 1, &end, 10);
        std::uint64_t* to = name == "lut"    ? &budget.most.lut
                            : name == "ff"   ? &budget.most.ff
                            : name == "bram" ? &budget.most.bram
                                             : nullptr;
        if (!to || *end != '\0') return std::nullopt;
        *to = most;
        at = comma + 1;
    }
    return budget;
}

class Tuner {
public:
    Tuner(const TuneOptions& options, TuneTarget& target)
        : options_(options),
          target_(target),
          device_(*find_tune_device(options.device)),
          file_(options.folder / "tune.db"),
          began_(Clock::now()) {}

    Result<Tuned> tune(Diagnostics& diagnostics) {
        if (const auto done = find_knobs(diagnostics); !done) return done.failure();
        if (const auto done = is_same_space(diagnostics); !done) return done.failure();
        const double space = points_in(knobs_);
        most_runs_ = options_.runs > 0 ? options_.runs
                                       : std::max(kFewRuns, static_cast<std::uint64_t>(space / 20));
        bool finished = false;
        for (int generation = 0; !is_over(); ++generation) {
            const std::vector<PointIndices> next = choose(generation);
            if (next.empty() && generation > 0) {
                finished = true;
                break;
            }
            std::vector<std::string> settings;
            for (const PointIndices& at : next) settings.push_back(text_of(at));
            file_.add(generation, settings);
            if (const auto done = work(generation, diagnostics); !done) return done.failure();
        }
        if (!file_.good()) {
            return diagnostics.report(
                code::command_line_refused, {},
                fmt::format("'{}' cannot be written: {}", (options_.folder / "tune.db").string(),
                            file_.error()),
                "tune ");
        }
        return result(finished);
    }

private:
    bool is_over() {
        if (!file_.good()) return true;
        if (options_.seconds == 0) return false;
        return Clock::now() - began_ > std::chrono::seconds(options_.seconds);
    }

    // The design as it is, recorded, says which queues there are.
    Result<Done> find_knobs(Diagnostics& diagnostics) {
        for (const std::string& text : options_.vary) {
            Result<Knob> knob = knob_from_text(text, diagnostics);
            if (!knob) return knob.failure();
            if (const auto found = target_.find_preset(*knob, diagnostics); !found)
                return found.failure();
            knobs_.push_back(std::move(*knob));
        }
        if (options_.depths) add_unnamed(target_.text_knobs());
        named_ = knobs_.size();
        const Clock::time_point start = Clock::now();
        const Result<Run> run = target_.run(settings_of(presets()), diagnostics);
        if (!run) return run.failure();
        const std::chrono::duration<double> took = Clock::now() - start;
        if (const std::string why = target_.objection(*run); !why.empty()) {
            return diagnostics.report(
                code::command_line_refused, {},
                "the design fails its testbench as it is (" + why + "): there is nothing to tune",
                "tune ");
        }
        ended_ = run->facts.find("ended").value_or("");
        std::string simulator = file_.fact("simulator");
        if (simulator.empty()) {
            simulator = target_.faster_simulator(*run, settings_of(presets()), took.count());
            simulator = file_.settle("simulator", simulator);
        }
        target_.take_simulator(simulator);
        if (options_.depths) add_unnamed(target_.depth_knobs(*run));
        return Done{};
    }

    void add_unnamed(std::vector<Knob> found) {
        for (Knob& knob : found) {
            const bool named = std::any_of(knobs_.begin(), knobs_.end(),
                                           [&](const Knob& k) { return k.name == knob.name; });
            if (!named) knobs_.push_back(std::move(knob));
        }
    }

    Result<Done> is_same_space(Diagnostics& diagnostics) {
        if (knobs_.empty()) {
            return diagnostics.report(
                code::command_line_refused, {},
                "nothing to change: no queue has a parameter for its depth, and --vary names "
                "nothing",
                "tune ");
        }
        std::string key = target_.key() + " " + options_.device;
        for (const Knob& k : knobs_) key += fmt::format(" {}={}", k.name, fmt::join(k.values, ","));
        if (file_.is_of(key)) return Done{};
        return diagnostics.report(
            code::command_line_refused, {},
            fmt::format("'{}' has points of other sources or other knobs: name another folder",
                        (options_.folder / "tune.db").string()),
            "tune ");
    }

    PointIndices presets() const {
        PointIndices at;
        for (const Knob& knob : knobs_) at.push_back(knob.preset);
        return at;
    }
    std::vector<std::string> values_of(const PointIndices& at) const {
        std::vector<std::string> values;
        for (std::size_t k = 0; k < at.size(); ++k) values.push_back(knobs_[k].values[at[k]]);
        return values;
    }
    std::vector<std::string> settings_of(const PointIndices& at) const {
        std::vector<std::string> all = values_of(at);
        for (std::size_t k = 0; k < at.size(); ++k) all[k] = knobs_[k].name + "=" + all[k];
        return all;
    }
    std::string text_of(const PointIndices& at) const {
        return fmt::format("{}", fmt::join(settings_of(at), " "));
    }
    // Nothing for a text that is no point of the space: the file may have been tampered with.
    std::optional<PointIndices> indices_of(const std::string& text) const {
        PointIndices at;
        std::size_t start = 0;
        for (const Knob& knob : knobs_) {
            start = text.find(knob.name + "=", start);
            if (start == std::string::npos) return std::nullopt;
            start += knob.name.size() + 1;
            const std::string value = text.substr(start, text.find(' ', start) - start);
            const auto found = std::find(knob.values.begin(), knob.values.end(), value);
            if (found == knob.values.end()) return std::nullopt;
            at.push_back(static_cast<std::size_t>(found - knob.values.begin()));
        }
        return at;
    }

    std::vector<std::pair<TuneItem, PointIndices>> items() {
        std::vector<std::pair<TuneItem, PointIndices>> all;
        for (TuneItem& item : file_.items())
            if (auto at = indices_of(item.settings)) all.emplace_back(std::move(item), *at);
        return all;
    }

    PointIndices roomy(PointIndices at) const {
        for (std::size_t k = 0; k < at.size(); ++k)
            if (!knobs_[k].queues.empty()) at[k] = knobs_[k].values.size() - 1;
        return at;
    }

    // ---- which points are next ----

    std::vector<PointIndices> first_points() const {
        const PointIndices now = presets(), wide = roomy(now);
        std::vector<PointIndices> all = {now, wide};
        PointIndices least = wide, most = wide;
        for (std::size_t k = 0; k < knobs_.size(); ++k) {
            if (!knobs_[k].queues.empty()) continue;
            for (const std::size_t end : {std::size_t{0}, knobs_[k].values.size() - 1}) {
                all.push_back(wide);
                all.back()[k] = end;
            }
            least[k] = 0;
            most[k] = knobs_[k].values.size() - 1;
        }
        all.insert(all.end(), {least, most});
        return all;
    }

    // All points of a small space. Of a large one all combinations of the named knobs, queues
    // roomy.
    std::vector<PointIndices> far_points() const {
        const bool all_knobs = points_in(knobs_) <= kMostCandidates;
        std::vector<PointIndices> all = {roomy(presets())};
        for (std::size_t k = 0; k < knobs_.size(); ++k) {
            if (!all_knobs && !knobs_[k].queues.empty()) continue;
            std::vector<PointIndices> more;
            for (const PointIndices& at : all)
                for (std::size_t i = 0; i < knobs_[k].values.size(); ++i) {
                    more.push_back(at);
                    more.back()[k] = i;
                }
            if (more.size() > kMostCandidates) break;
            all = std::move(more);
        }
        return all;
    }

    // One step of one knob away.
    void add_neighbours(const PointIndices& at, std::vector<PointIndices>& all) const {
        for (std::size_t k = 0; k < at.size(); ++k)
            for (const int step : {-1, 1}) {
                PointIndices next = at;
                next[k] += static_cast<std::size_t>(step);
                if (next[k] < knobs_[k].values.size()) all.push_back(std::move(next));
            }
    }

    std::size_t index_for(const Knob& knob, std::uint64_t value) const {
        for (std::size_t i = 0; i < knob.values.size(); ++i)
            if (std::strtoull(knob.values[i].c_str(), nullptr, 0) >= value) return i;
        return knob.values.size() - 1;
    }

    // The least depths that replay of a recorded run with roomy queues finds, for several losses.
    const std::vector<PointIndices>& sized_from(const PointIndices& at) {
        const auto [known, is_new] = sized_.try_emplace(at);
        if (!is_new) return known->second;
        Diagnostics ignored;  // depths that cannot be predicted are left to estimates
        const Result<Run> run = run_at(at, ignored);
        for (const double loss : kLosses) {
            if (!run) break;
            const Result<Sizing> sizing = size_queues(*run, loss, ignored);
            if (!sizing) break;
            PointIndices next = at;
            for (std::size_t k = 0; k < knobs_.size(); ++k) {
                if (knobs_[k].queues.empty()) continue;
                next[k] = 0;
                for (const QueueSize& q : sizing->queues)
                    if (std::find(knobs_[k].queues.begin(), knobs_[k].queues.end(), q.path) !=
                        knobs_[k].queues.end())
                        next[k] = std::max(next[k], index_for(knobs_[k], q.parameter_value));
            }
            known->second.push_back(std::move(next));
        }
        return known->second;
    }

    struct Past {
        std::vector<KnownPoint> known;
        std::set<PointIndices> tried;
        std::size_t count = 0;
        // Of each value of each knob that no point with a good run has: points that failed with it.
        std::map<std::pair<std::size_t, std::size_t>, int> failures;

        void note(const PointIndices& at, bool failed) {
            for (std::size_t k = 0; k < at.size(); ++k) {
                const auto row = failures.try_emplace({k, at[k]}, 0).first;
                if (!failed) row->second = kWorks;
                if (failed && row->second != kWorks) ++row->second;
            }
        }
        int failures_with(std::size_t knob, std::size_t value) const {
            const auto row = failures.find({knob, value});
            return row == failures.end() ? 0 : std::max(0, row->second);
        }

        static constexpr int kWorks = -1;
    };

    Past past_before(int generation) {
        Past past;
        for (const auto& [item, at] : items()) {
            if (item.generation >= generation) continue;
            ++past.count;
            past.tried.insert(at);
            past.note(at, item.state == "failed");
            if (item.state != "done") continue;
            const double beyond = budget_.holds(item.area) ? 1 : kBeyondBudget;
            past.known.push_back(
                {at, {static_cast<double>(item.cycles), device_.share(item.area) * beyond}});
        }
        return past;
    }

    std::vector<PointIndices> front(const std::vector<KnownPoint>& known, bool roomy_only) const {
        std::vector<PointPrices> prices;
        std::vector<PointIndices> where, found;
        for (const KnownPoint& p : known) {
            if (roomy_only && p.at != roomy(p.at)) continue;
            prices.push_back(p.prices);
            where.push_back(p.at);
        }
        for (const std::size_t i : front_of(prices)) found.push_back(where[i]);
        return found;
    }

    // A queue may not work at depths that replay thinks enough, such as at depth 1: the next depth
    // that is not known to fail.
    PointIndices raised(PointIndices at, const Past& past) const {
        for (std::size_t k = 0; k < at.size(); ++k) {
            if (knobs_[k].queues.empty()) continue;
            while (at[k] + 1 < knobs_[k].values.size() && past.failures_with(k, at[k]) > 0) ++at[k];
        }
        return at;
    }

    // A value with which points fail time and again is not the others' fault.
    bool is_hopeless(const PointIndices& at, const Past& past) const {
        for (std::size_t k = 0; k < at.size(); ++k)
            if (past.failures_with(k, at[k]) >= kMostFailures) return true;
        return false;
    }

    // A pure function of the results of earlier generations.
    std::vector<PointIndices> choose(int generation) {
        if (generation == 0) return first_points();
        settle_budget();
        Past past = past_before(generation);
        std::vector<PointIndices> next;
        auto add = [&](const PointIndices& at) {
            if (past.count + next.size() < most_runs_ && past.tried.insert(at).second)
                next.push_back(at);
        };
        for (const PointIndices& at : front(past.known, true))
            for (const PointIndices& sized : sized_from(at)) add(raised(sized, past));
        std::vector<PointIndices> candidates = far_points();
        for (const PointIndices& at : front(past.known, false)) add_neighbours(at, candidates);
        std::erase_if(candidates, [&](const auto& at) {
            return past.tried.contains(at) || is_hopeless(at, past);
        });
        for (const PointIndices& at : promising(knobs_, past.known, candidates, kChosenAtOnce))
            add(at);
        if (!next.empty()) return next;
        // What estimates think not worth a run is tried around the front, until no step from one of
        // its points improves it (Pareto local search): area jumps where a memory is mapped
        // otherwise, and no estimate knows.
        std::vector<PointIndices> around;
        for (const PointIndices& at : front(past.known, false)) add_neighbours(at, around);
        for (const PointIndices& at : around)
            if (next.size() < kChosenAtOnce && !is_hopeless(at, past)) add(at);
        return next;
    }

    void settle_budget() {
        for (const auto& [item, at] : items())
            if (item.state == "done" && at == presets())
                budget_ = budget_from_text(options_.budget, item.area).value_or(Budget());
    }

    // ---- runs ----

    // Takes points until all of the generation are done, here or elsewhere, or the time is up.
    Result<Done> work(int generation, Diagnostics& diagnostics) {
        std::vector<std::thread> threads;
        const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
        for (unsigned i = 0; i < (options_.jobs > 0 ? options_.jobs : cores); ++i)
            threads.emplace_back([&] {
                while (!is_over()) {
                    if (std::optional<TuneItem> item = file_.take(generation)) {
                        try_point(*item);
                        file_.put(*item);
                    } else if (!is_awaited(generation)) {
                        return;
                    } else {
                        std::this_thread::sleep_for(std::chrono::milliseconds(200));
                    }
                }
            });
        for (std::thread& thread : threads) thread.join();
        for (const auto& [item, at] : items()) {
            if (item.state != "failed" || at != presets()) continue;
            return diagnostics.report(code::command_line_refused, {},
                                      "the design as it is cannot be tried: " + item.why, "tune ");
        }
        return Done{};
    }

    bool is_awaited(int generation) {
        const std::vector<TuneItem> items = file_.items();
        return std::any_of(items.begin(), items.end(), [&](const TuneItem& item) {
            return item.generation <= generation && (item.state == "taken" || item.state == "open");
        });
    }

    static std::string last_of(const Diagnostics& diagnostics) {
        return diagnostics.all().empty() ? "it gave no run" : diagnostics.all().back().sentence;
    }

    // The design as it is was run when its knobs were sought.
    Result<Run> run_at(const PointIndices& at, Diagnostics& diagnostics) const {
        std::vector<std::string> settings = settings_of(at);
        if (at == presets()) settings.resize(named_);
        return target_.run(settings, diagnostics);
    }

    // Where simulations would write the same files there is one at a time; synthesis goes beside
    // it.
    Result<Run> simulated(const PointIndices& at, Diagnostics& diagnostics) {
        std::unique_lock one(one_simulation_, std::defer_lock);
        if (target_.runs_alone()) one.lock();
        return run_at(at, diagnostics);
    }

    void try_point(TuneItem& item) {
        Diagnostics said;
        item.state = "failed";
        const std::optional<PointIndices> at = indices_of(item.settings);
        if (!at) {
            item.why = "it is no point of this search";
            return;
        }
        const Result<Run> run = simulated(*at, said);
        if (!run) {
            item.why = last_of(said);
            return;
        }
        item.cycles = run->cycles;
        item.why = target_.objection(*run);
        if (item.why.empty() && run->facts.find("ended").value_or("") != ended_)
            item.why = "the run ends otherwise";
        if (!item.why.empty()) return;
        item.bottleneck = target_.bottleneck(*run);
        const Result<Area> area = target_.area(settings_of(*at), said);
        if (!area) {
            item.why = last_of(said);
            return;
        }
        item.area = *area;
        item.state = "done";
    }

    // ---- what came out ----

    TunedPoint point_of(const TuneItem& item, const PointIndices& at) const {
        TunedPoint point;
        const std::vector<std::string> all = settings_of(at);
        for (std::size_t k = 0; k < at.size(); ++k)
            if (at[k] != knobs_[k].preset) point.settings.push_back(all[k]);
        point.cycles = item.cycles;
        point.area = item.area;
        point.share = device_.share(item.area);
        point.bottleneck = item.bottleneck;
        return point;
    }

    Result<Tuned> result(bool finished) {
        Tuned tuned;
        tuned.device = options_.device;
        tuned.knobs = knobs_;
        tuned.is_finished = finished;
        std::vector<TunedPoint> good;
        std::vector<PointPrices> prices;
        settle_budget();
        for (const auto& [item, at] : items()) {
            if (item.state == "failed" && tuned.failed++ == 0)
                tuned.first_failure = item.settings + ": " + item.why;
            if (item.state != "done") continue;
            ++tuned.tried;
            TunedPoint point = point_of(item, at);
            if (point.settings.empty()) tuned.as_it_is = point;
            if (!budget_.holds(item.area)) {
                ++tuned.over_budget;
                continue;
            }
            prices.push_back({static_cast<double>(point.cycles), point.share});
            good.push_back(std::move(point));
        }
        const std::vector<std::size_t> best = front_of(prices);
        for (const std::size_t i : best) tuned.front.push_back(good[i]);
        for (std::size_t i = 0; i < good.size(); ++i)
            if (std::find(best.begin(), best.end(), i) == best.end())
                tuned.beaten.push_back(good[i]);
        return tuned;
    }

    const TuneOptions& options_;
    TuneTarget& target_;
    const TuneDevice device_;
    TuneFile file_;
    std::size_t named_ = 0;  // knobs that were known before the first run
    const Clock::time_point began_;
    std::vector<Knob> knobs_;
    std::string ended_;
    Budget budget_;
    std::uint64_t most_runs_ = 0;
    std::map<PointIndices, std::vector<PointIndices>> sized_;
    std::mutex one_simulation_;
};

Result<std::unique_ptr<TuneTarget>> target_of(const TuneOptions& options,
                                              Diagnostics& diagnostics) {
    return options.program.empty() ? tuned_design(options, diagnostics)
                                   : tuned_program(options, diagnostics);
}

}  // namespace

Result<Tuned> tune(const TuneOptions& options, Diagnostics& diagnostics) {
    if (!budget_from_text(options.budget, {})) {
        return diagnostics.report(code::command_line_refused, {},
                                  "--budget is 80%, or lut=N,ff=N,bram=N", "tune ");
    }
    if (const auto made = make_folder(options.folder / "runs", diagnostics); !made)
        return made.failure();
    Result<std::unique_ptr<TuneTarget>> target = target_of(options, diagnostics);
    if (!target) return target.failure();
    ::setenv(kAlone, "1", 1);
    Result<Tuned> tuned = Tuner(options, **target).tune(diagnostics);
    ::unsetenv(kAlone);
    return tuned;
}

Result<std::string> patch_of(const TuneOptions& options, const TunedPoint& point,
                             Diagnostics& diagnostics) {
    const Result<std::unique_ptr<TuneTarget>> target = target_of(options, diagnostics);
    if (!target) return target.failure();
    return (*target)->patch(point.settings, diagnostics);
}

}  // namespace tapestry
