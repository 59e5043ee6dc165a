// SPDX-License-Identifier: Apache-2.0
#include "run/reading/match.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/codes/links.h"
#include "base/codes/readings.h"
#include "base/path_name.h"
#include "model/reading.h"
#include "model/tap_map.h"
#include "run/reading/hierarchical_name.h"
#include "run/reading/tap_numbers.h"

namespace tapestry {

namespace {

// Finds the instances of the design in the hierarchy of a simulation: the prefix that the testbench
// adds to the paths of the tap map, for each instance.

// One instance of the design under test.
struct Dut {
    std::string prefix;  // its own path in the simulation, in normal spelling: tb.u_dut
    // For every tap of the map its records in order; empty if the tap is silent.
    std::vector<std::vector<const ReadingRecord*>> records;
};

struct Duts {
    std::vector<Dut> duts;                      // ordered by prefix
    std::vector<const ReadingRecord*> unknown;  // first records of paths that fit no tap
};

// All records of one path.
struct Source {
    std::string path;  // in normal spelling
    std::vector<const ReadingRecord*> records;
};

std::string key_of(std::string_view kind, std::string_view path) {
    std::string key(kind);
    return key.append(" ").append(path);
}

std::vector<Source> group_by_path(const Reading& reading) {
    std::vector<Source> sources;
    std::unordered_map<std::string, std::size_t> index;
    for (const ReadingRecord& record : reading.records) {
        if (record.kind == "clock") continue;
        const auto [it, is_new] = index.emplace(key_of(record.kind, record.path), sources.size());
        if (is_new) sources.push_back({normal_name(record.path), {}});
        sources[it->second].records.push_back(&record);
    }
    return sources;
}

constexpr std::size_t kIgnored = ~std::size_t{0};

// One possible split of a source's path into a prefix and the instance of a tap.
struct Cut {
    std::size_t source;
    std::size_t tap;  // or kIgnored
};

class Search {
public:
    Search(const TapMap& map, std::vector<Source> sources)
        : map_(map), sources_(std::move(sources)), cuts_of_(sources_.size()) {
        for (const Tap& tap : map_.taps) {
            add_instance(tap.instance, to_word(tap.kind()), static_cast<std::size_t>(tap.tap));
        }
        for (const std::string& instance : map_.ignored) add_instance(instance, "", kIgnored);
        for (std::size_t s = 0; s < sources_.size(); ++s) find_cuts(s);
        for (const auto& [prefix, cuts] : cuts_) {
            open_.insert({-static_cast<long>(cuts.size()), prefix});
        }
    }

    Duts run() {
        Duts result;
        while (!open_.empty() && open_.begin()->first < 0) {
            const std::string prefix = open_.begin()->second;
            open_.erase(open_.begin());
            if (overlaps_a_dut(prefix)) continue;
            result.duts.push_back(take(prefix));
            prefixes_.insert(prefix);
        }
        std::sort(result.duts.begin(), result.duts.end(),
                  [](const Dut& a, const Dut& b) { return a.prefix < b.prefix; });
        for (const Source& s : sources_) {
            if (!s.records.empty() && !is_of_the_testbench(s))
                result.unknown.push_back(s.records.front());
        }
        return result;
    }

private:
    // A testbench may have instances of its own of the modules that are woven: the partner of a
    // design has the same FIFO in it. They are beside the DUTs, and their taps have known names.
    bool is_of_the_testbench(const Source& source) const {
        const bool inside = std::any_of(
            prefixes_.begin(), prefixes_.end(),
            [&](const std::string& prefix) { return source.path.starts_with(prefix + "."); });
        return !prefixes_.empty() && !inside && leaves_.contains(leaf_of(source.path));
    }

    static std::string leaf_of(std::string_view path) {
        return std::string(path.substr(path.rfind('.') + 1));
    }

    // The map does not say what kind an ignored tap has.
    void add_instance(const std::string& instance, std::string_view kind, std::size_t tap) {
        const std::string name = normal_name(instance);
        const std::string_view below = below_top(name);
        longest_ = std::max(longest_, below.size());
        leaves_.insert(leaf_of(below));
        taps_.emplace(key_of(kind, below), tap);
    }

    std::optional<std::size_t> find_tap(std::string_view kind, std::string_view below) const {
        auto it = taps_.find(key_of(kind, below));
        if (it == taps_.end()) it = taps_.find(key_of("", below));
        return it == taps_.end() ? std::nullopt : std::optional(it->second);
    }

    void find_cuts(std::size_t s) {
        const std::string& path = sources_[s].path;
        const std::string& kind = sources_[s].records.front()->kind;
        for (std::size_t dot = path.rfind('.'); dot != std::string::npos && dot > 0;
             dot = path.rfind('.', dot - 1)) {
            if (path.size() - dot - 1 > longest_) return;
            const auto tap = find_tap(kind, std::string_view(path).substr(dot + 1));
            if (!tap) continue;
            const std::string prefix = path.substr(0, dot);
            cuts_[prefix].push_back({s, *tap});
            cuts_of_[s].push_back(prefix);
        }
    }

    // A design inside another one would mean that a path was split in the wrong place.
    bool overlaps_a_dut(const std::string& prefix) const {
        for (std::size_t dot = prefix.find('.'); dot != std::string::npos;
             dot = prefix.find('.', dot + 1)) {
            if (prefixes_.count(prefix.substr(0, dot))) return true;
        }
        const auto below = prefixes_.lower_bound(prefix + ".");
        return below != prefixes_.end() && below->rfind(prefix + ".", 0) == 0;
    }

    // Gives the DUT all records that can be split at `prefix`, and removes them from other
    // prefixes.
    Dut take(const std::string& prefix) {
        Dut dut{prefix, std::vector<std::vector<const ReadingRecord*>>(map_.taps.size())};
        for (const Cut& cut : cuts_[prefix]) {
            Source& source = sources_[cut.source];
            if (source.records.empty()) continue;
            forget(cut.source, prefix);
            if (cut.tap != kIgnored) {
                auto& records = dut.records[cut.tap];
                records.insert(records.end(), source.records.begin(), source.records.end());
            }
            source.records.clear();
        }
        return dut;
    }

    void forget(std::size_t s, const std::string& taken_by) {
        for (const std::string& prefix : cuts_of_[s]) {
            if (prefix == taken_by) continue;
            long& lost = lost_[prefix];
            const long size = static_cast<long>(cuts_[prefix].size());
            open_.erase({lost - size, prefix});
            ++lost;
            if (!prefixes_.count(prefix)) open_.insert({lost - size, prefix});
        }
    }

    const TapMap& map_;
    std::vector<Source> sources_;
    std::unordered_map<std::string, std::size_t> taps_;  // kind and instance below the top
    std::size_t longest_ = 0;                            // of those instances
    std::set<std::string> leaves_;                       // their last names
    std::map<std::string, std::vector<Cut>> cuts_;       // by prefix
    std::vector<std::vector<std::string>> cuts_of_;      // the prefixes of each source
    std::map<std::string, long> lost_;                   // cuts whose source another prefix took
    std::set<std::pair<long, std::string>> open_;        // minus the cuts left, prefix
    std::set<std::string> prefixes_;                     // of the DUTs found
};

// A record belongs to a tap if it has the tap's kind and its path is the DUT's prefix followed by
// the tap's instance below the top. If a path can be split in several ways, the prefix that most
// taps agree on wins; designs never contain one another. Taps that the map ignores help to find the
// prefix, and their records are dropped, as those of the testbench's own instances are. Records of
// kind `clock` are not considered.
Duts find_duts(const TapMap& map, const Reading& reading) {
    return Search(map, group_by_path(reading)).run();
}

// With the wrong tap map every record is unknown; a few names are enough.
constexpr std::size_t kUnknownTapsToName = 5;
// A short run may well be mostly reset.
constexpr std::uint64_t kEdgesToJudge = 64;

Reported report_unknown(const std::vector<const ReadingRecord*>& unknown,
                        Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < std::min(unknown.size(), kUnknownTapsToName); ++i) {
        diagnostics.report(code::reading_unknown_tap, {}, unknown[i]->path);
    }
    return diagnostics.failure();
}

// The length of the common prefix up to a dot: `tb.` of tb.u_dut0 and tb.u_dut1.
std::size_t shared_start(const std::vector<Dut>& duts) {
    const std::string& a = duts.front().prefix;
    const std::string& b = duts.back().prefix;  // they are sorted: these two differ first
    const auto differ = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    const std::size_t dot = std::string(a.begin(), differ).rfind('.');
    return dot == std::string::npos ? 0 : dot + 1;
}

// The name that replaces the top in the paths of each DUT.
std::vector<std::string> names_of(const std::vector<Dut>& duts, const std::string& top) {
    if (duts.size() == 1) return {top};
    const std::size_t shared = shared_start(duts);
    std::vector<std::string> names;
    names.reserve(duts.size());
    for (const Dut& dut : duts) names.push_back(dut.prefix.substr(shared));
    return names;
}

Tap placed_tap(Tap tap, std::size_t index, int first_clock, const std::string& name) {
    tap.tap = static_cast<int>(index);
    if (tap.clock >= 0) tap.clock += first_clock;
    std::vector<std::string*> paths = {&tap.path, &tap.instance, &tap.scope};
    if (BusRole* bus = tap.find_bus()) paths.push_back(&bus->name);
    if (ChannelEnds* ends = tap.find_ends())
        paths.insert(paths.end(), {&ends->producer, &ends->consumer});
    if (std::vector<TapState>* states = tap.find_states()) {
        for (TapState& state : *states) {
            for (StateWait& wait : state.waits)
                paths.insert(paths.end(), {&wait.from, &wait.channel});
        }
    }
    for (std::string* path : paths) *path = with_top(*path, name);
    return tap;
}

// The record of a clock, with its path in normal spelling.
struct ClockRecord {
    std::string path;
    const ReadingRecord* record;
};

std::vector<ClockRecord> clock_records(const Reading& reading) {
    std::vector<ClockRecord> records;
    for (const ReadingRecord& record : reading.records) {
        if (record.kind == "clock") records.push_back({normal_name(record.path), &record});
    }
    return records;
}

// The last record of a clock for one DUT. The counter of a clock may be outside the DUT; then its
// record is for all.
const ReadingRecord* last_of_clock(const std::vector<ClockRecord>& records, int clock,
                                   const std::string& prefix) {
    const ReadingRecord* found = nullptr;
    bool found_inside = false;
    for (const auto& [path, record] : records) {
        if (record->number("clock") != static_cast<std::uint64_t>(clock)) continue;
        const bool inside = path.rfind(prefix + ".", 0) == 0;
        if (inside || !found_inside) found = record;
        found_inside = found_inside || inside;
    }
    return found;
}

// Whoever does not say what a unit of time is leaves a simulator to choose one, and a testbench in
// C++ may count anything as time. What no clock of an FPGA does is not believed.
constexpr double kLeastRate = 1e3, kMostRate = 2e9;  // Hz

void add_rate(const ReadingRecord& record, RunClock& clock) {
    const std::uint64_t edges = record.number("timed_edges");
    const std::uint64_t first = record.number("first_edge_fs"),
                        last = record.number("last_edge_fs");
    if (edges < 2 || last <= first) return;
    const double rate = static_cast<double>(edges - 1) * 1e15 / static_cast<double>(last - first);
    if (rate < kLeastRate || rate > kMostRate) return;
    clock.rate_hz = rate;
    clock.offset_ns = static_cast<double>(first) / 1e6;
    clock.uncertainty_ns = static_cast<double>(record.number("edge_step_fs")) / 1e6;
}

void add_clocks(const TapMap& map, const std::vector<ClockRecord>& records,
                const std::string& prefix, const std::string& name, Run& run) {
    for (const TapClock& clock : map.clocks) {
        RunClock measured;
        if (const ReadingRecord* record = last_of_clock(records, clock.clock, prefix)) {
            measured.silent = false;
            measured.edges = record->number("edges");
            measured.time = record->number("time");
            add_rate(*record, measured);
        }
        measured.clock = clock;
        measured.clock.clock = static_cast<int>(run.clocks.size());
        measured.clock.path = with_top(clock.path, name);
        run.cycles = std::max(run.cycles, measured.edges);
        run.clocks.push_back(std::move(measured));
    }
}

void add_dut(const TapMap& map, const Dut& dut, const std::string& name, Run& run,
             Diagnostics& diagnostics) {
    const int first_clock = static_cast<int>(run.clocks.size());
    for (const Tap& tap : map.taps) {
        run.taps.push_back(tap_numbers(placed_tap(tap, run.taps.size(), first_clock, name),
                                       dut.records[static_cast<std::size_t>(tap.tap)],
                                       diagnostics));
        run.cycles = std::max(run.cycles, run.taps.back().edges);
    }
    // The outside, as pragmas name it ($CPU), is in no instance.
    const auto placed = [&](const std::string& path) {
        return path.starts_with('$') ? path : with_top(path, name);
    };
    for (const GraphEdge& e : map.edges)
        run.edges.push_back({placed(e.from), placed(e.to), with_top(e.channel, name)});
}

void mark_estimated(Run& run, Diagnostics& diagnostics) {
    diagnostics.report(code::link_late, {});
    for (TapNumbers& tap : run.taps) {
        if (tap.quality == Quality::exact) tap.quality = Quality::estimated;
    }
}

// Responses that come out of order are matched with the wrong request (docs/counting.md), unless
// there was never more than one outstanding.
void judge_reordering(Run& run) {
    std::set<std::pair<std::string, std::string>> in_order;
    for (const TapNumbers& n : run.taps) {
        if (n.tap.bus().part == "outstanding" && !n.silent && n.number("max_occupancy") <= 1)
            in_order.emplace(n.tap.bus().name, n.tap.bus().direction);
    }
    for (TapNumbers& n : run.taps) {
        if (n.tap.bus().reorders && n.quality == Quality::exact &&
            !in_order.contains({n.tap.bus().name, n.tap.bus().direction}))
            n.quality = Quality::estimated;
    }
}

// For the taps in the order of the run: whether the last record of each is that of the end.
struct Endings {
    std::vector<bool> ended;
    std::size_t cut = 0;  // taps with records, none of them of the end
};

Endings endings_of(const std::vector<Dut>& duts) {
    Endings endings;
    for (const Dut& dut : duts) {
        for (const auto& records : dut.records) {
            const bool ended = !records.empty() && records.back()->number("end") != 0;
            endings.ended.push_back(ended);
            if (!records.empty() && !ended) ++endings.cut;
        }
    }
    return endings;
}

// If all taps stop at a frame, the run was cut short and their numbers hold up to that frame. If
// only some do, their last record was lost.
void judge_endings(const Endings& endings, Run& run, Diagnostics& diagnostics) {
    const bool any_ended =
        std::find(endings.ended.begin(), endings.ended.end(), true) != endings.ended.end();
    for (std::size_t i = 0; i < run.taps.size(); ++i) {
        if (!any_ended || endings.ended[i] || run.taps[i].silent) continue;
        run.taps[i].quality = Quality::invalid;
        diagnostics.report(code::reading_end_missing, {}, run.taps[i].tap.path);
    }
    run.partial = run.facts.partial || endings.cut > 0;
    if (!run.partial) return;
    run.partial_reason = "the run did not reach its own end";
    if (!run.facts.partial && any_ended) {
        run.partial_reason = fmt::format("{} of {} taps did not write their last record",
                                         endings.cut, run.taps.size());
    }
    const auto ended = run.facts.find("ended");
    if (run.facts.partial && ended) run.partial_reason = "the simulation " + *ended;
}

// A tap that is mostly in reset says little about the run. Usually many taps share the reason, so
// only the first is reported.
void warn_of_reset(const Run& run, Diagnostics& diagnostics) {
    std::vector<const TapNumbers*> resting;
    for (const TapNumbers& tap : run.taps) {
        if (tap.edges >= kEdgesToJudge && tap.reset_cycles > tap.edges / 2) resting.push_back(&tap);
    }
    if (resting.empty()) return;
    const TapNumbers& first = *resting.front();
    diagnostics.report(
        code::tap_in_reset, {}, first.tap.path,
        resting.size() == 1 ? " was" : fmt::format(" and {} more were", resting.size() - 1),
        first.reset_cycles, first.edges);
}

bool has_numbers_to_trust(const Run& run) {
    return std::any_of(run.taps.begin(), run.taps.end(),
                       [](const TapNumbers& t) { return t.quality != Quality::invalid; });
}

}  // namespace

Result<Run> match(const TapMap& map, const Reading& reading, const RunFacts& facts,
                  Diagnostics& diagnostics) {
    Duts found = find_duts(map, reading);
    const std::vector<ClockRecord> clocks = clock_records(reading);
    for (const auto& [path, record] : clocks) {
        if (record->number("clock") >= map.clocks.size()) found.unknown.push_back(record);
    }
    if (!found.unknown.empty()) return report_unknown(found.unknown, diagnostics);
    if (found.duts.empty() && !map.taps.empty()) {
        return diagnostics.report(code::reading_malformed, {}, "no tap left a record");
    }
    // A design without taps still has its clocks.
    if (found.duts.empty()) found.duts.push_back({map.top, {}});
    Run run;
    run.top = map.top;
    run.facts = facts;
    run.link = map.link;
    run.lost_records = reading.lost_records;
    const std::vector<std::string> names = names_of(found.duts, map.top);
    for (std::size_t i = 0; i < found.duts.size(); ++i) {
        add_dut(map, found.duts[i], names[i], run, diagnostics);
        add_clocks(map, clocks, found.duts[i].prefix, names[i], run);
    }
    judge_reordering(run);
    if (reading.extremes_since_start) mark_estimated(run, diagnostics);
    judge_endings(endings_of(found.duts), run, diagnostics);
    if (!run.taps.empty() && !has_numbers_to_trust(run)) {
        if (diagnostics.has_error()) return diagnostics.failure();
        return diagnostics.report(code::reading_untrusted, {}, map.top);
    }
    warn_of_reset(run, diagnostics);
    place_in_device(run);
    run.diagnostics = diagnostics.all();
    return run;
}

}  // namespace tapestry
