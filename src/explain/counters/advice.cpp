// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/number_text.h"
#include "base/path_name.h"
#include "explain/network/clock_scale.h"
#include "model/advice_order.h"
#include "model/category.h"
#include "model/hls_names.h"
#include "model/queue_numbers.h"
#include "model/replicas.h"
#include "model/verdict_words.h"

namespace tapestry {

namespace {

constexpr double kNoticeable = 0.05;  // share of the run below which advice is not worth a line
constexpr std::uint64_t kFewest = 8;  // beats, calls or entries before a mean means something
constexpr std::size_t kMostAdvice = 100;

using Out = std::vector<Advice>;

double share(const AdviceFacts& f, double cycles) {
    return f.load.length > 0 ? cycles / f.load.length : 0;
}

const TapNumbers& tap_of(const AdviceFacts& f, int tap) {
    return f.run.taps[static_cast<std::size_t>(tap)];
}

double number(const AdviceFacts& f, int tap, const char* word) {
    return static_cast<double>(tap_of(f, tap).number(word));
}

const std::string& path_of(const AdviceFacts& f, int block) {
    return f.network.blocks[static_cast<std::size_t>(block)].path;
}

// Share of the run that a block of one list waits for one of another, the largest.
double waiting(const AdviceFacts& f, const std::vector<int>& by, const std::vector<int>& on,
               WaitKind kind) {
    double most = 0;
    for (const int b : by) {
        for (const std::size_t i : f.network.links_of[static_cast<std::size_t>(b)]) {
            const Link& l = f.network.links[i];
            if (l.kind == kind && std::find(on.begin(), on.end(), l.on) != on.end())
                most = std::max(most, f.load.cycles[i]);
        }
    }
    return share(f, most);
}

// Cycles of a machine, by its own clock, in states that wait for nothing.
double own_cycles(const AdviceFacts& f, int machine) {
    const TapNumbers& n = tap_of(f, machine);
    const std::vector<StateCategory>& states =
        f.analysis.machines[static_cast<std::size_t>(machine)].states;
    double cycles = 0;
    for (std::size_t s = 0; s < n.tap.states().size(); ++s) {
        const bool rests = states[s].category == Category::idle || is_wait(states[s].category);
        if (!rests && n.tap.states()[s].waits.empty())
            cycles += static_cast<double>(n.states[s].cycles);
    }
    return cycles;
}

// Blocks that a change makes faster, with the cycles that are left to them.
using Changed = std::map<int, double>;

// Whether the link takes beats of a block that changes: it may put more into each of them.
bool takes_from(const AdviceFacts& f, std::size_t link, const Changed& changed) {
    const Link& l = f.network.links[link];
    return (l.kind == WaitKind::receive && changed.contains(l.on)) ||
           (l.kind == WaitKind::send && changed.contains(l.by));
}

// Cycles of the run that are left to a block whatever others do: those of states that wait for
// nothing, or one for each beat.
double floor_of(const AdviceFacts& f, std::size_t b, const Changed& changed,
                const ClockScale& clocks) {
    double beats = 0;
    for (const int machine : f.network.blocks[b].machines)
        beats = std::max(beats, own_cycles(f, machine) * clocks.cycle_of(tap_of(f, machine)));
    for (const auto* links : {&f.network.links_of[b], &f.network.links_on[b]}) {
        for (const std::size_t i : *links) {
            const int channel = f.network.links[i].channel;
            if (channel >= 0 && tap_of(f, channel).tap.kind() == TapKind::stream &&
                !takes_from(f, i, changed))
                beats = std::max(beats, number(f, channel, "transfer_cycles") *
                                            clocks.cycle_of(tap_of(f, channel)));
        }
    }
    return std::min(f.load.length, beats);
}

// A thread takes as long as its statements do; beats and cycles are the hardware's.
bool is_software_thread(const AdviceFacts& f, const NetworkBlock& block) {
    if (block.machines.size() != 1) return false;
    const int place = tap_of(f, block.machines[0]).place;
    return place >= 0 && f.run.places[static_cast<std::size_t>(place)].kind == PlaceKind::thread;
}

// The largest share of the run that a change can save: no less time is left than the busiest block
// needs.
double bound_of(const AdviceFacts& f, const Changed& changed) {
    const ClockScale clocks(f.run);
    double left = 0;
    for (std::size_t b = 0; b < f.network.blocks.size(); ++b) {
        const auto own = changed.find(static_cast<int>(b));
        left = std::max(left, own == changed.end() ? floor_of(f, b, changed, clocks) : own->second);
    }
    return std::max(0.0, 1 - share(f, left));
}

// The share of the run that is laid to a path, or to its group.
double blame_of(const AdviceFacts& f, const std::string& path) {
    for (const Verdict& b : f.analysis.bottlenecks) {
        if (b.subject == path || b.subject == folded_path(path)) return b.share;
    }
    return 0;
}

// A queue that is often full and often empty smooths too little: a burst that does not fit makes
// its filler wait, and later its drainer starves.
void queue_too_shallow(const AdviceFacts& f, Out& out) {
    for (const auto& [tap, queue] : f.network.queues) {
        const TapNumbers& n = tap_of(f, tap);
        if (n.tap.queue().depth == 0 || n.number("max_occupancy") < n.tap.queue().depth) continue;
        const double full = full_share(n);
        const double empty = empty_share(n);
        const double blocked = waiting(f, queue.fillers, queue.drainers, WaitKind::send);
        const double starved = waiting(f, queue.drainers, queue.fillers, WaitKind::receive);
        if (full < kNoticeable || empty < kNoticeable || std::min(blocked, starved) < kNoticeable)
            continue;
        out.push_back(
            {"queue_too_shallow", n.tap.path,
             fmt::format("Make {} deeper than {}: bursts do not fit.", last_part(n.tap.path),
                         n.tap.queue().depth),
             bound_of(f, {}),
             fmt::format("it is full {} and empty {} of the run; what fills it waits {}, "
                         "what drains it starves {}; the busiest block then sets the pace",
                         percent(full), percent(empty), percent(blocked), percent(starved)),
             Quality::estimated});
    }
}

void queue_too_deep(const AdviceFacts& f, Out& out) {
    for (const TapNumbers& n : f.run.taps) {
        if (n.tap.kind() != TapKind::queue || n.tap.times_a_bus() || n.silent) continue;
        if (n.number("pushes") < kFewest) continue;
        const std::uint64_t used = n.number("max_occupancy");
        if (n.tap.queue().depth < 8 || 2 * used > n.tap.queue().depth) continue;
        if (full_share(n) > 0) continue;  // it says that it is full before its memory is
        out.push_back({"queue_too_deep", n.tap.path,
                       fmt::format("Make {} {} deep instead of {}: it never holds more.",
                                   last_part(n.tap.path), std::max<std::uint64_t>(used, 1),
                                   n.tap.queue().depth),
                       0.0,
                       fmt::format("it held at most {} of {} entries; this saves area, no time",
                                   used, n.tap.queue().depth),
                       n.quality});
    }
}

// The state of overhead that a machine is in the longest.
std::string longest_overhead(const TapNumbers& n) {
    std::uint64_t most = 0;
    std::string name;
    const std::vector<TapState>& states = n.tap.states();
    for (std::size_t i = 0; i < states.size() && i < n.states.size(); ++i) {
        if (category_of(states[i].category) != Category::overhead || n.states[i].cycles <= most)
            continue;
        most = n.states[i].cycles;
        name = states[i].name;
    }
    return name;
}

struct FillAndFlush {
    const BlockTime* block = nullptr;
    int in_network = 0;
    double overhead = 0, work = 0;  // shares of the run
    double left = 0;                // cycles of work without the overhead
    std::size_t alike = 1;          // threads, of which this one has the most overhead
};

// Blocks with noticeable overhead; of threads that are alike only one.
std::vector<FillAndFlush> mostly_overhead(const AdviceFacts& f) {
    const ClockScale clocks(f.run);
    std::vector<FillAndFlush> found;
    std::map<std::string, std::size_t> of_threads;  // by folded path
    for (const BlockTime& b : f.analysis.blocks) {
        if (!b.measured || b.tap < 0 || b.observed_cycles == 0) continue;
        const double cycle = clocks.cycle_of(tap_of(f, b.tap));
        const double to_go = cycle * static_cast<double>(b.of(Category::overhead));
        FillAndFlush one{&b, 0, share(f, to_go)};
        one.work =
            share(f, cycle * static_cast<double>(b.of(Category::busy) + b.of(Category::transfer)));
        if (one.overhead < 2 * kNoticeable || 2 * one.overhead < one.work) continue;
        if (blame_of(f, b.scope) < kNoticeable) continue;
        one.in_network = f.network.by_path.at(b.scope);
        const auto block = static_cast<std::size_t>(one.in_network);
        one.left = f.load.work[block] - to_go;
        const bool thread = is_software_thread(f, f.network.blocks[block]);
        const auto [at, is_new] =
            of_threads.try_emplace(thread ? folded_path(b.scope) : b.path, found.size());
        if (is_new) {
            found.push_back(one);
            continue;
        }
        FillAndFlush& known = found[at->second];
        one.alike = known.alike + 1;
        if (one.overhead > known.overhead) known = one;
        known.alike = one.alike;
    }
    return found;
}

std::string fill_and_flush_text(const AdviceFacts& f, const FillAndFlush& one) {
    const BlockTime& b = *one.block;
    const bool thread =
        is_software_thread(f, f.network.blocks[static_cast<std::size_t>(one.in_network)]);
    const std::string state = thread ? longest_overhead(tap_of(f, b.tap)) : "";
    if (state.empty())
        return fmt::format("Give {} more work at a time: it {} for {} of the run.",
                           thread ? b.scope : last_part(b.scope),
                           thread ? "starts and ends" : "fills, flushes and sets up",
                           percent(one.overhead));
    return fmt::format("Give {} more work at a time: {}{} of the run is overhead, above all {}.",
                       one.alike > 1 ? folded_path(b.scope) : b.scope,
                       one.alike > 1 ? "up to " : "", percent(one.overhead), state);
}

void fill_and_flush(const AdviceFacts& f, Out& out) {
    for (const FillAndFlush& one : mostly_overhead(f))
        out.push_back({"fill_and_flush", one.block->path, fill_and_flush_text(f, one),
                       std::min(one.overhead, bound_of(f, {{one.in_network, one.left}})),
                       fmt::format("{} of the run is overhead, {} is work; only the overhead can "
                                   "go",
                                   percent(one.overhead), percent(one.work)),
                       Quality::estimated});
}

// Beats that a block takes, on the channel that it takes most from.
double beats_into(const AdviceFacts& f, int block) {
    double beats = 0;
    for (const std::size_t i : f.network.links_of[static_cast<std::size_t>(block)]) {
        const Link& l = f.network.links[i];
        if (l.kind == WaitKind::receive && l.channel >= 0 &&
            tap_of(f, l.channel).tap.kind() == TapKind::stream)
            beats = std::max(beats, number(f, l.channel, "transfer_cycles"));
    }
    return beats;
}

// How long a cycle of the block's own clock is, in cycles of the run.
double cycle_of(const AdviceFacts& f, const std::string& block) {
    const ClockScale clocks(f.run);
    for (const TapNumbers& n : f.run.taps)
        if (n.tap.scope == block && n.edges > 0) return clocks.cycle_of(n);
    return 1;
}

// What makes a block slow, where its machine says it: an iteration of its loop begins only so
// often.
std::string interval_text(const AdviceFacts& f, const NetworkBlock& block) {
    for (const int machine : block.machines) {
        const std::size_t interval = interval_of(tap_of(f, machine).tap);
        if (interval > 1)
            return fmt::format(" Its loop has an initiation interval of {}.", interval);
    }
    return {};
}

void interval_above_one(const AdviceFacts& f, Out& out) {
    for (const Verdict& b : f.analysis.bottlenecks) {
        const auto block = f.network.by_path.find(b.subject);
        if (b.kind != BottleneckKind::compute || block == f.network.by_path.end()) continue;
        const NetworkBlock& callee = f.network.blocks[static_cast<std::size_t>(block->second)];
        if (is_software_thread(f, callee)) continue;
        double beats = beats_into(f, block->second);
        const bool called = beats == 0 && !callee.calls.empty();
        if (called) beats = number(f, callee.calls.front(), "invocations");
        const double cycle = cycle_of(f, b.subject);
        const double work = f.load.work[static_cast<std::size_t>(block->second)] / cycle;
        if (beats < static_cast<double>(kFewest) || work < 1.5 * beats) continue;
        if (b.share < kNoticeable) continue;
        const double bound = bound_of(f, {{block->second, beats * cycle}});
        if (bound < kNoticeable) continue;
        out.push_back({"interval_above_one", b.subject,
                       fmt::format("Make {} faster: now {:.1f} cycles of work for each {}.{}",
                                   block_text(std::string(last_part(b.subject))), work / beats,
                                   called ? "call" : "beat", interval_text(f, callee)),
                       bound,
                       fmt::format("{} {} need at least a cycle each", cycles_text(beats),
                                   called ? "calls" : "beats"),
                       b.quality});
    }
}

void load_imbalance(const AdviceFacts& f, Out& out) {
    for (const BlockGroup& g : f.analysis.groups) {
        const double apart = g.busy_max - g.busy_mean;
        if (g.quality == Quality::estimated) continue;  // no machines: busy is what is left over
        if (apart < 2 * kNoticeable || g.busy_max < 0.5) continue;
        Changed even;
        for (const BlockTime& b : f.analysis.blocks) {
            const auto at = f.network.by_path.find(b.scope);
            if (folded_path(b.path) == g.path && at != f.network.by_path.end())
                even[at->second] = g.busy_mean * f.load.length;
        }
        out.push_back({"load_imbalance", g.path,
                       fmt::format("Spread the work of {} evenly: {} is busy {}, the mean is {}.",
                                   g.path, g.busiest, percent(g.busy_max), percent(g.busy_mean)),
                       bound_of(f, even), "with even shares each of them would still need the mean",
                       g.quality});
    }
}

// Locks, and blocks that answer several others: a port that these share.
void contention(const AdviceFacts& f, Out& out) {
    std::map<int, std::map<int, double>> users;  // cycles that each waits, by what it waits for
    for (std::size_t i = 0; i < f.network.links.size(); ++i) {
        const Link& l = f.network.links[i];
        if (f.network.blocks[static_cast<std::size_t>(l.on)].kind == BottleneckKind::lock ||
            f.network.asks(l))
            users[l.on][l.by] += f.load.cycles[i];
    }
    for (const auto& [block, waits] : users) {
        int count = 0;
        double most = 0;
        for (const auto& [by, cycles] : waits) {
            count += share(f, cycles) >= kNoticeable ? 1 : 0;
            most = std::max(most, share(f, cycles));
        }
        if (count < 2 || blame_of(f, path_of(f, block)) < kNoticeable) continue;
        const std::string name(last_part(path_of(f, block)));
        const double held = share(f, f.load.work[static_cast<std::size_t>(block)]);
        Changed freed = {{block, 0.0}};
        for (const std::size_t i : f.network.links_of[static_cast<std::size_t>(block)]) {
            const auto holder = static_cast<std::size_t>(f.network.links[i].on);
            if (f.load.held[i] > 0)
                freed[f.network.links[i].on] = std::max(0.0, f.load.work[holder] - f.load.held[i]);
        }
        if (f.network.blocks[static_cast<std::size_t>(block)].kind == BottleneckKind::lock)
            out.push_back({"contended_lock", path_of(f, block),
                           fmt::format("Hold the lock for less time, or split it: {} blocks wait "
                                       "for {}.",
                                       count, name),
                           bound_of(f, freed),
                           fmt::format("it is held {} of the run; the other work of its holders "
                                       "stays",
                                       percent(held)),
                           Quality::estimated});
        else
            out.push_back(
                {"shared_port", path_of(f, block),
                 fmt::format("Give each user a port of its own: {} blocks wait for {}.", count,
                             name),
                 bound_of(f, freed),
                 fmt::format("the one that waits longest waits {} of the run", percent(most)),
                 Quality::estimated});
    }
}

bool is_outside_block(const AdviceFacts& f, int block) {
    return f.network.blocks[static_cast<std::size_t>(block)].is_outside();
}

// Stream taps that lead out of the design, each once.
std::set<int> outside_channels(const AdviceFacts& f) {
    std::set<int> taps;
    for (const Link& l : f.network.links) {
        if (l.channel >= 0 && (is_outside_block(f, l.by) || is_outside_block(f, l.on)) &&
            tap_of(f, l.channel).tap.kind() == TapKind::stream)
            taps.insert(l.channel);
    }
    return taps;
}

void bandwidth_bound(const AdviceFacts& f, Out& out) {
    for (const int tap : outside_channels(f)) {
        const double moved = share(f, number(f, tap, "transfer_cycles"));
        if (moved < 0.8) continue;
        const Tap& t = tap_of(f, tap).tap;
        out.push_back(
            {"bandwidth_bound", t.path,
             fmt::format("Widen {} or move less: it carries a beat in {} of the cycles.",
                         last_part(t.path), percent(moved)),
             std::max(0.0, 1 - moved / 2),
             "its peak is one beat a cycle; a port twice as wide still needs half of them",
             tap_of(f, tap).quality});
    }
}

// Who asks and gets answers from the same block, waits for the answers, while the asked takes more
// requests than it gets: time that more requests under way would hide.
void latency_bound(const AdviceFacts& f, Out& out) {
    for (std::size_t i = 0; i < f.network.links.size(); ++i) {
        const Link& l = f.network.links[i];
        if (l.kind != WaitKind::receive || l.channel < 0 || !f.network.asks(l)) continue;
        const double waits = share(f, f.load.cycles[i]);
        if (waits < 2 * kNoticeable) continue;
        double blocked = 0, requests = 0;
        for (const std::size_t j : f.network.links_of[static_cast<std::size_t>(l.by)]) {
            const Link& r = f.network.links[j];
            if (r.on != l.on || r.kind != WaitKind::send || r.channel < 0) continue;
            blocked = std::max(blocked, share(f, number(f, r.channel, "blocked_cycles")));
            requests = std::max(requests, number(f, r.channel, "transfer_cycles"));
        }
        if (requests < static_cast<double>(kFewest) || blocked > waits / 4) continue;
        if (std::max(blame_of(f, path_of(f, l.by)), blame_of(f, path_of(f, l.on))) < kNoticeable)
            continue;
        out.push_back(
            {"latency_bound", path_of(f, l.by),
             fmt::format("Let {} send requests ahead: it waits {} of the run for answers from {}.",
                         last_part(path_of(f, l.by)), percent(waits), last_part(path_of(f, l.on))),
             bound_of(f, {{l.on, requests}}),
             fmt::format("its requests are hardly ever refused ({}): the time is "
                         "latency, which more requests in flight would hide",
                         percent(blocked)),
             Quality::estimated});
    }
}

void host_and_device(const AdviceFacts& f, Out& out) {
    for (const TapNumbers& n : f.run.taps) {
        if (n.tap.kind() != TapKind::call || n.silent || n.tap.path != f.run.top) continue;
        const double busy = share(f, static_cast<double>(n.number("busy_cycles")));
        if (n.number("invocations") < 2) continue;
        if (1 - busy >= 2 * kNoticeable)
            out.push_back(
                {"device_waits_for_host", n.tap.path,
                 fmt::format("Start the next call earlier: the design rests {} of the run "
                             "between calls.",
                             percent(1 - busy)),
                 1 - busy, "it is busy in the rest of the run", n.quality});
        else
            out.push_back({"host_waits_for_device", n.tap.path,
                           fmt::format("Let the host work while the design does: it is busy {} of "
                                       "the run.",
                                       percent(busy)),
                           std::nullopt, "what the host could do meanwhile is not measured",
                           n.quality});
    }
}

void starved_by_host(const AdviceFacts& f, Out& out) {
    for (std::size_t i = 0; i < f.network.links.size(); ++i) {
        const Link& l = f.network.links[i];
        const NetworkBlock& on = f.network.blocks[static_cast<std::size_t>(l.on)];
        const double waits = share(f, f.load.cycles[i]);
        const bool host = on.kind == BottleneckKind::outside || on.kind == BottleneckKind::host;
        const auto blamed =
            std::find_if(f.analysis.bottlenecks.begin(), f.analysis.bottlenecks.end(),
                         [&](const Verdict& b) { return b.subject == on.path; });
        if (!host || waits < 2 * kNoticeable || blamed == f.analysis.bottlenecks.end()) continue;
        if (blamed->share < 2 * kNoticeable) continue;
        const bool sends = l.kind == WaitKind::send;
        out.push_back({"device_waits_for_host", on.path,
                       fmt::format("{} {}: {} waits for it {} of the run.",
                                   sends ? "Take results faster from" : "Send data faster into",
                                   last_part(on.path), last_part(path_of(f, l.by)), percent(waits)),
                       bound_of(f, {{l.on, 0.0}}), "the work of the design's own blocks stays",
                       Quality::estimated});
    }
}

void small_transfers(const AdviceFacts& f, Out& out) {
    std::map<std::pair<std::string, std::string>, std::map<std::string, const TapNumbers*>> buses;
    for (const TapNumbers& n : f.run.taps) {
        if (!n.silent && !n.tap.bus().name.empty())
            buses[{n.tap.bus().name, n.tap.bus().direction}][n.tap.bus().part] = &n;
    }
    for (auto& [way, channels] : buses) {
        const std::string& bus = way.first;
        const TapNumbers* requests = channels["request"];
        const TapNumbers* beats = channels["data"];
        if (!requests || !beats || requests->number("transfer_cycles") < kFewest) continue;
        if (beats->tap.protocol() == "axi_lite") continue;  // it has no bursts
        const auto bursts = static_cast<double>(requests->number("transfer_cycles"));
        const double length = static_cast<double>(beats->number("transfer_cycles")) / bursts;
        const double moved = share(f, static_cast<double>(beats->number("transfer_cycles")));
        const double gaps = share(f, static_cast<double>(beats->number("starved_cycles") +
                                                         beats->number("blocked_cycles")));
        if (length >= 8 || gaps < 2 * kNoticeable || moved > 0.5) continue;
        out.push_back(
            {"small_transfers", bus,
             fmt::format("Use longer bursts on {}: they have {:.1f} beats on average.",
                         last_part(bus), length),
             bound_of(f, {}),
             fmt::format("its data channel waits {} of the run between beats", percent(gaps)),
             beats->quality});
    }
}

struct Rule {
    const char* name;
    void (*apply)(const AdviceFacts&, Out&);
};

constexpr Rule kRules[] = {
    {"queue_too_shallow", queue_too_shallow}, {"queue_too_deep", queue_too_deep},
    {"fill_and_flush", fill_and_flush},       {"interval_above_one", interval_above_one},
    {"load_imbalance", load_imbalance},       {"contention", contention},
    {"bandwidth_bound", bandwidth_bound},     {"latency_bound", latency_bound},
    {"host_and_device", host_and_device},     {"starved_by_host", starved_by_host},
    {"small_transfers", small_transfers},
};

}  // namespace

std::vector<Advice> advise(const AdviceFacts& facts) {
    Out out;
    if (facts.load.length <= 0) return out;
    for (const Rule& rule : kRules) rule.apply(facts, out);
    order_advice(out);
    std::set<std::pair<std::string, std::string>> given;  // each advice once
    std::erase_if(out, [&](const Advice& a) { return !given.emplace(a.rule, a.path).second; });
    if (out.size() > kMostAdvice) out.resize(kMostAdvice);
    return out;
}

}  // namespace tapestry
