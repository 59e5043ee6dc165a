// SPDX-License-Identifier: Apache-2.0
#include "model/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.h"

namespace tapestry {

namespace {

using enum Adds;

constexpr Measure table(std::string_view word, std::string_view keys, std::string_view values,
                        std::string_view label, std::string_view meaning) {
    return {word, Adds::rows, "", label, meaning, "", keys, values};
}

constexpr Measure kCommon[] = {
    {"edges", total, "cycles", "edges", "active edges of the tap's clock"},
    {"reset_cycles", per_frame, "cycles", "in reset", "edges at which the tap was in reset"},
    {"observed_cycles", per_frame, "cycles", "observed", "edges at which it was not"},
    {"end", stands, "", "end", "0 at the end of a frame, 1 at the end of the run"},
    {"saturated", stands, "", "saturated", "1 when some number had no room: all are lower bounds"},
};
constexpr std::size_t kRequired = 4;

constexpr Measure kClock[] = {
    {"clock", stands, "", "clock", "index in the tap map"},
    {"time", stands, "", "time", "simulation time of the record, in the simulator's time units"},
    {"timed_edges", stands, "", "timed edges",
     "edges whose times are known, which were as far apart as each other; with the next three at "
     "the end of the run only, where the simulator tells them"},
    {"first_edge_fs", stands, "", "first edge", "time of the first of these, in femtoseconds"},
    {"last_edge_fs", stands, "", "last edge", "time of the last of these, in femtoseconds"},
    {"edge_step_fs", stands, "", "rounded to",
     "what times are rounded to, in femtoseconds; 0 if they are not"},
};

constexpr Measure kFsm[] = {
    table("state", "i", "cycles entries min_dwell max_dwell", "states",
          "for each state seen; i: index into the tap's list of states, the length of the list for "
          "`other`"),
    table("transition", "from to", "count", "transitions", "for each pair of states seen"),
};

constexpr Measure kStream[] = {
    {"transfer_cycles", per_frame, "cycles", "transfer", "a beat moves: valid and ready"},
    {"blocked_cycles", per_frame, "cycles", "blocked", "valid, not ready: the producer waits"},
    {"starved_cycles", per_frame, "cycles", "starved", "ready, not valid: the consumer waits"},
    {"idle_cycles", per_frame, "cycles", "idle", "neither side wants to move a beat"},
    {"packets", per_frame, "", "packets", "beats marked as the last of a packet"},
    {"bytes", per_frame, "bytes", "bytes",
     "bytes moved; NULL when it is not known how wide a beat is"},
    {"longest_block", most, "cycles", "longest block", "longest run of blocked cycles"},
    {"bursts", total, "", "bursts", "runs of consecutive transfer cycles"},
    {"longest_burst", most, "beats", "longest burst", "longest such run, in beats"},
    table("burst_histogram", "k", "n", "burst lengths", "bursts of 2^k .. 2^(k+1)-1 beats"),
};

constexpr Measure kQueue[] = {
    {"pushes", per_frame, "", "pushes", "accepted pushes"},
    {"pops", per_frame, "", "pops", "accepted pops"},
    {"refused_pushes", total, "cycles", "refused pushes", "cycles with a push while full"},
    {"refused_pops", total, "cycles", "refused pops", "cycles with a pop while empty"},
    {"full_cycles", per_frame, "cycles", "full", "cycles in which it was full"},
    {"empty_cycles", per_frame, "cycles", "empty", "cycles in which it was empty"},
    {"max_occupancy", most, "", "max", "most entries held during any cycle"},
    {"occupancy_sum", per_frame, "", "occupancy sum",
     "entries held, added up over observed_cycles"},
    {"underflows", total, "", "underflows", "pops of what was never pushed"},
    table("histogram", "i", "n", "occupancy", "cycles with i entries"),
};

constexpr Measure kCall[] = {
    {"invocations", per_frame, "", "calls", "calls begun"},
    {"completions", per_frame, "", "completions", "calls ended"},
    {"busy_cycles", per_frame, "cycles", "busy", "cycles with at least one call under way"},
    {"min_latency", least, "cycles", "shortest",
     "cycles of the shortest completed call; NULL when none completed", "completions"},
    {"max_latency", most, "cycles", "longest",
     "cycles of the longest completed call; NULL when none completed", "completions"},
    {"latency_sum", per_frame, "cycles", "latency sum", "cycles of all completed calls"},
    {"min_interval", least, "cycles", "least interval",
     "fewest cycles from one begin to the next; NULL without two", "interval_sum"},
    {"max_interval", most, "cycles", "largest interval",
     "most cycles from one begin to the next; NULL without two", "interval_sum"},
    {"interval_sum", total, "cycles", "interval sum", "cycles from the first begin to the last"},
    {"orphans", total, "", "orphans", "ends without a begin"},
    {"overflows", total, "", "overflows", "begins that could not be followed"},
    table("latency_histogram", "k", "n", "latencies", "calls of 2^k .. 2^(k+1)-1 cycles"),
};

constexpr Measure kEvent[] = {
    {"cycles_true", per_frame, "cycles", "true", "cycles in which it held"},
    {"rising_edges", total, "", "runs", "runs of consecutive true cycles"},
    {"longest_run", most, "cycles", "longest run", "longest such run, in cycles"},
};

constexpr Measure kValue[] = {
    {"samples", per_frame, "", "samples", "cycles in which a known value was sampled"},
    {"value_sum", per_frame, "", "sum", "sum of the samples"},
    {"least", least, "", "least", "least sample; NULL when there is none", "samples"},
    {"most", most, "", "most", "largest sample; NULL when there is none", "samples"},
    {"below", total, "", "below", "samples below the histogram"},
    {"above", total, "", "above", "samples above the histogram"},
    {"unknown", total, "cycles", "unknown",
     "cycles in which the value had an X bit; they count nowhere else"},
    table("histogram", "i", "n", "values", "samples in bin i"),
};

constexpr Measure kSum[] = {
    {"samples", per_frame, "", "samples", "cycles in which a known value was added"},
    {"total", per_frame, "", "total", "sum of the samples"},
    {"unknown", total, "cycles", "unknown", "cycles in which the value had an X bit"},
};

constexpr Measure kTrace[] = {
    {"records", total, "", "records", "records kept, see `trace`"},
    {"lost", total, "", "lost", "records that found no room"},
    {"end_edge", stands, "", "end edge",
     "1 when the run ended at an edge, which does not count, and the value there is known"},
    {"end_value", stands, "", "end value", "the value at that edge; 0 in reset", "end_edge"},
    table("record", "i", "edge value", "records", "for each record"),
    table("unknown_record", "i", "edge", "records", "for each record of a value with X bits"),
};

constexpr Measure kAssert[] = {
    {"violations", per_frame, "cycles", "violations", "cycles in which it did not hold"},
    {"first_violation", stands, "cycles", "first",
     "edges of the tap's clock before the first of them; NULL when it always held", "violations",
     "", "", "first_edge"},
};

// In the order of TapKind.
constexpr std::array<std::span<const Measure>, std::variant_size_v<KindPart>> kByKind = {
    kFsm, kStream, kQueue, kCall, kEvent, kValue, kSum, kTrace, kAssert};

std::size_t count_words(std::string_view list) {
    return list.empty() ? 0
                        : 1 + static_cast<std::size_t>(std::count(list.begin(), list.end(), ' '));
}

std::string word_markdown(const Measure& m) {
    if (!m.is_rows()) return fmt::format("`{}`", m.word);
    return fmt::format("rows `{} {} {}` ({})", m.word, m.keys, m.values, m.meaning);
}

std::string row_markdown(std::string_view kind, std::span<const Measure> measures) {
    std::string words;
    for (const Measure& m : measures) words += (words.empty() ? "" : ", ") + word_markdown(m);
    return fmt::format("| `{}` | {} |\n", kind, words);
}

}  // namespace

std::size_t Measure::key_count() const { return count_words(keys); }

std::size_t Measure::value_count() const { return is_rows() ? count_words(values) : 1; }

std::span<const Measure> common_measures() { return kCommon; }

bool is_required(std::string_view word) {
    return std::any_of(kCommon, kCommon + kRequired,
                       [&](const Measure& m) { return m.word == word; });
}

std::span<const Measure> clock_measures() { return kClock; }

std::span<const Measure> measures_of(TapKind kind) {
    return kByKind[static_cast<std::size_t>(kind)];
}

const Measure& measure(TapKind kind, std::string_view word) {
    const auto all = measures_of(kind);
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Measure& m) { return m.word == word; });
    CHECK(found != all.end());
    return *found;
}

std::string measures_markdown() {
    std::string text = "Words of every record:\n\n";
    for (const Measure& m : kCommon) text += fmt::format("- `{}`: {}\n", m.word, m.meaning);
    text += "\nThe record of a clock goes on with:\n\n";
    for (const Measure& m : kClock) text += fmt::format("- `{}`: {}\n", m.word, m.meaning);
    text += "\n| kind | further words (in this order) |\n|---|---|\n";
    for (std::size_t k = 0; k < kByKind.size(); ++k)
        text += row_markdown(to_word(static_cast<TapKind>(k)), kByKind[k]);
    return text;
}

}  // namespace tapestry
