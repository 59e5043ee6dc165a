// SPDX-License-Identifier: Apache-2.0
#include "run/import/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/codes/waveforms.h"
#include "base/time_text.h"
#include "model/constant.h"
#include "run/import/count.h"
#include "run/import/find_design.h"
#include "run/import/name_findings.h"
#include "run/import/plan_count.h"

namespace tapestry {

namespace {

// States of a register that only its values tell: each value is a state, with the name that an
// enumeration of the waveform has for it, or its code.

std::string decimal_of(const Bits& value) {
    std::string hex;
    for (std::size_t i = value.ones.size(); i-- > 0;) hex += fmt::format("{:016x}", value.ones[i]);
    const auto constant = Constant::parse(fmt::format("{}'h{}", value.ones.size() * 64, hex));
    return constant ? constant->decimal() : "0";
}

std::string without_leading_zeros(std::string text) {
    text.erase(0, text.find_first_not_of('0'));
    return text;
}

std::string binary_of(const Bits& value) {
    std::string text;
    for (std::size_t i = value.ones.size(); i-- > 0;) text += fmt::format("{:064b}", value.ones[i]);
    return without_leading_zeros(std::move(text));
}

std::string name_of(const Bits& value, const WaveTable& table) {
    for (const auto& [code, name] : table.names) {
        if (without_leading_zeros(code) == binary_of(value)) return name;
    }
    return decimal_of(value);
}

// `other` has the number after the last state.
void renumber(std::uint64_t& state, std::uint64_t other) { state = std::min(state, other); }

// Puts the states into the tap of `imported.map` and into the records; or, when the register took
// more values than a state has, takes its records away and gives false.
bool name_states(const StateCodes& found, const WaveTable& table, const PlannedTap& planned,
                 Imported& imported) {
    auto& records = imported.reading.records;
    if (found.is_full()) {
        std::erase_if(records, [&](const ReadingRecord& r) { return r.path == planned.path; });
        return false;
    }
    Tap& tap = imported.map.taps[static_cast<std::size_t>(planned.tap->tap)];
    std::vector<TapState>& states = tap.machine().states;
    for (const Bits& value : found.found())
        states.push_back({name_of(value, table), decimal_of(value), "", ""});
    const std::uint64_t other = states.size();
    for (ReadingRecord& record : records) {
        if (record.path != planned.path) continue;
        for (ReadingWord& word : record.words) {
            if (word.word == "state") renumber(word.numbers[0], other);
            if (word.word != "transition") continue;
            renumber(word.numbers[0], other);
            renumber(word.numbers[1], other);
        }
    }
    return true;
}

// Only what is measured stays in the map, with its own numbers.
void keep_only(const std::set<int>& measured, TapMap& map) {
    std::set<std::string> paths;
    std::erase_if(map.taps, [&](const Tap& tap) { return !measured.contains(tap.tap); });
    for (std::size_t i = 0; i < map.taps.size(); ++i) {
        map.taps[i].tap = static_cast<int>(i);
        paths.insert(map.taps[i].path);
    }
    std::erase_if(map.edges, [&](const GraphEdge& e) {
        return !e.channel.empty() && !paths.contains(e.channel);
    });
}

struct Counted {
    Reading reading;
    std::string partial_reason;
    std::vector<StateCodes> states;  // by planned tap
    std::vector<std::pair<int, ClockRate>> rates;
};

Result<Counted> count(Waveform& waveform, const CountPlan& plan, const ImportOptions& options,
                      Diagnostics& diagnostics) {
    std::vector<bool> wanted(waveform.header().widths.size());
    for (std::uint32_t signal : plan.signals) wanted[signal] = true;
    WaveCount counting(plan, waveform.header(), options.frame, options.on_progress);
    counting.hand_to(options.on_record);
    counting.look(options.glimpses);
    const WaveEnd end = waveform.read(wanted, counting);
    const std::uint64_t unit = femtoseconds(waveform.header().timescale);
    if (options.end_time && unit > 0) counting.end_at(options.end_time() / unit);
    if (counting.edges() == 0 && !options.on_record) {
        return diagnostics.report(code::waveform_no_edge, {},
                                  end.whole() ? "" : fmt::format(" ({})", end.damage));
    }
    Counted counted;
    if (!end.whole()) {
        counted.partial_reason = "is cut or damaged: " + end.damage;
        diagnostics.report(code::waveform_damaged, {}, end.damage);
    } else if (counting.gaps() > 0) {
        counted.partial_reason = "was switched off for a while";
        diagnostics.report(code::waveform_gap, {});
    }
    for (const auto& [clock, times] : counting.clock_times()) {
        const auto rate = clock_rate(times, waveform.header().timescale);
        if (rate && counting.gaps() == 0) counted.rates.emplace_back(clock, *rate);
    }
    counted.reading = counting.finish();
    for (std::size_t i = 0; i < plan.taps.size(); ++i) counted.states.push_back(counting.states(i));
    return counted;
}

}  // namespace

Result<Imported> import_with_map(Waveform& waveform, const TapMap& map, const Design* design,
                                 const ImportOptions& options, Diagnostics& diagnostics) {
    const WaveNames names(waveform.header());
    const DesignNames design_names(design);
    const Result<std::vector<ScopeId>> places =
        design_places(map, design_names, names, options.at, diagnostics);
    if (!places) return places.failure();
    const CountPlan plan = plan_count(map, design_names, names, *places, diagnostics);
    if (plan.taps.empty()) return diagnostics.report(code::waveform_lacks_all, {}, map.top);
    Result<Counted> counted = count(waveform, plan, options, diagnostics);
    if (!counted) return counted.failure();
    std::set<int> measured;
    for (const PlannedTap& tap : plan.taps) measured.insert(tap.tap->tap);
    Imported imported{map, std::move(counted->reading), std::move(counted->partial_reason),
                      std::move(counted->rates)};
    keep_only(measured, imported.map);
    return imported;
}

NeededSignals signals_needed(const Waveform& waveform, const TapMap& map, const Design* design,
                             Diagnostics& diagnostics) {
    const WaveNames names(waveform.header());
    const DesignNames design_names(design);
    const std::vector<ScopeId> places = find_design(map, design_names, names);
    if (places.empty()) return {};
    const CountPlan plan = plan_count(map, design_names, names, places, diagnostics);
    std::vector<bool> wanted(waveform.header().widths.size());
    for (const std::uint32_t signal : plan.signals) wanted[signal] = true;
    NeededSignals needed;
    if (places.size() == 1) needed.at = names.path(places.front());
    for (const WaveVar& var : waveform.header().vars) {
        if (var.signal == kNoSignal || !wanted[var.signal]) continue;
        // A field is had with its record.
        const std::string name(var.name.substr(0, var.name.find('.')));
        needed.signals.push_back(names.path(var.scope) + "." + name);
    }
    return needed;
}

Result<Imported> import_by_names(Waveform& waveform, const ImportOptions& options,
                                 Diagnostics& diagnostics) {
    const WaveNames names(waveform.header());
    const Result<ScopeId> below = named_scope(names, options.at, diagnostics);
    if (!below) return below.failure();
    const NameFindings found = findings_by_name(names, *below);
    if (found.map.taps.empty()) {
        return diagnostics.report(code::waveform_names_nothing, {});
    }
    const CountPlan plan =
        plan_count(found.map, DesignNames(nullptr), names, {found.place}, diagnostics);
    if (plan.taps.empty()) return diagnostics.report(code::waveform_lacks_all, {}, found.map.top);
    Result<Counted> counted = count(waveform, plan, options, diagnostics);
    if (!counted) return counted.failure();
    Imported imported{found.map, std::move(counted->reading), std::move(counted->partial_reason),
                      std::move(counted->rates)};
    std::set<int> measured;
    for (std::size_t i = 0; i < plan.taps.size(); ++i) {
        const int tap = plan.taps[i].tap->tap;
        const std::int32_t table = found.tables[static_cast<std::size_t>(tap)];
        const bool is_machine =
            plan.taps[i].tap->kind() != TapKind::fsm ||
            name_states(counted->states[i],
                        table == kNoTable
                            ? WaveTable{}
                            : waveform.header().tables[static_cast<std::size_t>(table)],
                        plan.taps[i], imported);
        if (is_machine) measured.insert(tap);
    }
    keep_only(measured, imported.map);
    if (imported.map.taps.empty()) {
        return diagnostics.report(code::waveform_names_nothing, {});
    }
    return imported;
}

}  // namespace tapestry
