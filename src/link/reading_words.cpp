// SPDX-License-Identifier: Apache-2.0
// From the words of a record to the numbers of docs/counting.md. Taps count each edge in one entry
// of a table, so every number here is a sum over entries, and all entries together are the edges.
#include <algorithm>
#include <numeric>

#include "link/tap_totals.h"
#include "model/record_layout.h"

namespace tapestry {

namespace {

using Words = std::vector<std::uint64_t>;

// Appends words of docs/formats.md.
class Record {
public:
    explicit Record(bool saturated) : saturated_(saturated) {}

    bool closes(std::uint64_t entries, std::uint64_t edges) const {
        return saturated_ || entries == edges;
    }
    void add(const char* word, std::uint64_t number) { words.push_back({word, {number}}); }
    void row(const char* word, std::vector<std::uint64_t> numbers) {
        words.push_back({word, std::move(numbers)});
    }
    void common(std::uint64_t edges, std::uint64_t reset_cycles) {
        add("edges", edges);
        add("reset_cycles", reset_cycles);
        add("observed_cycles", edges - reset_cycles);
        add("end", 0);
        add("saturated", saturated_ ? 1 : 0);
    }
    std::vector<ReadingWord> words;

private:
    bool saturated_;
};

std::uint64_t sum(const Words& totals, std::size_t from, std::size_t count) {
    const auto begin = totals.begin() + static_cast<std::ptrdiff_t>(from);
    return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(count), std::uint64_t{0});
}

void add_histogram(Record& record, const char* word, const Words& bins) {
    for (std::size_t k = 0; k < bins.size(); ++k) {
        if (bins[k] != 0) record.row(word, {k, bins[k]});
    }
}

bool add_event(Record& record, const Words& t, std::uint64_t edges) {
    if (!record.closes(sum(t, 0, 4), edges)) return false;
    record.common(edges, t[0]);
    record.add("cycles_true", t[2] + t[3]);
    record.add("rising_edges", t[3]);
    record.add("longest_run", t[4]);
    return true;
}

// Entry [from][to]: edges with sample `to` after one with `from`; row and column `reset` come last.
bool add_machine(Record& record, const Tap& tap, const Words& t, std::uint64_t edges) {
    const std::size_t states = tap.states.size() + 1;  // with `other`
    const std::size_t reset = states;
    const std::size_t row = state_row(tap.states.size());
    const std::size_t rows = states + 1;
    auto entry = [&](std::size_t from, std::size_t to) { return t[from * row + to]; };
    std::vector<std::uint64_t> cycles(states + 1, 0);
    for (std::size_t from = 0; from < rows; ++from) {
        for (std::size_t to = 0; to < rows; ++to) cycles[to] += entry(from, to);
    }
    if (!record.closes(sum(t, 0, rows * row), edges)) return false;
    record.common(edges, cycles[reset]);
    const std::size_t most = rows * row;
    for (std::size_t s = 0; s < states; ++s) {
        const std::uint64_t entries = cycles[s] - entry(s, s);
        if (cycles[s] != 0)
            record.row("state", {s, cycles[s], entries, t[most + row + s], t[most + s]});
    }
    for (std::size_t from = 0; from < states; ++from) {
        for (std::size_t to = 0; to < states; ++to) {
            if (from != to && entry(from, to) != 0)
                record.row("transition", {from, to, entry(from, to)});
        }
    }
    return true;
}

// Machines of many states: edges that stay in a state, edges that enter it.
bool add_large_machine(Record& record, const Tap& tap, const Words& t, std::uint64_t edges) {
    const std::size_t states = tap.states.size() + 1;
    const std::size_t row = state_row(tap.states.size());
    if (!record.closes(sum(t, 0, 2 * row), edges)) return false;
    record.common(edges, t[states] + t[row + states]);
    for (std::size_t s = 0; s < states; ++s) {
        const std::uint64_t cycles = t[s] + t[row + s];
        if (cycles != 0)
            record.row("state", {s, cycles, t[row + s], t[3 * row + s], t[2 * row + s]});
    }
    return true;
}

// reset, idle, starved, blocked, transfer without and with last, then for each k the transfers at
// which a burst reaches 2^k beats, without and with last.
bool add_stream(Record& record, const Tap& tap, const LinkMap& link, const Words& t,
                std::uint64_t edges) {
    const std::size_t bins = link.burst_bins;
    const std::size_t table = 6 + 2 * bins;
    if (!record.closes(sum(t, 0, table), edges)) return false;
    const std::uint64_t transfers = sum(t, 4, 2 + 2 * bins);
    std::uint64_t packets = t[5];
    for (std::size_t k = 0; k < bins; ++k) packets += t[7 + 2 * k];
    const bool keep = observes_keep(tap);
    const std::size_t behind = table + (keep ? 2 : 0);
    record.common(edges, t[0]);
    record.add("transfer_cycles", transfers);
    record.add("blocked_cycles", t[3]);
    record.add("starved_cycles", t[2]);
    record.add("idle_cycles", t[1]);
    record.add("packets", packets);
    record.add("bytes", keep ? t[table] * tap.bytes_per_keep : transfers * tap.bytes_per_beat);
    record.add("longest_block", t[behind]);
    record.add("bursts", t[6] + t[7]);
    record.add("longest_burst", t[behind + 1]);
    Words histogram(bins, 0);
    for (std::size_t k = 0; k < bins; ++k) {
        const std::uint64_t reached = t[6 + 2 * k] + t[7 + 2 * k];
        const std::uint64_t further = k + 1 < bins ? t[8 + 2 * k] + t[9 + 2 * k] : 0;
        if (further > reached) return false;
        histogram[k] = reached - further;
    }
    add_histogram(record, "burst_histogram", histogram);
    return true;
}

constexpr std::size_t kUnderflow = 16, kPush = 8, kFull = 4, kPop = 2, kEmpty = 1;

// Entry {underflow, push, full, pop, empty}; the one with underflow alone is the reset.
bool add_queue(Record& record, const Tap& tap, const Words& t, std::uint64_t edges) {
    auto count = [&](std::size_t set, std::size_t clear) {
        std::uint64_t n = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (i != kUnderflow && (i & set) == set && (i & clear) == 0) n += t[i];
        }
        return n;
    };
    const std::size_t histogram = 35;
    const std::size_t bins = tap.bins + 1;
    if (!record.closes(sum(t, 0, 32), edges) || !record.closes(sum(t, histogram, bins + 1), edges))
        return false;
    record.common(edges, t[kUnderflow]);
    record.add("pushes", count(kPush, kFull));
    record.add("pops", count(kPop, kEmpty));
    record.add("refused_pushes", count(kPush | kFull, 0));
    record.add("refused_pops", count(kPop | kEmpty, 0));
    record.add("full_cycles", count(kFull, 0));
    record.add("empty_cycles", count(kEmpty, 0));
    record.add("max_occupancy", t[34]);
    record.add("occupancy_sum", t[32]);
    record.add("underflows", count(kUnderflow, 0));
    add_histogram(
        record, "histogram",
        Words(t.begin() + histogram, t.begin() + static_cast<std::ptrdiff_t>(histogram + bins)));
    return true;
}

constexpr std::size_t kBegins = 8, kOverflow = 4, kBusy = 2, kDone = 1;

// Entry {begins, overflow, busy, done}; the one with overflow alone is the reset.
bool add_call(Record& record, const LinkMap& link, const Words& t, std::uint64_t edges) {
    auto count = [&](std::size_t set, std::size_t clear) {
        std::uint64_t n = 0;
        for (std::size_t i = 0; i < 16; ++i) {
            if (i != kOverflow && (i & set) == set && (i & clear) == 0) n += t[i];
        }
        return n;
    };
    if (!record.closes(sum(t, 0, 16), edges)) return false;
    record.common(edges, t[kOverflow]);
    record.add("invocations", count(kBegins, 0));
    record.add("completions", count(kBusy | kDone, 0));
    record.add("busy_cycles", count(kBusy, 0));
    record.add("min_latency", t[20]);
    record.add("max_latency", t[21]);
    record.add("latency_sum", t[16]);
    record.add("min_interval", t[22]);
    record.add("max_interval", t[23]);
    record.add("interval_sum", t[18]);
    record.add("orphans", count(kDone, kBusy));
    record.add("overflows", count(kOverflow, 0));
    add_histogram(record, "latency_histogram",
                  Words(t.begin() + 24, t.begin() + 24 + link.latency_bins));
    return true;
}

bool add_value(Record& record, const Tap& tap, const LinkMap& link, const Words& t,
               std::uint64_t edges) {
    const std::size_t bins = tap.bins;
    const std::size_t least = bins + 4 + value_words(link) + 1;
    if (!record.closes(sum(t, 0, bins + 4), edges)) return false;
    const std::uint64_t samples = sum(t, 0, bins + 2);
    record.common(edges, t[bins + 3]);
    record.add("samples", samples);
    record.add("value_sum", t[bins + 4]);
    record.add("least", samples == 0 ? 0 : t[least]);
    record.add("most", t[least + value_words(link)]);
    record.add("below", t[bins]);
    record.add("above", t[bins + 1]);
    record.add("unknown", 0);
    add_histogram(record, "histogram",
                  Words(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(bins)));
    return true;
}

// A value of one bin, without extremes.
bool add_sum(Record& record, const Words& t, std::uint64_t edges) {
    if (!record.closes(sum(t, 0, 5), edges)) return false;
    record.common(edges, t[4]);
    record.add("samples", sum(t, 0, 3));
    record.add("total", t[5]);
    record.add("unknown", 0);
    return true;
}

// The table of an event, then the edges before the first violation.
bool add_assertion(Record& record, const Words& t, std::uint64_t edges) {
    if (!record.closes(sum(t, 0, 4), edges)) return false;
    record.common(edges, t[0]);
    record.add("violations", t[2] + t[3]);
    record.add("first_violation", t[2] + t[3] == 0 ? 0 : t[4]);
    return true;
}

bool add_words(Record& record, const Tap& tap, const LinkMap& link, const Words& totals,
               std::uint64_t edges) {
    switch (tap.kind) {
        case TapKind::fsm:
            return tap.states.size() > kMostStatesWithTransitions
                       ? add_large_machine(record, tap, totals, edges)
                       : add_machine(record, tap, totals, edges);
        case TapKind::stream:
            return add_stream(record, tap, link, totals, edges);
        case TapKind::queue:
            return add_queue(record, tap, totals, edges);
        case TapKind::call:
            return add_call(record, link, totals, edges);
        case TapKind::event:
            return add_event(record, totals, edges);
        case TapKind::value:
            return add_value(record, tap, link, totals, edges);
        case TapKind::sum:
            return add_sum(record, totals, edges);
        case TapKind::assertion:
            return add_assertion(record, totals, edges);
        case TapKind::trace:
            if (!record.closes(sum(totals, 0, 2), edges)) return false;
            record.common(edges, totals[0]);
            return true;  // TraceTally has the rest
    }
    return false;
}

void set(std::vector<WordRule>& rules, std::size_t at, std::initializer_list<WordRule> values) {
    std::copy(values.begin(), values.end(), rules.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace

std::vector<WordRule> word_rules(const Tap& tap, const LinkMap& link) {
    using enum WordRule;
    std::vector<WordRule> rules(record_words(tap, link), sum);
    const std::size_t end = rules.size();
    switch (tap.kind) {
        case TapKind::fsm: {
            const std::size_t row = state_row(tap.states.size());
            for (std::size_t i = 0; i < row; ++i) {
                rules[end - 2 * row + i] = most;
                rules[end - row + i] = least;
            }
            break;
        }
        case TapKind::stream:
            if (observes_keep(tap)) set(rules, end - 4, {sum, more});
            set(rules, end - 2, {most, most});
            break;
        case TapKind::queue:
            set(rules, 32, {sum, more, most});
            break;
        case TapKind::call:
            set(rules, 16, {sum, more, sum, more, least, most, least, most});
            break;
        case TapKind::event:
            set(rules, 4, {most});
            break;
        case TapKind::value:
            std::fill(rules.begin() + static_cast<std::ptrdiff_t>(tap.bins) + 5, rules.end(), more);
            rules[end - 2 * value_words(link)] = least_or_ones;
            rules[end - value_words(link)] = most;
            break;
        case TapKind::sum:
            std::fill(rules.begin() + 6, rules.end(), more);
            break;
        case TapKind::assertion:
            set(rules, 4, {latest});
            break;
        case TapKind::trace:
            std::fill(rules.begin() + 2, rules.end(), latest);
            break;
    }
    return rules;
}

std::optional<std::vector<ReadingWord>> reading_words(const Tap& tap, const LinkMap& link,
                                                      const std::vector<std::uint64_t>& totals,
                                                      std::uint64_t edges, bool saturated) {
    Record record(saturated);
    if (totals.size() != record_words(tap, link) || !add_words(record, tap, link, totals, edges))
        return std::nullopt;
    return std::move(record.words);
}

}  // namespace tapestry
