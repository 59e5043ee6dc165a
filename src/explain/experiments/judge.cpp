// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explain/experiments/printed.h"

namespace tapestry {

namespace {

// An experiment may come out a little slower than the plain run: other choices of an arbiter.
constexpr double kMostLoss = 0.02;
// With fewer further edges than this share nothing was tried.
constexpr double kLeastGiven = 0.01;
// Held back in more of the run than this, a block may save more than it did.
constexpr double kMostHeld = 0.02;
constexpr std::uint64_t kMostOnTheWay = 64;  // beats; reports keep a hash for each of the last ones

constexpr std::uint64_t kMostPart = 4;     // of the beats: so much more may be on its way
constexpr std::uint64_t kLeastShown = 16;  // values of outputs that prove something

std::string block_of(const std::string& step) { return step.substr(0, step.rfind('.')); }

// Of the data of the first `beats` beats, which lie less than kMostOnTheWay back.
std::string hash_at(const BeatReport& fire, std::uint64_t beats) {
    const std::uint64_t back = fire.beats - beats;
    return back < fire.hashes.size() ? fire.hashes[back] : std::string();
}

// How much two runs may differ where beats cross the edge of a block.
struct Leeway {
    bool any_order = false;  // an arbiter may choose otherwise
    std::uint64_t room = 0;  // of queues, for more or less that is on its way
};

// A run may end while more or less is on its way, so that one has more beats than the other.
std::string changed_beats(const BeatReport& plain, const BeatReport& trial, const Leeway& leeway) {
    const std::uint64_t common = std::min(plain.beats, trial.beats);
    const std::uint64_t apart = std::max(plain.beats, trial.beats) - common;
    const std::uint64_t room = std::min(leeway.room, plain.beats / kMostPart);
    if (apart >= kMostOnTheWay && apart < kMostOnTheWay + room) return {};
    if (apart >= kMostOnTheWay)
        return fmt::format("moved {} beats instead of {}", trial.beats, plain.beats);
    if (common == 0 || hash_at(plain, common) == hash_at(trial, common)) return {};
    if (!leeway.any_order) return "moved other data, or in another order";
    return plain.beats == trial.beats && plain.total != trial.total ? "moved other data" : "";
}

}  // namespace

std::uint64_t room_of_queues(const TapMap& map) {
    std::uint64_t room = 0;
    for (const Tap& tap : map.taps)
        if (tap.kind() == TapKind::queue && !tap.times_a_bus()) room += tap.queue().depth;
    return room;
}

const StepSite* Judge::site_of(const std::string& module) const {
    const auto found = std::find_if(plan_.sites.begin(), plan_.sites.end(),
                                    [&](const StepSite& site) { return site.module == module; });
    return found == plan_.sites.end() ? nullptr : &*found;
}

// Whether data leaves the design that shows what all beats inside have led to.
bool Judge::shows_results() const {
    const StepSite* top = site_of(plan_.top);
    return top && std::any_of(top->fires.begin(), top->fires.end(), [](const StepFire& fire) {
               return fire.is_counted && fire.leaves && !fire.data.empty();
           });
}

bool Judge::is_shown_right(const Trial& trial) const {
    if (shows_results()) return true;
    for (const auto& [path, was] : plain_.reports) {
        const auto is = trial.reports.find(path);
        if (was.module != plan_.top || is == trial.reports.end()) continue;
        if (was.shows.beats >= kLeastShown &&
            changed_beats(was.shows, is->second.shows, {}).empty())
            return true;
    }
    return false;
}

// What leaves the design in order shows that all beats inside have led to the same.
std::string Judge::beats_difference(const Trial& trial) const {
    const bool shown = shows_results();
    const auto leeway = [&](const std::string& module, const StepFire& fire) {
        if (!shown || (module == plan_.top && fire.leaves)) return Leeway{};
        return Leeway{true, counts_.room};
    };
    for (const auto& [path, was] : plain_.reports) {
        const auto is = trial.reports.find(path);
        const StepSite* site = site_of(was.module);
        if (!site) continue;
        if (is == trial.reports.end() || is->second.fires.size() != was.fires.size())
            return fmt::format("{} reported nothing", block_of(path));
        for (std::size_t i = 0; i < std::min(site->fires.size(), was.fires.size()); ++i) {
            if (!site->fires[i].is_counted) continue;
            const std::string changed = changed_beats(was.fires[i], is->second.fires[i],
                                                      leeway(was.module, site->fires[i]));
            if (!changed.empty())
                return fmt::format("{}.{} {}", block_of(path), site->fires[i].name, changed);
        }
    }
    return {};
}

// A testbench that ends after a time lets a faster design do more instead of ending sooner.
std::string Judge::fixed_time(const Trial& trial) const {
    for (const auto& [path, was] : plain_.reports) {
        const auto is = trial.reports.find(path);
        const StepSite* site = site_of(was.module);
        if (was.module != plan_.top || !site || is == trial.reports.end()) continue;
        for (std::size_t i = 0; i < std::min(site->fires.size(), was.fires.size()); ++i) {
            const StepFire& fire = site->fires[i];
            if (fire.is_counted && fire.leaves && is->second.fires[i].beats != was.fires[i].beats)
                return fmt::format(
                    "the testbench ends after a time, not after its work: {} moved {} beats "
                    "instead of {}",
                    fire.name, is->second.fires[i].beats, was.fires[i].beats);
        }
    }
    return {};
}

// The cycles of the world: steps inside a faster block see more.
std::uint64_t Judge::edges_of(const StepReports& reports,
                              const std::vector<std::size_t>& blocks) const {
    std::uint64_t most = 0;
    for (const auto& [path, step] : reports) {
        const bool inside =
            std::any_of(blocks.begin(), blocks.end(), [&, &inner = path](std::size_t block) {
                return settings_.is_inside(inner, plan_.blocks[block]);
            });
        if (!inside) most = std::max(most, step.edges);
    }
    return most;
}

double Judge::given_share(const Trial& trial, const std::vector<std::size_t>& blocks,
                          unsigned factor) const {
    std::uint64_t given = 0, possible = 0;
    for (const std::size_t block : blocks) {
        for (const std::string& path : settings_.steps_of(plan_.blocks[block])) {
            const auto step = trial.reports.find(path);
            if (step == trial.reports.end()) continue;
            given += step->second.given;
            possible += (factor - 1) * step->second.edges;
        }
    }
    return possible == 0 ? 0 : static_cast<double>(given) / static_cast<double>(possible);
}

double Judge::held_share(const Trial& trial, const std::vector<std::size_t>& blocks) const {
    double most = 0;
    for (const std::size_t block : blocks) {
        for (const std::string& path : settings_.steps_of(plan_.blocks[block])) {
            const auto step = trial.reports.find(path);
            if (step == trial.reports.end() || step->second.edges == 0) continue;
            most = std::max(most, static_cast<double>(step->second.held) /
                                      static_cast<double>(step->second.edges));
        }
    }
    return most;
}

double Judge::outside_share(const Trial& trial, const std::vector<std::size_t>& blocks,
                            const Experiment& design) const {
    const auto all = static_cast<double>(edges_of(plain_.reports, blocks));
    double given = 0;  // to the clock that got most
    for (const std::size_t block : blocks) {
        for (const std::string& path : settings_.steps_of(plan_.blocks[block])) {
            const auto step = trial.reports.find(path);
            if (step == trial.reports.end()) continue;
            given = std::max(given, static_cast<double>(step->second.given));
        }
    }
    if (all == 0 || !design.saving || design.factor < 2) return 0;
    return std::clamp((given / all - *design.saving) / (design.factor - 1), 0.0, 1.0);
}

std::string Judge::difference(const Trial& trial, const std::vector<std::size_t>& blocks,
                              double factor) const {
    if (trial.ended != plain_.ended) return fmt::format("the simulation {}", trial.ended);
    std::string changed = printed_difference(plain_.printed, trial.printed, factor);
    if (changed.empty()) changed = beats_difference(trial);
    if (!changed.empty()) return changed;
    const bool same_time = edges_of(trial.reports, blocks) == edges_of(plain_.reports, blocks);
    return same_time ? fixed_time(trial) : "";
}

void Judge::judge(const Trial& trial, const std::vector<std::size_t>& blocks,
                  Experiment& experiment) const {
    auto end = [&](ExperimentStatus status, std::string reason) {
        experiment.status = status;
        experiment.reason = std::move(reason);
    };
    const std::string changed = difference(trial, blocks, experiment.factor);
    if (!changed.empty()) return end(ExperimentStatus::rejected, changed);
    const auto was = static_cast<double>(edges_of(plain_.reports, blocks));
    const auto is = static_cast<double>(edges_of(trial.reports, blocks));
    if (was == 0) return end(ExperimentStatus::rejected, "the plain run has no cycles");
    const double saving = 1 - is / was;
    if (saving < -kMostLoss || saving > 1 - 1.0 / experiment.factor + kMostLoss)
        return end(ExperimentStatus::rejected,
                   fmt::format("it saved {:.1f} %, which a block {} times as fast cannot",
                               100 * saving, experiment.factor));
    if (experiment.state.empty() && given_share(trial, blocks, experiment.factor) < kLeastGiven)
        return end(ExperimentStatus::refused,
                   "something crosses its edge in nearly every cycle, so that it cannot be faster");
    // With the whole design what the bus means is the testbench's affair: it is the outside's time.
    const double held = experiment.kind == ExperimentKind::design ? 0 : held_share(trial, blocks);
    if (held > kMostHeld)
        return end(ExperimentStatus::rejected,
                   fmt::format("a bus at its edge changes in {:.0f} % of the cycles, and nothing "
                               "says when that counts: it may save more",
                               100 * held));
    accept(was, is, experiment);
}

void Judge::accept(double was, double is, Experiment& experiment) const {
    experiment.status = ExperimentStatus::tried;
    experiment.saving = 1 - is / was;
    // The run may count another clock than the fastest one.
    const auto cycles = static_cast<double>(counts_.cycles);
    const bool same = std::abs(was - cycles) <= 1;
    experiment.cycles =
        static_cast<std::uint64_t>(std::max(0.0, same ? cycles - (was - is) : cycles * is / was));
}

void Judge::judge_room(const Trial& trial, Experiment& experiment) const {
    const auto was = static_cast<double>(edges_of(plain_.reports, {}));
    const auto is = static_cast<double>(edges_of(trial.reports, {}));
    const double faster = is > 0 ? std::max(1.0, was / is) : 1;
    experiment.reason = difference(trial, {}, faster * (1 + kMostLoss));
    if (experiment.reason.empty() && (was == 0 || is == 0)) experiment.reason = "it has no cycles";
    experiment.status = ExperimentStatus::rejected;
    if (experiment.reason.empty()) accept(was, is, experiment);
}

}  // namespace tapestry
