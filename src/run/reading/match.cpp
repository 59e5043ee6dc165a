// SPDX-License-Identifier: Apache-2.0
#include "run/reading/match.h"

#include <algorithm>
#include <set>

#include "base/codes.h"
#include "run/reading/find_duts.h"
#include "run/reading/hierarchical_name.h"
#include "run/reading/tap_numbers.h"

namespace tapestry {

namespace {

// With the wrong tap map every record is unknown; a few names are enough.
constexpr std::size_t kUnknownTapsToName = 5;
// A short run may well be mostly reset.
constexpr std::uint64_t kEdgesToJudge = 64;

bool report_unknown(const std::vector<const ReadingRecord*>& unknown, Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < std::min(unknown.size(), kUnknownTapsToName); ++i) {
        diagnostics.report(Code::reading_unknown_tap, {}, unknown[i]->path);
    }
    return !unknown.empty();
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

void add_clocks(const TapMap& map, const std::vector<ClockRecord>& records,
                const std::string& prefix, const std::string& name, Run& run) {
    for (const TapClock& clock : map.clocks) {
        RunClock measured;
        if (const ReadingRecord* record = last_of_clock(records, clock.clock, prefix)) {
            measured.silent = false;
            measured.edges = record->number("edges");
            measured.time = record->number("time");
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
    diagnostics.report(Code::link_late, {});
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
        diagnostics.report(Code::reading_end_missing, {}, run.taps[i].tap.path);
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
        Code::tap_in_reset, {}, first.tap.path,
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
    if (report_unknown(found.unknown, diagnostics)) return failure;
    if (found.duts.empty() && !map.taps.empty()) {
        diagnostics.report(Code::reading_malformed, {}, "no tap left a record");
        return failure;
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
    if (!run.taps.empty() && !has_numbers_to_trust(run)) return failure;
    warn_of_reset(run, diagnostics);
    place_in_device(run);
    run.diagnostics = diagnostics.all();
    return run;
}

}  // namespace tapestry
