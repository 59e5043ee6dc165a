// SPDX-License-Identifier: Apache-2.0
#include "run/reading/tap_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/codes/readings.h"
#include "model/measures.h"
#include "model/reading.h"
#include "model/run.h"
#include "run/reading/record_shape.h"

namespace tapestry {

namespace {

// The occupancy of a queue is integrated: pushes less pops since the last reset. The design's own
// flags and its depth are witnesses of it. Where they contradict it, as after a flush that nobody
// saw, the occupancy is unknown.

// Registers before and behind a memory hold entries that its depth does not count.
constexpr std::uint64_t kMostRegisters = 2;
// Edges from a push until a queue stops saying that it is empty.
constexpr std::uint64_t kSlowestFlag = 8;

// A queue with a valid in place of a flag may hold back what it has, such as a packet that is not
// yet complete; a flag called empty tells of the entries.
bool has_empty_flag(const Tap& tap) {
    const std::string_view empty = tap.observed("empty");
    return !empty.empty() && !empty.starts_with("!") && empty != "1'b0";
}

std::uint64_t cycles_at_0(const TapNumbers& queue) {
    for (const HistogramBin& bin : queue.histogram) {
        if (bin.bin == 0) return bin.count;
    }
    return 0;
}

// What contradicts the occupancy, as a sentence; empty if nothing does, or the tap is no queue.
std::string contradicted(const TapNumbers& queue) {
    const Tap& tap = queue.tap;
    if (!tap.is(TapKind::queue) || !tap.bus().name.empty()) return {};
    const std::uint64_t most = queue.number("max_occupancy");
    const std::uint64_t depth = tap.queue().depth;
    if (depth > 0 && most > depth + kMostRegisters)
        return fmt::format("it would hold {} of {}", most, depth);
    const std::uint64_t counted = cycles_at_0(queue);
    const std::uint64_t said = queue.number("empty_cycles");
    const std::uint64_t pushes = queue.number("pushes");
    if (!has_empty_flag(tap)) return {};
    if (said > counted + kSlowestFlag * (pushes + 1))
        return fmt::format("it says that it is empty for {} cycles, and would be for {}", said,
                           counted);
    if (counted > said + pushes)
        return fmt::format("it would be empty for {} cycles, and says so for {}", counted, said);
    return {};
}

// Records are cumulative; the numbers of a frame are the difference of two consecutive records.

// Index of a name and the cumulative number, ascending by index, without zeros.
using Totals = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

// The numbers of one tap whose growth is kept.
class Names {
public:
    explicit Names(const Tap& tap) {
        for (const WordShape& shape : words_of_kind(to_word(tap.kind()))) {
            if (!shape.additive) continue;
            index_.emplace(shape.word, static_cast<std::uint32_t>(names_.size()));
            names_.emplace_back(shape.word);
        }
        if (tap.kind() != TapKind::fsm) return;
        first_state_ = static_cast<std::uint32_t>(names_.size());
        for (const TapState& state : tap.states()) names_.push_back("state." + state.name);
        names_.emplace_back("state.other");
    }

    Totals totals(const ReadingRecord& record) const {
        Totals totals;
        for (const ReadingWord& w : record.words) {
            if (w.word == "state" && first_state_ + w.numbers[0] < names_.size()) {
                const auto state = static_cast<std::uint32_t>(w.numbers[0]);
                totals.emplace_back(first_state_ + state, w.numbers[1]);
            } else if (const auto it = index_.find(w.word); it != index_.end()) {
                totals.emplace_back(it->second, w.numbers[0]);
            }
        }
        std::erase_if(totals, [](const auto& t) { return t.second == 0; });
        std::sort(totals.begin(), totals.end());
        return totals;
    }

    std::vector<std::string> take() { return std::move(names_); }

private:
    std::map<std::string, std::uint32_t, std::less<>> index_;
    std::vector<std::string> names_;
    std::uint64_t first_state_ = 0;
};

// now - before, into `growth`; false if some number decreased.
bool subtract(const Totals& now, const Totals& before, Totals& growth) {
    auto old = before.begin();
    for (const auto& [name, value] : now) {
        if (old != before.end() && old->first < name) return false;
        std::uint64_t base = 0;
        if (old != before.end() && old->first == name) base = (old++)->second;
        if (value < base) return false;
        if (value > base) growth.emplace_back(name, value - base);
    }
    return old == before.end();
}

// Fills the frames of `tap`; false if some number decreases. A single record makes no frame,
// because it would only repeat the totals. The growth of a state's cycles is named `state.NAME`,
// that of a number by its word.
bool add_frames(TapNumbers& tap, const std::vector<const ReadingRecord*>& records) {
    // A trace writes a line whenever it has many records; these lines are not frames.
    if (records.size() < 2 || tap.tap.kind() == TapKind::trace) return true;
    Names names(tap.tap);
    Totals before;
    std::uint64_t start_edge = 0;
    for (const ReadingRecord* record : records) {
        Frame frame{start_edge, record->number("edges"), {}};
        Totals now = names.totals(*record);
        const bool grows = frame.end_edge >= start_edge && subtract(now, before, frame.growth);
        if (!grows) {
            tap.frames.clear();
            return false;
        }
        start_edge = frame.end_edge;
        before = std::move(now);
        // The run may end on the last edge of a frame; the second record then adds nothing.
        if (frame.end_edge > frame.start_edge) tap.frames.push_back(std::move(frame));
    }
    tap.frame_names = names.take();
    return true;
}

// The sums of docs/counting.md that must close, whatever was measured.

// A sum that does not close: `bins` add up to `sum`, but the total is `total`.
struct OpenSum {
    std::string bins;
    std::uint64_t sum = 0;  // saturates at the largest value
    std::uint64_t total = 0;
};

// Adds without wrapping: damaged numbers must not close a sum by accident.
class Sum {
public:
    Sum& add(std::uint64_t n) {
        value_ = n > kMost - value_ ? kMost : value_ + n;
        return *this;
    }
    std::uint64_t value() const { return value_; }

private:
    static constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t value_ = 0;
};

Sum histogram_sum(const TapNumbers& tap) {
    Sum sum;
    for (const HistogramBin& bin : tap.histogram) sum.add(bin.count);
    return sum;
}

Sum states_sum(const TapNumbers& tap) {
    Sum sum;
    for (const StateNumbers& state : tap.states) sum.add(state.cycles);
    return sum;
}

std::optional<OpenSum> want_equal(const std::string& bins, const Sum& sum, std::uint64_t total) {
    if (sum.value() == total) return std::nullopt;
    return OpenSum{bins, sum.value(), total};
}

std::optional<OpenSum> want_at_most(const std::string& bins, const Sum& sum, std::uint64_t total) {
    if (sum.value() <= total) return std::nullopt;
    return OpenSum{bins, sum.value(), total};
}

std::optional<OpenSum> open_stream_sum(const TapNumbers& tap) {
    Sum bins;
    for (const char* word :
         {"transfer_cycles", "blocked_cycles", "starved_cycles", "idle_cycles"}) {
        bins.add(tap.number(word));
    }
    if (auto open = want_equal("four bins", bins, tap.observed_cycles)) return open;
    if (tap.tap.place.lean) return std::nullopt;  // it has no lengths
    return want_equal("burst lengths", histogram_sum(tap), tap.number("bursts"));
}

std::optional<OpenSum> open_value_sum(const TapNumbers& tap) {
    Sum bins = histogram_sum(tap).add(tap.number("below")).add(tap.number("above"));
    if (auto open = want_equal("values", bins, tap.number("samples"))) return open;
    Sum samples;
    samples.add(tap.number("samples")).add(tap.number("unknown"));
    return want_at_most("samples", samples, tap.observed_cycles);
}

// The first open sum of a tap, if any. Not for saturated taps, whose sums need not close.
std::optional<OpenSum> find_open_sum(const TapNumbers& tap) {
    Sum edges;
    edges.add(tap.reset_cycles).add(tap.observed_cycles);
    if (auto open = want_equal("edges", edges, tap.edges)) return open;
    switch (tap.tap.kind()) {
        case TapKind::fsm:
            return want_equal("states", states_sum(tap), tap.observed_cycles);
        case TapKind::stream:
            return open_stream_sum(tap);
        case TapKind::queue:
            return want_equal("occupancies", histogram_sum(tap), tap.observed_cycles);
        case TapKind::call:
            if (tap.tap.place.lean) return std::nullopt;  // it has no latencies
            return want_equal("latencies", histogram_sum(tap), tap.number("completions"));
        case TapKind::event:
            return want_at_most("true cycles", Sum().add(tap.number("cycles_true")),
                                tap.observed_cycles);
        case TapKind::value:
            return open_value_sum(tap);
        case TapKind::sum:
            return want_at_most("samples",
                                Sum().add(tap.number("samples")).add(tap.number("unknown")),
                                tap.observed_cycles);
        case TapKind::trace:
            return want_equal("records", Sum().add(tap.trace.size()), tap.number("records"));
        case TapKind::assertion:
            return want_at_most("violations", Sum().add(tap.number("violations")),
                                tap.observed_cycles);
    }
    return std::nullopt;
}

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
        diagnostics.report(code::reading_tap_silent, {}, tap.path);
        return numbers;
    }
    const ReadingRecord& last = *records.back();
    const bool saturated = last.number("saturated") != 0;
    if (lost_count(tap, last)) numbers.quality = Quality::estimated;
    if (saturated) numbers.quality = Quality::lower_bound;
    if (!take_record(last, numbers)) {
        keep_only_totals(numbers);
        numbers.quality = Quality::invalid;
        diagnostics.report(code::reading_row_unknown, {}, tap.path);
        return numbers;
    }
    // An occupancy above the depth is wrong: a flush was missed, or the depth is.
    const bool overfull = tap.is(TapKind::queue) && tap.bus().name.empty() &&
                          tap.queue().depth > 0 &&
                          numbers.number("max_occupancy") > tap.queue().depth;
    if (overfull && numbers.quality == Quality::exact) numbers.quality = Quality::estimated;
    if (const std::string why = contradicted(numbers); !why.empty()) {
        numbers.quality = Quality::invalid;
        diagnostics.report(code::occupancy_contradicted, {}, tap.path, why);
    }
    if (tap.is(TapKind::trace)) numbers.trace = trace_of(records);
    if (!saturated) {
        if (const std::optional<OpenSum> open = find_open_sum(numbers)) {
            numbers.quality = Quality::invalid;
            diagnostics.report(code::reading_sum_open, {}, open->bins, tap.path, open->sum,
                               open->total);
        }
    }
    if (!add_frames(numbers, records)) {
        numbers.quality = Quality::invalid;
        diagnostics.report(code::reading_goes_back, {}, tap.path);
    }
    return numbers;
}

}  // namespace tapestry
