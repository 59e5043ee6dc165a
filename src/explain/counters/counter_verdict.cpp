// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/counter_verdict.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "model/replicas.h"

namespace tapestry {

namespace {

constexpr double kTooLittle = 0.1;   // share of the run, to call something its limit
constexpr double kClose = 0.85;      // of the worst one's share: estimates are no better than that
constexpr double kEven = 0.98;       // likewise: both limit alike
constexpr double kFull = 0.9;        // of a stream's cycles, in which it carries a beat
constexpr double kByItself = 0.995;  // likewise: it runs by itself, whatever the design does
constexpr double kNotMuchLess = 0.5;
constexpr double kNothing = 0.01;      // a saving
constexpr double kStillRun = 0.5;      // share of a run in which nothing moves any more
constexpr double kStillInside = 0.2;   // likewise, where work inside the design is not taken
constexpr double kStillRefused = 0.9;  // of that time, in which offered work is not taken

bool is_software(const Run& run, int clock) {
    return clock >= 0 && clock < static_cast<int>(run.clocks.size()) &&
           run.clocks[static_cast<std::size_t>(clock)].unit == "ns";
}

Doubt doubt_of_empty(const Run& run) {
    const bool reset = std::any_of(run.taps.begin(), run.taps.end(),
                                   [](const TapNumbers& tap) { return tap.reset_cycles > 0; });
    if (is_software(run, 0) && !reset) return {DoubtKind::nothing_recorded};
    return {reset ? DoubtKind::always_in_reset : DoubtKind::no_clock_edge,
            {},
            0,
            run.facts.find("testbench_error").value_or("")};
}

Verdict verdict_on_stuck(const Analysis& analysis) {
    const DeadlockStep& first = analysis.deadlocks.front();
    Verdict verdict;
    verdict.subject = first.path;
    verdict.doubt.kind =
        analysis.end_state == EndState::livelock ? DoubtKind::livelock : DoubtKind::deadlock;
    verdict.doubt.said = first.reason;
    verdict.doubt.since = static_cast<double>(analysis.work.cycles);
    for (std::size_t i = 1; i < analysis.deadlocks.size(); ++i)
        if (analysis.deadlocks[i].cycle == first.cycle)
            verdict.doubt.names.push_back(analysis.deadlocks[i].path + " " +
                                          analysis.deadlocks[i].reason);
    return verdict;
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
        return e.path == path && e.kind == ExperimentKind::block &&
               e.status == ExperimentStatus::tried && e.saving && *e.saving < kNothing;
    });
}

// What makes others wait may itself wait for a block that is not seen, unless its own states or a
// call say that it works.
std::vector<std::string> doubts_about(const VerdictFacts& f, const Verdict& worst) {
    const auto at = f.network.by_path.find(worst.subject);
    if (at == f.network.by_path.end()) return {};
    const NetworkBlock& block = f.network.blocks[static_cast<std::size_t>(at->second)];
    if (block.shows_work()) return {};
    std::vector<std::string> unseen = unseen_blocks(f.run, f.network, &worst.subject);
    std::erase_if(unseen, [&](const std::string& path) { return saves_nothing(f.run, path); });
    return unseen;
}

// Whether nothing was ever seen to hold the pipelines that are all that is seen of a block: they
// tell no cycle in which something of use moves from one in which nothing does.
bool was_never_held(const Run& run, const NetworkBlock& block) {
    const auto is_never_held = [&](int tap) {
        const TapNumbers& n = run.taps[static_cast<std::size_t>(tap)];
        if (!n.tap.path.ends_with(".pipeline")) return false;
        for (std::size_t i = 1; i < n.tap.states().size() && i < n.states.size(); ++i)
            if (n.states[i].cycles > 0) return false;
        return true;
    };
    return block.calls.empty() &&
           std::all_of(block.machines.begin(), block.machines.end(), is_never_held);
}

// Whether a block that neither states nor a call show at work gets signals of the outside, beside
// streams that are seen: it may wait for them. So may the design itself.
bool may_wait_outside(const VerdictFacts& f, const Verdict& worst) {
    const auto at = f.network.by_path.find(worst.subject);
    if (at == f.network.by_path.end()) return false;
    const NetworkBlock& block = f.network.blocks[static_cast<std::size_t>(at->second)];
    const bool hears = std::any_of(f.run.edges.begin(), f.run.edges.end(), [&](const GraphEdge& e) {
        return e.channel.empty() && e.from.empty() && e.to == worst.subject;
    });
    if (!block.shows_work()) return hears;
    return (hears || worst.subject == f.run.top) && !worst.evidence.victims.empty() &&
           was_never_held(f.run, block);
}

// Another block that is mute, which all those states wait for that wait for the worst one.
std::string awaited_with(const Network& network, const Verdict& worst) {
    const auto at = network.by_path.find(worst.subject);
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
std::vector<std::size_t> connected_parts(const Network& network) {
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

bool is_at_the_edge(const Network& network, const Verdict& verdict) {
    const auto at = block_of(network, verdict.subject);
    return at && network.blocks[*at].is_outside();
}

// The worst of the others that may limit the run in the place of the worst one. All ends of the
// design are one outside: if it limits at one of them, another is no rival.
const Verdict* rival_of(const VerdictFacts& f) {
    const std::vector<Verdict>& all = f.analysis.bottlenecks;
    if (all.empty()) return nullptr;
    const bool outside = is_at_the_edge(f.network, all.front());
    const auto found = std::find_if(all.begin() + 1, all.end(), [&](const Verdict& v) {
        return !outside || !is_at_the_edge(f.network, v);
    });
    return found == all.end() ? nullptr : &*found;
}

// Whether the worst two lie in parts of the design that nothing seen joins: then nobody knows which
// of them waits for the other.
bool are_apart(const VerdictFacts& f, const Verdict& worst, const Verdict& rival) {
    if (rival.share < kNotMuchLess * worst.share) return false;
    const auto a = block_of(f.network, worst.subject), b = block_of(f.network, rival.subject);
    const std::vector<std::size_t> part = connected_parts(f.network);
    return a && b && part[*a] != part[*b];
}

// A block that others wait for during most of the run, in a part of the design that nothing seen
// joins to the worst one, when that has neither a machine nor a call that says that it works.
std::string limit_elsewhere(const VerdictFacts& f, const Verdict& worst) {
    const auto at = block_of(f.network, worst.subject);
    if (!at || f.network.blocks[*at].is_outside() || f.network.blocks[*at].shows_work()) return {};
    const std::vector<std::size_t> part = connected_parts(f.network);
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

// What another explains, as a part of the worst one's; 0 where each limits in its own phase.
double share_beside(const VerdictFacts& f, const Verdict& other) {
    const Verdict& worst = f.analysis.bottlenecks.front();
    if (f.cause.phases.size() > 1 || worst.share <= 0) return 0;
    return other.share / worst.share;
}

// Whether what the rival may save is at most half of what the worst one may: while a block is at
// work, no other is missing, so another saves no more than the rest of the run.
bool is_busier(const Network& network, const Verdict& worst, const Verdict& rival) {
    const auto is_shown = [&](const Verdict& v) {
        const auto at = block_of(network, v.subject);
        return at && network.blocks[*at].shows_work() && v.evidence.kind == EvidenceKind::at_work;
    };
    return is_shown(worst) && is_shown(rival) &&
           1 - worst.evidence.share <= kNotMuchLess * (1 - rival.evidence.share);
}

bool is_close(double share) { return share >= kClose && share < kEven; }

// Whether beats move in the design, and nothing is seen to come from the outside: no beat, no call.
bool has_no_seen_entry(const Run& run) {
    const auto moves = [](const TapNumbers& n) { return n.tap.is(TapKind::stream); };
    const auto enters = [](const TapNumbers& n) {
        return (n.tap.is(TapKind::stream) || n.tap.is(TapKind::call)) &&
               n.tap.ends().producer.empty();
    };
    return !run.top.empty() && std::any_of(run.taps.begin(), run.taps.end(), moves) &&
           std::none_of(run.taps.begin(), run.taps.end(), enters);
}

// A block that gets signals of the outside which are no handshake that is seen, in a run that
// stands still for most of its time: the last of its work may be waiting there. The design, where
// nothing is seen to enter it at its edge.
std::string unseen_entry(const VerdictFacts& f) {
    const auto end = static_cast<double>(f.analysis.work.cycles);
    if (end == 0 || end > kStillRun * static_cast<double>(f.run.cycles)) return {};
    for (const GraphEdge& e : f.run.edges)
        if (e.channel.empty() && e.from.empty()) return e.to;
    return has_no_seen_entry(f.run) ? f.run.top : std::string();
}

// A channel on which work is offered and not taken from the last move to the end of a run that
// stands still for most of its time, or for a good part of it where both ends are blocks of the
// design: then the work is not done. Empty if the outside takes no more results, which holds up the
// rest of the design too.
std::string refused_work(const VerdictFacts& f) {
    const double still =
        1 - static_cast<double>(f.analysis.work.cycles) / static_cast<double>(f.run.cycles);
    if (f.analysis.work.cycles == 0 || still < kStillInside) return {};
    std::string found;
    for (const TapNumbers& n : f.run.taps) {
        const double wanted = kStillRefused * still * static_cast<double>(n.edges);
        const bool refused = n.tap.is(TapKind::stream) && !n.silent && n.edges > 0 &&
                             static_cast<double>(n.number("longest_block")) >= wanted;
        if (!refused) continue;
        if (n.tap.ends().consumer.empty()) return {};
        if (still < kStillRun && n.tap.ends().producer.empty()) continue;
        if (found.empty()) found = n.tap.path;
    }
    return found;
}

// The path may be that of several threads that are alike.
bool is_thread_at(const Run& run, const std::string& path) {
    return std::any_of(run.taps.begin(), run.taps.end(), [&](const TapNumbers& n) {
        return n.tap.is(TapKind::fsm) && is_software(run, n.tap.clock) &&
               (n.tap.scope == path || folded_path(n.tap.scope) == path);
    });
}

// The clock of a device that is least known, if the worst block is awaited across it.
const RunClock* device_clock_of(const Run& run, const Verdict& worst) {
    const bool thread = is_thread_at(run, worst.subject);
    const std::vector<Victim>& victims = worst.evidence.victims;
    const bool one_side = std::all_of(victims.begin(), victims.end(), [&](const Victim& v) {
        return is_thread_at(run, v.path) == thread;
    });
    if (!is_software(run, 0) || (one_side && !victims.empty())) return nullptr;
    const RunClock* least_known = nullptr;
    for (const RunClock& c : run.clocks)
        if (c.unit != "ns" && (!least_known || c.uncertainty_ns > least_known->uncertainty_ns))
            least_known = &c;
    return least_known;
}

// How far the clock of the machine that a thread runs on may be off.
double machine_doubt_ns(const Run& run, int place) {
    if (place < 0 || place >= static_cast<int>(run.places.size())) return 0;
    const std::string& path = run.places[static_cast<std::size_t>(place)].path;
    for (std::size_t i = 1; i < run.clocks.size(); ++i)
        if (is_software(run, static_cast<int>(i)) &&
            (path + ".").starts_with(run.clocks[i].clock.path + "."))
            return run.clocks[i].uncertainty_ns;
    return 0;
}

// The thread whose waits for threads of other machines may be off the most, and by how much: each
// of its waits is a difference of two clocks.
std::pair<int, double> most_doubtful_waits(const Run& run) {
    std::map<int, double> doubt_ns;
    for (const HostWait& w : run.host.waits)
        doubt_ns[w.place] +=
            static_cast<double>(w.count) *
            std::max(machine_doubt_ns(run, w.place), machine_doubt_ns(run, w.cause));
    std::pair<int, double> most{-1, 0};
    for (const auto& [place, ns] : doubt_ns)
        if (ns > most.second) most = {place, ns};
    return most;
}

// A verdict across clocks says nothing if they may be further apart than the part of the run that
// it explains.
Doubt doubt_about_clocks(const Run& run, const Verdict& worst) {
    if (!is_software(run, 0) || run.clocks[0].edges == 0) return {};
    const double says_ns = worst.share * static_cast<double>(run.clocks[0].edges);
    const auto apart = [&](const std::string& path, double ns) {
        return Doubt{
            DoubtKind::clocks_apart, {path}, ns / static_cast<double>(run.clocks[0].edges)};
    };
    const RunClock* device = device_clock_of(run, worst);
    if (device && device->uncertainty_ns >= says_ns)
        return apart(device->clock.path, device->uncertainty_ns);
    const auto [place, ns] = most_doubtful_waits(run);
    if (place >= 0 && ns >= says_ns)
        return apart(run.places[static_cast<std::size_t>(place)].path, ns);
    return {};
}

bool moved(const TapNumbers& n) {
    switch (n.tap.kind()) {
        case TapKind::fsm:
            return std::count_if(n.states.begin(), n.states.end(),
                                 [](const StateNumbers& s) { return s.cycles > 0; }) > 1;
        case TapKind::stream:
            return n.number("transfer_cycles") > 0;
        case TapKind::queue:
            return n.number("pushes") + n.number("pops") > 0;
        case TapKind::call:
            return n.number("invocations") > 0;
        default:
            return false;
    }
}

// Hardware of which no state was left and no beat moved: what looks like work may be rest.
bool stood_still(const Run& run) {
    return !is_software(run, 0) && std::none_of(run.taps.begin(), run.taps.end(), moved);
}

// Why what is known of the run as a whole carries no verdict.
Doubt doubt_about_run(const VerdictFacts& f) {
    if (const auto said = f.run.facts.find("testbench_error"))
        return {DoubtKind::testbench_error, {}, 0, *said};
    if (f.run.facts.find(kFoundBy) == kFoundByNames) return {DoubtKind::names_only};
    if (const std::string entry = unseen_entry(f); !entry.empty())
        return {
            DoubtKind::may_be_stuck, {entry}, 0, {}, static_cast<double>(f.analysis.work.cycles)};
    if (const std::string channel = refused_work(f); !channel.empty())
        return {
            DoubtKind::may_be_stuck, {}, 0, channel, static_cast<double>(f.analysis.work.cycles)};
    if (f.cause.unknown_share > f.analysis.bottlenecks.front().share)
        return {DoubtKind::unknown_work, f.cause.unknown, f.cause.unknown_share};
    return doubt_about_clocks(f.run, f.analysis.bottlenecks.front());
}

bool has_moved(const Run& run, const NetworkBlock& block) {
    const auto is_moving = [&](int tap) { return moved(run.taps[static_cast<std::size_t>(tap)]); };
    return std::ranges::any_of(block.machines, is_moving) ||
           std::ranges::any_of(block.calls, is_moving);
}

// Whether nothing was seen to move of the worst block, nor of any that waits for it: what stays in
// one state all through the run is not used.
bool is_unused(const VerdictFacts& f, const Verdict& worst) {
    for (std::size_t b = 0; b < f.network.blocks.size(); ++b) {
        const NetworkBlock& block = f.network.blocks[b];
        if (block.path != worst.subject && folded_path(block.path) != worst.subject) continue;
        if (block.is_outside() || has_moved(f.run, block)) return false;
        for (const std::size_t i : f.network.links_on[b]) {
            const Link& l = f.network.links[i];
            const bool carries =
                l.channel >= 0 && moved(f.run.taps[static_cast<std::size_t>(l.channel)]);
            const NetworkBlock& by = f.network.blocks[static_cast<std::size_t>(l.by)];
            if (carries || has_moved(f.run, by)) return false;
        }
    }
    return worst.kind == BottleneckKind::compute && !is_software(f.run, 0);
}

// Why what is seen of the worst block does not.
Doubt doubt_about(const VerdictFacts& f, const Verdict& worst) {
    if (is_unused(f, worst)) return {DoubtKind::nothing_waits};
    if (auto unseen = doubts_about(f, worst); !unseen.empty())
        return {DoubtKind::unseen_blocks, std::move(unseen)};
    if (may_wait_outside(f, worst)) return {DoubtKind::may_wait_outside};
    if (const std::string other = awaited_with(f.network, worst); !other.empty())
        return {DoubtKind::awaited_together, {other}};
    if (is_around_others(f.network, worst.subject)) return {DoubtKind::around_others};
    const Verdict* rival = rival_of(f);
    if (rival && are_apart(f, worst, *rival))
        return {DoubtKind::not_joined, {rival->subject}, rival->share};
    if (const std::string other = limit_elsewhere(f, worst); !other.empty())
        return {DoubtKind::limit_elsewhere, {other}};
    if (rival && is_close(share_beside(f, *rival)) && !is_busier(f.network, worst, *rival))
        return {DoubtKind::too_close, {rival->subject}, rival->share};
    if (worst.share < kTooLittle) return {DoubtKind::too_little};
    return {};
}

// Who waits for it on the other side, of software or hardware.
void add_across(const Run& run, Evidence& evidence, const std::string& subject) {
    const bool software = is_thread_at(run, subject);
    const Victim* most = nullptr;
    for (const Victim& v : evidence.victims)
        if (is_thread_at(run, v.path) != software && (!most || v.share > most->share)) most = &v;
    if (!is_software(run, 0) || !most || most->share < kTooLittle) return;
    evidence.across = PathShare{most->path, most->share};
    evidence.across_is_hardware = software;
}

// The stream of a block that carries a beat in nearly every cycle: as many beats take as many
// cycles.
std::optional<PathShare> full_stream(const VerdictFacts& f, const std::string& subject) {
    std::optional<PathShare> fullest;
    for (const TapNumbers& n : f.run.taps) {
        if (!n.tap.is(TapKind::stream) || n.observed_cycles == 0) continue;
        const bool is_its = n.tap.path == subject || n.tap.ends().producer == subject ||
                            n.tap.ends().consumer == subject;
        if (!is_its) continue;
        const double rate = static_cast<double>(n.number("transfer_cycles")) /
                            static_cast<double>(n.observed_cycles);
        if (rate >= kFull && rate < kByItself && (!fullest || rate > fullest->share))
            fullest = PathShare{n.tap.path, rate};
    }
    return fullest;
}

void add_phases(const VerdictFacts& f, Evidence& evidence) {
    evidence.phases_in_time = is_software(f.run, 0);
    for (const Phase& phase : f.cause.phases)
        evidence.phases.push_back({phase.path, static_cast<double>(phase.end_edge)});
}

}  // namespace

bool is_empty(const Run& run) {
    return std::all_of(run.taps.begin(), run.taps.end(),
                       [](const TapNumbers& tap) { return tap.observed_cycles == 0; });
}

Verdict verdict_of_counters(const VerdictFacts& f) {
    const std::vector<Verdict>& all = f.analysis.bottlenecks;
    Verdict verdict;
    verdict.evidence.phases_in_time = is_software(f.run, 0);
    if (is_empty(f.run)) {
        verdict.doubt = doubt_of_empty(f.run);
        return verdict;
    }
    if (!f.analysis.deadlocks.empty()) return verdict_on_stuck(f.analysis);
    if (all.empty() || stood_still(f.run)) {
        verdict.doubt.kind =
            f.network.blocks.empty() ? DoubtKind::nothing_measured : DoubtKind::nothing_waits;
        if (f.cause.unknown_share > kTooLittle)
            verdict.doubt = {DoubtKind::unknown_work, f.cause.unknown, f.cause.unknown_share};
        return verdict;
    }
    verdict = all[0];
    verdict.doubt = doubt_about_run(f);
    if (verdict.doubt.kind == DoubtKind::none) verdict.doubt = doubt_about(f, all[0]);
    if (all.size() > 1 && share_beside(f, all[1]) >= kEven)
        verdict.evidence.alike = PathShare{all[1].subject, all[1].share};
    verdict.evidence.full_stream = full_stream(f, verdict.subject);
    add_across(f.run, verdict.evidence, verdict.subject);
    add_phases(f, verdict.evidence);
    return verdict;
}

SeenPart seen_part(const Run& run, const Network& network) {
    const auto blocks = std::count_if(network.blocks.begin(), network.blocks.end(),
                                      [](const NetworkBlock& b) { return !b.is_outside(); });
    return {static_cast<std::size_t>(blocks) + network.queues.size(), unseen_blocks(run, network)};
}

}  // namespace tapestry
