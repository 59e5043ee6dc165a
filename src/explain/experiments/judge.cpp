// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "explain/experiments/overlap.h"
#include "explain/experiments/work_time.h"

namespace tapestry {

namespace {

// An experiment may come out a little slower than the plain run: other choices of an arbiter.
constexpr double kMostLoss = 0.02;
// With fewer further edges than this share nothing was tried.
constexpr double kLeastGiven = 0.01;
// Likewise where only single bits say what crosses its edge, which may have been waits.
constexpr double kLeastGivenByLevels = 0.1;
// Held back in more of the run than this, a block may save more than it did.
constexpr double kMostHeld = 0.02;
// What a block that holds several beats may save beyond what it did, in the cycles in which beats
// cross its edge: less is not told apart.
constexpr double kMostKept = 0.01;
// Held back by levels in more of its cycles than this, a block was hardly tried; less may be the
// cycles in which it meets its neighbours.
constexpr double kMostBarred = 0.25;
// Of the cycles: an outside that is busy with other than handshakes for longer, as a host with a
// register port, may take as long for it or not.
constexpr double kMostUnheard = 0.1;
// What an outside saves that only meets the design, in a cycle or two for each beat or call: more
// than nothing, and little of the run.
constexpr double kLeastMeeting = 0.005;
constexpr double kMostMeeting = 0.1;
// Clocks that are held back by more of the run than this unlike each other disagree on what that
// saves, if they have so many edges that one more or less says little.
constexpr double kMostApart = 0.01;
constexpr std::uint64_t kLeastEdges = 100;
constexpr std::uint64_t kMostOnTheWay = 64;  // beats; reports keep a hash for each of the last ones

constexpr double kSameWait = 2;            // cycles, after the work until the testbench ends
constexpr std::uint64_t kMostPart = 4;     // of the beats: so much more may be on its way
constexpr std::uint64_t kLeastShown = 16;  // values of outputs that prove something

constexpr const char* kEntersSooner =
    "what enters the design does so sooner, and what leaves it is not seen";

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

// The same as far as both runs came, of which one may have come much further.
std::string changed_marks(const BeatReport& plain, const BeatReport& trial, const Leeway& leeway) {
    const auto [was, is] = common_mark(plain, trial);
    if (leeway.any_order || !was || was->hash == is->hash) return {};
    return "moved other data, or in another order";
}

// All of the same data, if in another order: an arbiter chose otherwise. Beats that were lost, or
// done twice, would change what all of them sum to.
bool are_reordered(const BeatReport& plain, const BeatReport& trial) {
    return plain.beats == trial.beats && !plain.total.empty() && plain.total == trial.total;
}

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

// To the end, or as far as both runs came, where a testbench ends before the work does.
bool shows_same(const BeatReport& plain, const BeatReport& trial) {
    const BeatMark* was = common_mark(plain, trial).first;
    const bool far = was && was->beat >= kLeastShown && changed_marks(plain, trial, {}).empty();
    return far || changed_beats(plain, trial, {}).empty();
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
        if (was.module != plan_.top || is == trial.reports.end() || is_own_step(path)) continue;
        if (was.shows.beats >= kLeastShown && shows_same(was.shows, is->second.shows)) return true;
    }
    return false;
}

bool Judge::is_held_back(const Trial& trial, const std::vector<std::size_t>& blocks) const {
    return held_share(trial, blocks, &StepReport::barred) > kMostBarred;
}

// A part that does not meet a beat at the edge of the whole would have gone on.
bool Judge::is_kept_by_its_edge(const Trial& trial, const std::vector<std::size_t>& blocks,
                                unsigned factor) const {
    const std::size_t parts = static_cast<std::size_t>(
        std::count_if(plan_.blocks.begin(), plan_.blocks.end(),
                      [](const StepBlock& block) { return !block.own_logic; }));
    return parts > 2 && given_share(trial, blocks, factor) < 1 - kMostHeld;
}

// An arbiter that chooses otherwise lets the same data leave in another order, of which a testbench
// may print something else.
bool Judge::may_be_the_same(const Trial& trial) const {
    if (trial.ended != plain_.ended || !lost_beats(trial).empty()) return false;
    const std::vector<EdgeBeats> edges = edge_beats(plan_, plain_.reports, trial.reports);
    return std::none_of(edges.begin(), edges.end(), [](const EdgeBeats& edge) {
        return edge.leaves && edge.was->beats == edge.is->beats &&
               edge.was->total != edge.is->total;
    });
}

// What leaves the design in order shows that all beats inside have led to the same.
std::string Judge::beats_difference(const Trial& trial, bool by_beats) const {
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
            if (!sees_beats(*site, path, site->fires[i])) continue;
            const bool leaves = was.module == plan_.top && site->fires[i].leaves;
            if (shown && leaves && !by_beats && are_reordered(was.fires[i], is->second.fires[i]))
                continue;
            const auto changed_of = by_beats ? changed_marks : changed_beats;
            const std::string changed =
                changed_of(was.fires[i], is->second.fires[i], leeway(was.module, site->fires[i]));
            if (!changed.empty())
                return fmt::format("{}.{} {}", block_of(path), site->fires[i].name, changed);
        }
    }
    return {};
}

// A testbench that ends after a time lets a faster design do more instead of ending sooner.
bool Judge::moves_other_beats(const Trial& trial) const {
    const std::vector<EdgeBeats> beats = edge_beats(plan_, plain_.reports, trial.reports);
    return std::any_of(beats.begin(), beats.end(),
                       [](const EdgeBeats& edge) { return edge.was->beats != edge.is->beats; });
}

// In the same time a faster block never lets fewer results leave, nor fewer beats enter where no
// results are seen: then beats were lost.
std::string Judge::lost_beats(const Trial& trial) const {
    const std::vector<EdgeBeats> edges = edge_beats(plan_, plain_.reports, trial.reports);
    const bool leaves =
        std::any_of(edges.begin(), edges.end(), [](const EdgeBeats& edge) { return edge.leaves; });
    for (const EdgeBeats& edge : edges) {
        const double least = (1 - kMostLoss) * static_cast<double>(edge.was->beats) - 1;
        if (edge.leaves == leaves && edge.name != kOutputs &&
            static_cast<double>(edge.is->beats) < least)
            return fmt::format("{} moved {} beats instead of {} in the same time", edge.name,
                               edge.is->beats, edge.was->beats);
    }
    return {};
}

// Cycles of the testbench after the work.
double Judge::wait_after(const Trial& trial) const {
    double edges = 0;
    for (const auto& [path, step] : trial.reports)
        if (step.module == plan_.top && !is_own_step(path))
            edges = std::max(edges, static_cast<double>(step.edges));
    return edges * (1 - work_share(plan_, trial.reports, Edges::all));
}

bool Judge::ends_at_same_time(const Trial& trial) const {
    for (const auto& [path, was] : plain_.reports) {
        const auto is = trial.reports.find(path);
        if (was.module != plan_.top || is == trial.reports.end() || is_own_step(path)) continue;
        const std::uint64_t a = was.edges, b = is->second.edges;
        if (std::max(a, b) - std::min(a, b) > 1) return false;
    }
    return true;
}

Judge::Compared Judge::compared(const Trial& trial, const std::vector<std::size_t>& blocks) const {
    const auto was = static_cast<double>(edges_of(plain_.reports, blocks));
    const auto is = static_cast<double>(edges_of(trial.reports, blocks));
    const bool same_end = ends_at_same_time(trial);
    const double work_was = was * work_share(plan_, plain_.reports);
    const double work_is = is * work_share(plan_, trial.reports);
    const bool same_wait = std::abs(wait_after(plain_) - wait_after(trial)) <= kSameWait;
    const bool others = moves_other_beats(trial);
    const bool late = ends_late(work_share(plan_, plain_.reports), was);
    // Outputs may show a value more on the way; beats of a channel are all of the work.
    const std::vector<EdgeBeats> edges = edge_beats(plan_, plain_.reports, trial.reports);
    const bool by_outputs = !edges.empty() && edges.front().name == kOutputs;
    const bool both_done = by_outputs && late && ends_late(work_share(plan_, trial.reports), is) &&
                           outputs_rest(plan_, plain_.reports) &&
                           outputs_rest(plan_, trial.reports);
    if (late && (same_end || same_wait) && (both_done || !others)) return {work_was, work_is};
    // The next beat may have come just after the end, so that both moved as many.
    if (same_end && (others || !late)) {
        const SameBeats beats = same_beats(plan_, plain_.reports, trial.reports);
        if (!beats.name.empty() && (others || beats.is < beats.was))
            return {beats.was, beats.is, true, !beats.leave, others, beats.name == kOutputs};
    }
    if (late && (same_end || same_wait)) return {work_was, work_is};
    return {was, is};
}

std::optional<std::uint64_t> Judge::work_end() const {
    const double share = work_share(plan_, plain_.reports);
    const auto edges = static_cast<double>(edges_of(plain_.reports, {}));
    if (!ends_late(share, edges)) return std::nullopt;
    return static_cast<std::uint64_t>(std::llround(run_cycles({edges, share * edges})));
}

// The lengths of what may have been printed: of each clock's run and work, and the beats where they
// differ.
PrintedSpans Judge::spans_of(const Trial& trial, const std::vector<std::size_t>& blocks,
                             bool by_beats) const {
    PrintedSpans all;
    const auto add = [&](double was, double is, bool is_count = false) {
        all.spans.push_back({was, is, is_count});
    };
    for (const auto& [path, was] : plain_.reports) {
        const auto is = trial.reports.find(path);
        if (was.module != plan_.top || is == trial.reports.end() || is_own_step(path)) continue;
        add(static_cast<double>(was.edges), static_cast<double>(is->second.edges));
        for (std::size_t i = 0; i < std::min(was.fires.size(), is->second.fires.size()); ++i) {
            const BeatReport &a = was.fires[i], &b = is->second.fires[i];
            add(static_cast<double>(a.last_time), static_cast<double>(b.last_time));
            if (by_beats) add(static_cast<double>(a.beats), static_cast<double>(b.beats), true);
        }
    }
    add(static_cast<double>(edges_of(plain_.reports, blocks)),
        static_cast<double>(edges_of(trial.reports, blocks)));
    if (counts_.time_of_cycle > 0)
        for (const double scale : {1.0, 1e-3, 1e-6, 1e3})
            all.units.push_back(counts_.time_of_cycle * scale);
    for (const EdgeBeats& edge : edge_beats(plan_, plain_.reports, trial.reports)) {
        PrintedWarp& warp = all.warps.emplace_back();
        const std::size_t common = std::min(edge.was->marks.size(), edge.is->marks.size());
        for (std::size_t i = 0; i < common; ++i)
            warp.emplace_back(static_cast<double>(edge.was->marks[i].edge),
                              static_cast<double>(edge.is->marks[i].edge));
    }
    all.more_lines = by_beats;
    return all;
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
        if (!inside) most = std::max(most, step.taken());
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

// Of which nobody knows what they mean while they are held.
std::vector<std::string> Judge::doubtful_levels(const std::vector<std::size_t>& blocks) const {
    std::vector<std::string> names;
    for (const std::size_t block : blocks)
        for (std::string& name : settings_.doubtful_levels(plan_.blocks[block]))
            names.push_back(std::move(name));
    return names;
}

// The first few buses that are watched because nothing announces them.
std::vector<std::string> Judge::watches_of(const std::vector<std::size_t>& blocks) const {
    constexpr std::size_t kMost = 3;
    std::vector<std::string> names;
    for (const std::size_t block : blocks)
        for (const std::string& watch : plan_.sites[plan_.blocks[block].site].watches)
            if (names.size() < kMost) names.push_back(watch);
    return names;
}

bool Judge::has_handshakes(const std::vector<std::size_t>& blocks) const {
    return std::any_of(blocks.begin(), blocks.end(), [&](std::size_t block) {
        const std::vector<StepFire>& fires = plan_.sites[plan_.blocks[block].site].fires;
        return std::any_of(fires.begin(), fires.end(),
                           [](const StepFire& fire) { return fire.is_counted; });
    });
}

double Judge::held_share(const Trial& trial, const std::vector<std::size_t>& blocks,
                         std::uint64_t StepReport::*cycles) const {
    double most = 0;
    for (const std::size_t block : blocks) {
        for (const std::string& path : settings_.steps_of(plan_.blocks[block])) {
            const auto step = trial.reports.find(path);
            if (step == trial.reports.end() || step->second.edges == 0) continue;
            most = std::max(most, static_cast<double>(step->second.*cycles) /
                                      static_cast<double>(step->second.edges));
        }
    }
    return most;
}

// A beat that crosses the edge of a block keeps all that is in it from a further edge.
bool Judge::is_kept_by_beats(const Trial& trial, const std::vector<std::size_t>& blocks,
                             const Experiment& experiment, double saving) const {
    if (!experiment.state.empty()) return false;
    for (const std::size_t block : blocks) {
        const StepSite& site = plan_.sites[plan_.blocks[block].site];
        for (const std::string& path : settings_.steps_of(plan_.blocks[block])) {
            const auto was = plain_.reports.find(path), is = trial.reports.find(path);
            if (was == plain_.reports.end() || is == trial.reports.end()) continue;
            if (holds_several(site, path, was->second, counts_.reset_edges) &&
                kept_saving(is->second, experiment.factor, saving) > kMostKept)
                return true;
            // Single bits are all that is seen of its other side: each may have been a beat.
            const double barred = static_cast<double>(is->second.barred) /
                                  static_cast<double>(std::max<std::uint64_t>(1, is->second.edges));
            if (barred > kMostHeld && saving > 0 && may_hold_several(site, path, was->second))
                return true;
        }
    }
    return false;
}

std::string Judge::difference(const Trial& trial, const std::vector<std::size_t>& blocks,
                              bool by_beats) const {
    if (trial.ended != plain_.ended) return fmt::format("the simulation {}", trial.ended);
    const std::string printed =
        printed_difference(plain_.printed, trial.printed, spans_of(trial, blocks, by_beats));
    if (!printed.empty()) return printed;
    // Without a channel its outputs are its results.
    for (const EdgeBeats& edge : edge_beats(plan_, plain_.reports, trial.reports)) {
        const auto [was, is] = common_mark(*edge.was, *edge.is);
        if (by_beats && edge.leaves && was && was->hash != is->hash)
            return fmt::format("{} moved other data, or in another order", edge.name);
    }
    return beats_difference(trial, by_beats);
}

// Whether all that a faster outside saved is at most a cycle for each beat or call: what a register
// takes to answer, which no faster one can halve.
bool Judge::only_meets(const Compared& times) const {
    const double saving = 1 - times.is / times.was;
    std::uint64_t beats = 0;
    for (const auto& [path, step] : plain_.reports)
        if (step.module == plan_.top && !is_own_step(path))
            for (const BeatReport& fire : step.fires) beats = std::max(beats, fire.beats);
    return saving > kLeastMeeting && saving < kMostMeeting &&
           times.was - times.is <= static_cast<double>(beats);
}

// Where no handshake is seen at the edge, or only on one side of the block, single bits say what
// crosses it, and may have been waits.
std::string Judge::held_by_bits(const Trial& trial, const std::vector<std::size_t>& blocks,
                                double given, bool is_whole) const {
    const bool seen = has_handshakes(blocks);
    if (!seen && given < kLeastGivenByLevels)
        return "no handshake is seen at its edge, and its single bits are at work in nearly every "
               "cycle: it may save more";
    const double barred = is_whole ? 0 : held_share(trial, blocks, &StepReport::barred);
    if (barred <= kMostBarred) return {};
    return fmt::format("{}single bits {}hold it back in {:.0f}% of the cycles: it may save more",
                       seen ? "" : "no handshake is seen at its edge, and ",
                       seen ? "at its edge " : "", 100 * barred);
}

// How much further one clock of the design came than another while the outside was faster, as a
// share of the run: each of them is held back as its own edge allows.
double Judge::clocks_apart(const Trial& trial) const {
    double least = 1, most = 0;
    for (const auto& [path, was] : plain_.reports) {
        const auto is = trial.reports.find(path);
        if (was.module != plan_.top || is == trial.reports.end() || is_own_step(path) ||
            was.edges < kLeastEdges)
            continue;
        const double part =
            static_cast<double>(is->second.taken()) / static_cast<double>(was.taken());
        least = std::min(least, part);
        most = std::max(most, part);
    }
    return std::max(0.0, most - least);
}

std::string Judge::why_not_the_same(const Trial& trial, const std::vector<std::size_t>& blocks,
                                    const Compared& times, bool outside) const {
    std::string why = difference(trial, blocks, times.by_beats);
    if (why.empty() && !outside) why = lost_beats(trial);
    if (why.empty() && times.by_entry && !times.more) why = kEntersSooner;
    return why;
}

// Why what it saved is no number of it at all.
std::optional<Judge::Refusal> Judge::why_impossible(const Trial& trial, const Compared& times,
                                                    const Experiment& experiment) const {
    const bool outside = experiment.kind == ExperimentKind::outside;
    const double saving = 1 - times.is / times.was;
    if (outside && saving < -kLeastMeeting)
        return Refusal{ExperimentStatus::rejected,
                       fmt::format("it seemed to take {:.1f}% longer, which a faster one cannot",
                                   -100 * saving)};
    if (saving < -kMostLoss || saving > 1 - 1.0 / experiment.factor + kMostLoss)
        return Refusal{ExperimentStatus::rejected,
                       fmt::format("it saved {:.1f}%, which a block {} times as fast cannot",
                                   100 * saving, experiment.factor)};
    if (outside && times.by_outputs)
        return Refusal{
            ExperimentStatus::refused,
            "only outputs are seen, and a host that asks more often changes them more often"};
    if (outside && only_meets(times))
        return Refusal{ExperimentStatus::refused,
                       "it takes no more than two cycles for each beat or call, and a register "
                       "takes one of them"};
    if (outside && clocks_apart(trial) > kMostApart)
        return Refusal{ExperimentStatus::rejected,
                       "its clocks could not be held back alike: which of them tells is not known"};
    return std::nullopt;
}

// Why it was not made as fast as asked, so that it may save more than it did.
std::optional<Judge::Refusal> Judge::why_held(const Trial& trial,
                                              const std::vector<std::size_t>& blocks,
                                              const Experiment& experiment, double saving) const {
    const bool outside = experiment.kind == ExperimentKind::outside;
    // As its parts it is judged as they are: its edge holds none of them back.
    const bool design = experiment.kind == ExperimentKind::design && blocks.size() == 1;
    const double given = !experiment.state.empty() ? 1
                         : outside                 ? held_share(trial, blocks, &StepReport::frozen)
                                                   : given_share(trial, blocks, experiment.factor);
    if (given < kLeastGiven)
        return Refusal{
            ExperimentStatus::refused,
            "something crosses its edge in nearly every cycle, so that it cannot be faster"};
    const std::string by_bits = held_by_bits(trial, blocks, given, outside || design);
    if (!by_bits.empty()) return Refusal{ExperimentStatus::refused, by_bits};
    const std::string by_signals =
        outside || design ? held_by_levels(trial, blocks, outside) : held_by_watches(trial, blocks);
    if (!by_signals.empty()) return Refusal{ExperimentStatus::rejected, by_signals};
    if (!outside && !design && is_kept_by_beats(trial, blocks, experiment, saving))
        return Refusal{ExperimentStatus::rejected,
                       "beats cross its edge while it works on others, and keep it from being "
                       "faster: it may save more"};
    return std::nullopt;
}

// Of the outside, or of the whole design.
std::string Judge::held_by_levels(const Trial& trial, const std::vector<std::size_t>& blocks,
                                  bool outside) const {
    const std::vector<std::string> levels = doubtful_levels(blocks);
    const double held =
        held_share(trial, blocks, outside ? &StepReport::held : &StepReport::barred);
    if (!levels.empty() && held > kMostHeld)
        return fmt::format(
            "nothing says whether '{}' moves something in each cycle: it may save more",
            fmt::join(levels, "', '"));
    if (held <= kMostUnheard) return {};
    return fmt::format(
        "what is no handshake crosses its edge in {:.0f}% of the cycles: it may save more",
        100 * held);
}

// Of a block. With the whole design what a bus means is the testbench's affair: it is the outside's
// time.
std::string Judge::held_by_watches(const Trial& trial,
                                   const std::vector<std::size_t>& blocks) const {
    const double held = held_share(trial, blocks, &StepReport::held);
    if (held <= kMostHeld) return {};
    return fmt::format(
        "'{}' at its edge changes in {:.0f}% of the cycles, and nothing says when that counts: it "
        "may save more",
        fmt::join(watches_of(blocks), "', '"), 100 * held);
}

void Judge::judge(const Trial& trial, const std::vector<std::size_t>& blocks,
                  Experiment& experiment) const {
    auto end = [&](ExperimentStatus status, std::string reason) {
        experiment.status = status;
        experiment.reason = std::move(reason);
    };
    const Compared times = compared(trial, blocks);
    const std::string changed =
        why_not_the_same(trial, blocks, times, experiment.kind == ExperimentKind::outside);
    if (!changed.empty()) return end(ExperimentStatus::rejected, changed);
    if (times.was == 0) return end(ExperimentStatus::rejected, "the plain run has no cycles");
    if (const auto why = why_impossible(trial, times, experiment))
        return end(why->status, why->reason);
    const double saving = 1 - times.is / times.was;
    if (const auto why = why_held(trial, blocks, experiment, saving)) {
        if (saving > 0) experiment.at_least = saving;
        return end(why->status, why->reason);
    }
    accept(times, experiment);
}

void Judge::accept(const Compared& times, Experiment& experiment) const {
    experiment.status = ExperimentStatus::tried;
    experiment.saving = 1 - times.is / times.was;
    experiment.by_beats = times.by_beats;
    experiment.cycles = static_cast<std::uint64_t>(std::llround(std::max(0.0, run_cycles(times))));
}

// The run may count another clock than the fastest one, and an edge more or less.
double Judge::run_cycles(const Compared& times) const {
    const auto cycles = static_cast<double>(counts_.cycles);
    const auto edges = static_cast<double>(edges_of(plain_.reports, {}));
    if (times.by_beats) return cycles * times.is / times.was;
    if (std::abs(edges - cycles) <= kSameWait) return times.is - (edges - cycles);
    return edges == 0 ? 0 : times.is * cycles / edges;
}

void Judge::judge_room(const Trial& trial, Experiment& experiment) const {
    const Compared times = compared(trial, {});
    experiment.reason = difference(trial, {}, times.by_beats);
    if (experiment.reason.empty() && times.by_entry) experiment.reason = kEntersSooner;
    if (experiment.reason.empty() && (times.was == 0 || times.is == 0))
        experiment.reason = "it has no cycles";
    experiment.status = ExperimentStatus::rejected;
    if (experiment.reason.empty()) accept(times, experiment);
}

}  // namespace tapestry
