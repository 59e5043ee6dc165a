// SPDX-License-Identifier: Apache-2.0
#include "run/reading/tap_numbers.h"

#include <algorithm>

#include "base/codes.h"
#include "model/measures.h"
#include "run/reading/closed_sums.h"
#include "run/reading/frames.h"
#include "run/reading/queue_witness.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kLog2Bins = 64;  // bin k holds 2^k .. 2^(k+1)-1

// The number of bins a row of the tap's histogram may name.
std::uint64_t histogram_bins(const Tap& tap) {
    switch (tap.kind()) {
        case TapKind::queue:
            return tap.queue().bins + 1;  // the last one is "above"
        case TapKind::value:
            return tap.value().bins;
        default:
            return kLog2Bins;
    }
}

// Takes one row; false if the tap map has no such row.
bool take_row(const ReadingWord& w, TapNumbers& tap) {
    const std::vector<std::uint64_t>& n = w.numbers;
    if (w.word == "state") {
        if (n[0] >= tap.states.size()) return false;
        tap.states[n[0]] = {n[1], n[2], n[3], n[4]};
        return true;
    }
    if (w.word == "transition") {
        tap.transitions.push_back({n[0], n[1], n[2]});
        return n[0] < tap.states.size() && n[1] < tap.states.size();
    }
    tap.histogram.push_back({n[0], n[1]});
    return n[0] < histogram_bins(tap.tap);
}

// Whether the tap can know this number: the width of a beat is not always known.
bool can_know(const Tap& tap, const Measure& m) { return m.word != "bytes" || tap.knows_bytes(); }

// A number that is not accumulated, such as the value at the last edge, and any number of a lean
// tap, is known only if the record has it.
bool says(const ReadingRecord& record, const Tap& tap, const Measure& m) {
    return (m.adds != Adds::stands && !tap.place.lean) ||
           record.find(std::string(m.word)) != nullptr;
}

// Copies the numbers of the last record. Afterwards every number of the kind is present, in the
// order of docs/formats.md. False if some row is not of this tap.
bool take_record(const ReadingRecord& record, TapNumbers& tap) {
    tap.edges = record.number("edges");
    tap.reset_cycles = record.number("reset_cycles");
    tap.observed_cycles = record.number("observed_cycles");
    if (tap.tap.kind() == TapKind::fsm) tap.states.resize(tap.tap.states().size() + 1);
    for (const Measure& m : measures_of(tap.tap.kind())) {
        if (m.is_rows() || !can_know(tap.tap, m) || !says(record, tap.tap, m)) continue;
        tap.numbers.emplace_back(m.word, record.number(std::string(m.word)));
    }
    for (const ReadingWord& w : record.words) {
        if (w.numbers.size() < 2) continue;
        if (!take_row(w, tap)) return false;
    }
    // Taps report rows in ascending order; other sources need not.
    auto row = [](const TransitionNumbers& t) { return std::pair(t.from, t.to); };
    std::sort(tap.transitions.begin(), tap.transitions.end(),
              [&](const auto& a, const auto& b) { return row(a) < row(b); });
    std::sort(tap.histogram.begin(), tap.histogram.end(),
              [](const HistogramBin& a, const HistogramBin& b) { return a.bin < b.bin; });
    return true;
}

void keep_only_totals(TapNumbers& tap) {
    tap.transitions.clear();
    tap.histogram.clear();
    for (StateNumbers& state : tap.states) state = {};
}

// Calls that could not be tracked, or pops of beats that were never pushed: from there on the tap
// matches ends with the wrong starts (docs/counting.md).
bool lost_count(const Tap& tap, const ReadingRecord& record) {
    return (tap.kind() == TapKind::call && record.number("overflows") != 0) ||
           (tap.kind() == TapKind::queue && record.number("underflows") != 0);
}

// Each record of a trace occurs once, in the first line after it happened. A record that does not
// follow the previous one, because a line was lost or repeated, is left out, which leaves the sum
// of records open.
std::vector<TraceRecord> trace_of(const std::vector<const ReadingRecord*>& records) {
    std::vector<TraceRecord> trace;
    for (const ReadingRecord* record : records) {
        for (const TraceRecord& row : record->trace) {
            const bool later = trace.empty() || row.edge > trace.back().edge;
            if (later && row.record == trace.size()) trace.push_back(row);
        }
    }
    return trace;
}

}  // namespace

TapNumbers tap_numbers(const Tap& tap, const std::vector<const ReadingRecord*>& records,
                       Diagnostics& diagnostics) {
    TapNumbers numbers;
    numbers.tap = tap;
    if (records.empty()) {
        numbers.silent = true;
        numbers.quality = Quality::invalid;
        diagnostics.report(Code::reading_tap_silent, {}, tap.path);
        return numbers;
    }
    const ReadingRecord& last = *records.back();
    const bool saturated = last.number("saturated") != 0;
    if (lost_count(tap, last)) numbers.quality = Quality::estimated;
    if (saturated) numbers.quality = Quality::lower_bound;
    if (!take_record(last, numbers)) {
        keep_only_totals(numbers);
        numbers.quality = Quality::invalid;
        diagnostics.report(Code::reading_row_unknown, {}, tap.path);
        return numbers;
    }
    // An occupancy above the depth is wrong: a flush was missed, or the depth is.
    const bool overfull = tap.is(TapKind::queue) && tap.bus().name.empty() &&
                          tap.queue().depth > 0 &&
                          numbers.number("max_occupancy") > tap.queue().depth;
    if (overfull && numbers.quality == Quality::exact) numbers.quality = Quality::estimated;
    if (const std::string why = contradicted(numbers); !why.empty()) {
        numbers.quality = Quality::invalid;
        diagnostics.report(Code::occupancy_contradicted, {}, tap.path, why);
    }
    if (tap.is(TapKind::trace)) numbers.trace = trace_of(records);
    if (!saturated) {
        if (const std::optional<OpenSum> open = find_open_sum(numbers)) {
            numbers.quality = Quality::invalid;
            diagnostics.report(Code::reading_sum_open, {}, open->bins, tap.path, open->sum,
                               open->total);
        }
    }
    if (!add_frames(numbers, records)) {
        numbers.quality = Quality::invalid;
        diagnostics.report(Code::reading_goes_back, {}, tap.path);
    }
    return numbers;
}

}  // namespace tapestry
