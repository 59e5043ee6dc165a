// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/number_text.h"
#include "explain/counters/words.h"
#include "model/category.h"
#include "model/replicas.h"

namespace tapestry {

namespace {

constexpr const char* kUndecided = "Cannot tell what limits this design";
constexpr double kTooLittle = 0.1;  // share of the run, to call something its limit
constexpr double kClose = 0.85;     // of the worst one's share: estimates are no better than that
constexpr double kEven = 0.98;      // likewise: both limit alike
constexpr double kNotMuchLess = 0.5;
constexpr double kNothing = 0.01;  // a saving
constexpr std::size_t kMostNames = 4;

std::string answer_of_empty(const Run& run) {
    const bool reset = std::any_of(run.taps.begin(), run.taps.end(),
                                   [](const TapNumbers& tap) { return tap.reset_cycles > 0; });
    const bool software = !run.clocks.empty() && run.clocks[0].unit == "ns";
    if (software && !reset)
        return "This run tells nothing: the program recorded no state and no call.";
    const auto said = run.facts.find("testbench_error");
    return fmt::format("This run tells nothing: {}.{}",
                       reset ? "the design was in reset until its end"
                             : "it ended before the first edge of a clock",
                       said ? fmt::format(" Its testbench reports an error: '{}'.", *said) : "");
}

std::string answer_of_stuck(const Analysis& analysis) {
    const DeadlockStep& first = analysis.deadlocks.front();
    if (analysis.end_state == EndState::livelock)
        return fmt::format("Livelock: {} {}, though work is waiting.", first.path, first.reason);
    return fmt::format("Deadlock: {} {}, and what it waits for waits for it.", first.path,
                       first.reason);
}

// "a, b and c", or "a, b, c, d and 3 more".
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    const std::size_t shown = std::min(names.size(), kMostNames);
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == names.size() && i > 0;
        text += (i == 0 ? "" : last ? " and " : ", ") + names[i];
    }
    if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
    return text;
}

bool is_seen(const Network& network, const std::string& path, const Run& run) {
    return network.by_path.contains(path) ||
           std::any_of(run.taps.begin(), run.taps.end(),
                       [&](const TapNumbers& n) { return n.tap.scope == path; });
}

// Blocks that no tap looks at and that feed the block, or all of them.
std::vector<std::string> unseen_blocks(const Run& run, const Network& network,
                                       const std::string* feeding = nullptr) {
    std::set<std::string> unseen;
    for (const GraphEdge& e : run.edges) {
        if (!e.channel.empty() || (feeding && e.to != *feeding)) continue;
        for (const std::string& path : {e.from, e.to}) {
            if (!path.empty() && !is_seen(network, path, run)) unseen.insert(path);
        }
    }
    return {unseen.begin(), unseen.end()};
}

// Whether the block was made faster for nothing.
bool saves_nothing(const Run& run, const std::string& path) {
    return std::any_of(run.experiments.begin(), run.experiments.end(), [&](const Experiment& e) {
        return e.path == path && e.kind == "block" && e.status == ExperimentStatus::tried &&
               e.saving && *e.saving < kNothing;
    });
}

// What makes others wait may itself wait for a block that is not seen, unless its own states or a
// call say that it works.
std::vector<std::string> doubts_about(const AnswerFacts& f, const Bottleneck& worst) {
    const auto at = f.network.by_path.find(worst.path);
    if (at == f.network.by_path.end()) return {};
    const NetworkBlock& block = f.network.blocks[static_cast<std::size_t>(at->second)];
    if (block.shows_work()) return {};
    std::vector<std::string> unseen = unseen_blocks(f.run, f.network, &worst.path);
    std::erase_if(unseen, [&](const std::string& path) { return saves_nothing(f.run, path); });
    return unseen;
}

// Whether a block that neither states nor a call show at work gets signals of the outside, beside
// streams that are seen: it may wait for them.
bool may_wait_outside(const AnswerFacts& f, const Bottleneck& worst) {
    const auto at = f.network.by_path.find(worst.path);
    if (at == f.network.by_path.end()) return false;
    const NetworkBlock& block = f.network.blocks[static_cast<std::size_t>(at->second)];
    return !block.shows_work() &&
           std::any_of(f.run.edges.begin(), f.run.edges.end(), [&](const GraphEdge& e) {
               return e.channel.empty() && e.from.empty() && e.to == worst.path;
           });
}

// Another block that is mute, which all those states wait for that wait for the worst one.
std::string awaited_with(const Network& network, const Bottleneck& worst) {
    const auto at = network.by_path.find(worst.path);
    if (at == network.by_path.end() || !network.is_mute(static_cast<std::size_t>(at->second)))
        return {};
    for (const std::size_t i : network.links_on[static_cast<std::size_t>(at->second)]) {
        const Link& link = network.links[i];
        for (const std::size_t other : network.links_of[static_cast<std::size_t>(link.by)]) {
            const auto on = static_cast<std::size_t>(network.links[other].on);
            if (network.links[other].on != link.on && network.is_mute(on) && !link.states.empty() &&
                network.links[other].states == link.states)
                return network.blocks[on].path;
        }
    }
    return {};
}

// Blocks that waits join, each with the smallest of its part of the network.
std::vector<std::size_t> parts_of(const Network& network) {
    std::vector<std::size_t> part(network.blocks.size(), network.blocks.size());
    for (std::size_t first = 0; first < part.size(); ++first) {
        std::vector<std::size_t> open = {first};
        while (!open.empty()) {
            const std::size_t b = open.back();
            open.pop_back();
            if (part[b] <= first) continue;
            part[b] = first;
            for (const std::size_t i : network.links_of[b])
                open.push_back(static_cast<std::size_t>(network.links[i].on));
            for (const std::size_t i : network.links_on[b])
                open.push_back(static_cast<std::size_t>(network.links[i].by));
        }
    }
    return part;
}

std::optional<std::size_t> block_of(const Network& network, const std::string& path) {
    for (std::size_t b = 0; b < network.blocks.size(); ++b) {
        if (network.blocks[b].path == path || folded_path(network.blocks[b].path) == path) return b;
    }
    return std::nullopt;
}

// Whether the worst two lie in parts of the design that nothing seen joins: then nobody knows which
// of them waits for the other.
bool are_apart(const AnswerFacts& f) {
    const std::vector<Bottleneck>& all = f.analysis.bottlenecks;
    if (all.size() < 2 || all[1].share < kNotMuchLess * all[0].share) return false;
    const auto a = block_of(f.network, all[0].path), b = block_of(f.network, all[1].path);
    const std::vector<std::size_t> part = parts_of(f.network);
    return a && b && part[*a] != part[*b];
}

// A block that others wait for during most of the run, in a part of the design that nothing seen
// joins to the worst one, when that has neither a machine nor a call that says that it works.
std::string limit_elsewhere(const AnswerFacts& f, const Bottleneck& worst) {
    const auto at = block_of(f.network, worst.path);
    if (!at || f.network.blocks[*at].is_outside() || f.network.blocks[*at].shows_work()) return {};
    const std::vector<std::size_t> part = parts_of(f.network);
    for (std::size_t i = 0; i < f.network.links.size(); ++i) {
        const auto on = static_cast<std::size_t>(f.network.links[i].on);
        if (part[on] != part[*at] && !f.network.blocks[on].is_outside() &&
            f.load.cycles[i] >= kNotMuchLess * f.load.length)
            return f.network.blocks[on].path;
    }
    return {};
}

// Whether a block is only what is around other blocks: which of them is meant is not seen.
bool is_around_others(const Network& network, const std::string& path) {
    const auto at = network.by_path.find(path);
    if (at == network.by_path.end()) return false;
    const NetworkBlock& block = network.blocks[static_cast<std::size_t>(at->second)];
    if (block.shows_work()) return false;
    return std::any_of(network.blocks.begin(), network.blocks.end(), [&](const NetworkBlock& b) {
        return !b.is_outside() && b.path.starts_with(path + ".");
    });
}

// What the second explains, as a part of the worst one's; 0 where each limits in its own phase.
double second_share(const AnswerFacts& f) {
    const std::vector<Bottleneck>& all = f.analysis.bottlenecks;
    if (all.size() < 2 || f.cause.phases.size() > 1 || all[0].share <= 0) return 0;
    return all[1].share / all[0].share;
}

// Why the evidence carries no verdict; empty when it does.
std::string why_not(const AnswerFacts& f) {
    if (const auto said = f.run.facts.find("testbench_error"))
        return fmt::format(
            "its testbench reports an error, so that it may not have done its work: '{}'", *said);
    if (f.run.facts.find("found_by") == "names of signals")
        return "without the sources only names say who waits for whom. The numbers hold; import "
               "with the sources to know what limits it";
    const Bottleneck& worst = f.analysis.bottlenecks.front();
    if (f.cause.unknown_share > worst.share)
        return fmt::format(
            "{} {} on its critical path for {} of the run, and nothing says what {} "
            "then",
            listed(f.cause.unknown), f.cause.unknown.size() > 1 ? "are" : "is",
            percent_text(f.cause.unknown_share),
            f.cause.unknown.size() > 1 ? "they do" : "it does");
    if (const auto unseen = doubts_about(f, worst); !unseen.empty())
        return fmt::format("{} {} not seen, and {}, which explains {} of the run, may wait for {}",
                           listed(unseen), unseen.size() > 1 ? "are" : "is", worst.path,
                           percent_text(worst.share), unseen.size() > 1 ? "them" : "it");
    if (may_wait_outside(f, worst))
        return fmt::format(
            "others wait for {} during {} of the run, which may wait for the outside: nothing says "
            "when it works",
            worst.path, percent_text(worst.share));
    if (const std::string other = awaited_with(f.network, worst); !other.empty())
        return fmt::format(
            "others wait for {} and {} together, and nothing says which of them works", worst.path,
            other);
    if (is_around_others(f.network, worst.path))
        return fmt::format(
            "others wait for {}, and which of the blocks in it they mean is not seen", worst.path);
    if (are_apart(f))
        return fmt::format(
            "{} explains {} of the run and {} {}, and nothing that is seen joins them", worst.path,
            percent_text(worst.share), f.analysis.bottlenecks[1].path,
            percent_text(f.analysis.bottlenecks[1].share));
    if (const std::string other = limit_elsewhere(f, worst); !other.empty())
        return fmt::format(
            "{} explains {} of the run, others wait for {} most of the time, and nothing that is "
            "seen joins the two",
            worst.path, percent_text(worst.share), other);
    if (const double second = second_share(f); second >= kClose && second < kEven)
        return fmt::format(
            "{} explains {} of the run and {} {}, which is too close to say which of them it is",
            worst.path, percent_text(worst.share), f.analysis.bottlenecks[1].path,
            percent_text(f.analysis.bottlenecks[1].share));
    if (worst.share < kTooLittle)
        return fmt::format("nothing that was measured explains more than {} of the run",
                           percent_text(worst.share));
    return {};
}

std::string verdict_on(const Bottleneck& worst) {
    const char* what = "{} limits this design: its work explains {} of the run.";
    switch (worst.kind) {
        case BottleneckKind::compute:
            break;
        case BottleneckKind::queue:
            what = "{} limits this design: it is too shallow, which explains {} of the run.";
            break;
        case BottleneckKind::bus:
            what = "The bus limits this design, at {}: it explains {} of the run.";
            break;
        case BottleneckKind::memory:
            what = "Memory limits this design, at {}: it explains {} of the run.";
            break;
        case BottleneckKind::lock:
            what = "The lock {} limits this design: holding it explains {} of the run.";
            break;
        case BottleneckKind::host:
        case BottleneckKind::outside:
            what = "The outside limits this design, at {}: it explains {} of the run.";
            break;
    }
    return fmt::format(fmt::runtime(what), block_text(worst.path), percent_text(worst.share));
}

bool is_software(const Run& run, int clock) {
    return clock >= 0 && clock < static_cast<int>(run.clocks.size()) &&
           run.clocks[static_cast<std::size_t>(clock)].unit == "ns";
}

// " It spends 86.3 % of its time in prepare, app.cpp:19." Nothing for a thread that only waits.
std::string work_of(const TapNumbers& n) {
    const std::vector<TapState>& states = n.tap.states();
    std::uint64_t most = 0, outside = n.observed_cycles;
    std::string where;
    for (std::size_t i = 0; i < states.size() && i < n.states.size(); ++i) {
        const std::uint64_t cycles = n.states[i].cycles;
        outside -= std::min(outside, cycles);
        const std::optional<Category> category = category_of(states[i].category);
        if ((category && is_wait(*category)) || cycles <= most) continue;
        most = cycles;
        where = "in " + states[i].name + (states[i].source.empty() ? "" : ", " + states[i].source);
    }
    if (outside > most) where = "outside all states";
    if (where.empty()) return {};
    const double share =
        static_cast<double>(std::max(most, outside)) / static_cast<double>(n.observed_cycles);
    return fmt::format(" It spends {} of its time {}.", percent_text(share), where);
}

// What a thread that limits the run works on.
std::string work_text(const Run& run, const std::string& path) {
    for (const TapNumbers& n : run.taps) {
        if (n.tap.is(TapKind::fsm) && n.tap.scope == path && is_software(run, n.tap.clock))
            return work_of(n);
    }
    return {};
}

// Who waits for it on the other side: " The FPGA waits for it 61.0 % of the run, at top.u_hold."
std::string across_text(const Run& run, const Bottleneck& worst) {
    const auto side_of = [&](const std::string& path) {
        const auto tap = std::find_if(run.taps.begin(), run.taps.end(), [&](const TapNumbers& n) {
            return n.tap.is(TapKind::fsm) && n.tap.scope == path;
        });
        return tap != run.taps.end() && is_software(run, tap->tap.clock);
    };
    const bool software = side_of(worst.path);
    const Victim* most = nullptr;
    for (const Victim& v : worst.victims)
        if (side_of(v.path) != software && (!most || v.share > most->share)) most = &v;
    if (!is_software(run, 0) || !most || most->share < kTooLittle) return {};
    if (software)
        return fmt::format(" The FPGA waits for it {} of the run, at {}.",
                           percent_text(most->share), most->path);
    return fmt::format(" {} waits for it {} of the run.", most->path, percent_text(most->share));
}

// How it moves: " It moves: a until cycle 4,800, then c."
std::string moves_text(const Run& run, const std::vector<Phase>& phases) {
    const bool is_time = is_software(run, 0);
    const auto moment = [&](std::uint64_t edge) {
        const auto number = static_cast<double>(edge);
        return is_time ? duration(number) : "cycle " + cycles_text(number);
    };
    if (phases.size() < 2) return {};
    std::string text = " It moves:";
    for (std::size_t i = 0; i + 1 < phases.size(); ++i)
        text += fmt::format(" {} until {},", phases[i].path, moment(phases[i].end_edge));
    return text + fmt::format(" then {}.", phases.back().path);
}

}  // namespace

bool is_empty(const Run& run) {
    return std::all_of(run.taps.begin(), run.taps.end(),
                       [](const TapNumbers& tap) { return tap.observed_cycles == 0; });
}

bool is_undecided(const std::string& answer) { return answer.starts_with(kUndecided); }

std::string answer_of(const AnswerFacts& f) {
    if (is_empty(f.run)) return answer_of_empty(f.run);
    if (!f.analysis.deadlocks.empty()) return answer_of_stuck(f.analysis);
    const std::vector<Bottleneck>& all = f.analysis.bottlenecks;
    if (f.network.blocks.empty())
        return kUndecided +
               std::string(": no handshake, state machine, queue or call is seen in it.");
    if (all.empty())
        return kUndecided +
               std::string(": no block is seen to wait for another, or to work for one.");
    if (const std::string why = why_not(f); !why.empty())
        return fmt::format("{}: {}.", kUndecided, why);
    std::string text = verdict_on(all[0]);
    if (second_share(f) >= kEven)
        text +=
            fmt::format(" {} limits it alike, with {}.", all[1].path, percent_text(all[1].share));
    return text + across_text(f.run, all[0]) + work_text(f.run, all[0].path) +
           moves_text(f.run, f.cause.phases);
}

std::string seen_part(const Run& run, const Network& network) {
    const std::vector<std::string> unseen = unseen_blocks(run, network);
    if (unseen.empty()) return {};
    const auto seen = static_cast<std::size_t>(
        std::count_if(network.blocks.begin(), network.blocks.end(),
                      [](const NetworkBlock& b) { return !b.is_outside(); }) +
        static_cast<std::ptrdiff_t>(network.queues.size()));
    return fmt::format(
        "{} of {} blocks are seen; no tap looks at {}. In tapestry.toml, [[tap]] with kind = "
        "\"stream\" and the module, valid and ready of such a block adds it.",
        seen, seen + unseen.size(), listed(unseen));
}

}  // namespace tapestry
