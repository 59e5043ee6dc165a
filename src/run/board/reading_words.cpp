// SPDX-License-Identifier: Apache-2.0
// From the words of a record to the numbers of docs/counting.md. Taps count each edge in one entry
// of a table, so every number here is a sum over entries, and all entries together are the edges.
// What a lean tap does not measure has no word; the dwell times in the row of a state are then 0.
#include <algorithm>
#include <numeric>

#include "model/record_layout.h"
#include "run/board/tap_totals.h"

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
    void common(std::uint64_t edges, std::uint64_t reset_cycles, bool no_room = false) {
        add("edges", edges);
        add("reset_cycles", reset_cycles);
        add("observed_cycles", edges - reset_cycles);
        add("end", 0);
        add("saturated", saturated_ || no_room ? 1 : 0);
    }
    std::vector<ReadingWord> words;

private:
    bool saturated_;
};

std::uint64_t sum(const Words& totals, std::size_t from, std::size_t count) {
    const auto begin = totals.begin() + static_cast<std::ptrdiff_t>(from);
    return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(count), std::uint64_t{0});
}

// The rows of `bins` bins that begin at a word.
void add_histogram(Record& record, const char* word, const Words& t, std::size_t first,
                   std::size_t bins) {
    for (std::size_t k = 0; k < bins; ++k) {
        if (t[first + k] != 0) record.row(word, {k, t[first + k]});
    }
}

// Edges whose entry has all bits of `set` and none of `clear`, without the entry `reset`.
std::uint64_t count_sets(const Words& t, std::size_t table, std::size_t reset, std::size_t set,
                         std::size_t clear) {
    std::uint64_t n = 0;
    for (std::size_t i = 0; i < table; ++i) {
        if (i != reset && (i & set) == set && (i & clear) == 0) n += t[i];
    }
    return n;
}

bool add_event(Record& record, const Tap& tap, const Words& t, std::uint64_t edges) {
    using At = EventWords;
    if (!record.closes(sum(t, 0, At::kTable), edges)) return false;
    record.common(edges, t[At::kReset]);
    record.add("cycles_true", t[At::kTrue] + t[At::kRises]);
    record.add("rising_edges", t[At::kRises]);
    if (!tap.place.lean) record.add("longest_run", t[At::kLongestRun]);
    return true;
}

bool add_machine(Record& record, const Tap& tap, const Words& t, std::uint64_t edges) {
    const MachineWords at(tap);
    auto entry = [&](std::size_t from, std::size_t to) { return t[from * at.row + to]; };
    std::vector<std::uint64_t> cycles(at.rows, 0);
    for (std::size_t from = 0; from < at.rows; ++from) {
        for (std::size_t to = 0; to < at.rows; ++to) cycles[to] += entry(from, to);
    }
    if (!record.closes(sum(t, 0, at.max_dwell), edges)) return false;
    record.common(edges, cycles[at.states]);
    for (std::size_t s = 0; s < at.states; ++s) {
        if (cycles[s] != 0)
            record.row("state", {s, cycles[s], cycles[s] - entry(s, s), t[at.min_dwell + s],
                                 t[at.max_dwell + s]});
    }
    for (std::size_t from = 0; from < at.states; ++from) {
        for (std::size_t to = 0; to < at.states; ++to) {
            if (from != to && entry(from, to) != 0)
                record.row("transition", {from, to, entry(from, to)});
        }
    }
    return true;
}

bool add_large_machine(Record& record, const Tap& tap, const Words& t, std::uint64_t edges) {
    const MachineWords at(tap);
    if (!record.closes(sum(t, 0, at.max_dwell), edges)) return false;
    const auto extreme = [&](std::size_t word) { return tap.place.lean ? 0 : t[word]; };
    record.common(edges, t[at.stays + at.states] + t[at.entries + at.states]);
    for (std::size_t s = 0; s < at.states; ++s) {
        const std::uint64_t entries = t[at.entries + s];
        const std::uint64_t cycles = t[at.stays + s] + entries;
        if (cycles != 0)
            record.row("state",
                       {s, cycles, entries, extreme(at.min_dwell + s), extreme(at.max_dwell + s)});
    }
    return true;
}

// Bursts by the largest power of two that their length reached; false if the counts increase.
bool add_bursts(Record& record, const Words& t, const StreamWords& at) {
    auto reached = [&](std::size_t k) {
        return k < at.bins ? sum(t, StreamWords::reached(k), 2) : 0;
    };
    for (std::size_t k = 0; k < at.bins; ++k) {
        if (reached(k + 1) > reached(k)) return false;
        const std::uint64_t bursts = reached(k) - reached(k + 1);
        if (bursts != 0) record.row("burst_histogram", {k, bursts});
    }
    return true;
}

bool add_stream(Record& record, const Tap& tap, const LinkMap& link, const Words& t,
                std::uint64_t edges) {
    using At = StreamWords;
    const At at(tap, link);
    if (!record.closes(sum(t, 0, at.table), edges)) return false;
    const std::uint64_t transfers = sum(t, At::kTransfer, at.table - At::kTransfer);
    std::uint64_t packets = 0;
    for (std::size_t i = At::kLast; i < at.table; i += 2) packets += t[i];
    const StreamPart& stream = tap.stream();
    record.common(edges, t[At::kReset]);
    record.add("transfer_cycles", transfers);
    record.add("blocked_cycles", t[At::kBlocked]);
    record.add("starved_cycles", t[At::kStarved]);
    record.add("idle_cycles", t[At::kIdle]);
    record.add("packets", packets);
    if (!observes_keep(tap))
        record.add("bytes", transfers * stream.bytes_per_beat);
    else if (!tap.place.lean)
        record.add("bytes", t[at.kept] * stream.bytes_per_keep);
    record.add("bursts", sum(t, At::kReached, 2));
    if (tap.place.lean) return true;
    record.add("longest_block", t[at.longest_block]);
    record.add("longest_burst", t[at.longest_burst]);
    return add_bursts(record, t, at);
}

// Both follow from the histogram while no occupancy is above its bins.
void add_occupancies(Record& record, const Words& t, const QueueWords& at) {
    std::uint64_t most = 0;
    std::uint64_t occupancy_sum = 0;
    for (std::size_t i = 0; i < at.bins; ++i) {
        if (t[at.histogram + i] != 0) most = i;
        occupancy_sum += i * t[at.histogram + i];
    }
    record.add("max_occupancy", most);
    record.add("occupancy_sum", occupancy_sum);
}

bool add_queue(Record& record, const Tap& tap, const Words& t, std::uint64_t edges) {
    using At = QueueWords;
    const At at(tap);
    auto count = [&](std::size_t set, std::size_t clear) {
        return count_sets(t, At::kTable, At::kUnderflow, set, clear);
    };
    if (!record.closes(sum(t, 0, At::kTable), edges) ||
        !record.closes(sum(t, at.histogram, at.bins + 1), edges))
        return false;
    record.common(edges, t[At::kUnderflow], tap.place.lean && t[at.histogram + at.bins - 1] != 0);
    record.add("pushes", count(At::kPush, At::kFull));
    record.add("pops", count(At::kPop, At::kEmpty));
    record.add("refused_pushes", count(At::kPush | At::kFull, 0));
    record.add("refused_pops", count(At::kPop | At::kEmpty, 0));
    record.add("full_cycles", count(At::kFull, 0));
    record.add("empty_cycles", count(At::kEmpty, 0));
    if (tap.place.lean) {
        add_occupancies(record, t, at);
    } else {
        record.add("max_occupancy", t[At::kMaxOccupancy]);
        record.add("occupancy_sum", t[At::kOccupancySum]);
    }
    record.add("underflows", count(At::kUnderflow, 0));
    add_histogram(record, "histogram", t, at.histogram, at.bins);
    return true;
}

void add_latencies(Record& record, const Words& t) {
    using At = CallWords;
    record.add("min_latency", t[At::kMinLatency]);
    record.add("max_latency", t[At::kMaxLatency]);
    record.add("latency_sum", t[At::kLatencySum]);
    record.add("min_interval", t[At::kMinInterval]);
    record.add("max_interval", t[At::kMaxInterval]);
    record.add("interval_sum", t[At::kIntervalSum]);
}

bool add_call(Record& record, const Tap& tap, const LinkMap& link, const Words& t,
              std::uint64_t edges) {
    using At = CallWords;
    auto count = [&](std::size_t set, std::size_t clear) {
        return count_sets(t, At::kTable, At::kOverflow, set, clear);
    };
    if (!record.closes(sum(t, 0, At::kTable), edges)) return false;
    record.common(edges, t[At::kOverflow]);
    record.add("invocations", count(At::kBegins, 0));
    record.add("completions", count(At::kBusy | At::kDone, 0));
    record.add("busy_cycles", count(At::kBusy, 0));
    if (!tap.place.lean) add_latencies(record, t);
    record.add("orphans", count(At::kDone, At::kBusy));
    record.add("overflows", count(At::kOverflow, 0));
    add_histogram(record, "latency_histogram", t, At::kHistogram, CallWords(tap, link).bins);
    return true;
}

bool add_value(Record& record, const Tap& tap, const LinkMap& link, const Words& t,
               std::uint64_t edges) {
    const ValueWords at(tap, link);
    if (!record.closes(sum(t, 0, at.table), edges)) return false;
    const std::uint64_t samples = sum(t, 0, at.disabled);
    record.common(edges, t[at.reset]);
    record.add("samples", samples);
    record.add("value_sum", t[at.value_sum]);
    record.add("least", samples == 0 ? 0 : t[at.least]);
    record.add("most", t[at.most]);
    record.add("below", t[at.below]);
    record.add("above", t[at.above]);
    record.add("unknown", 0);
    add_histogram(record, "histogram", t, 0, at.below);
    return true;
}

bool add_sum(Record& record, const Words& t, std::uint64_t edges) {
    if (!record.closes(sum(t, 0, SumWords::kTable), edges)) return false;
    record.common(edges, t[SumWords::kReset]);
    record.add("samples", sum(t, 0, SumWords::kSamples));
    record.add("total", t[SumWords::kTotal]);
    record.add("unknown", 0);
    return true;
}

bool add_assertion(Record& record, const Words& t, std::uint64_t edges) {
    using At = AssertWords;
    if (!record.closes(sum(t, 0, At::kTable), edges)) return false;
    const std::uint64_t violations = t[At::kTrue] + t[At::kRises];
    record.common(edges, t[At::kReset]);
    record.add("violations", violations);
    record.add("first_violation", violations == 0 ? 0 : t[At::kFirstViolation]);
    return true;
}

bool add_words(Record& record, const Tap& tap, const LinkMap& link, const Words& totals,
               std::uint64_t edges) {
    switch (tap.kind()) {
        case TapKind::fsm:
            return MachineWords(tap).has_transitions
                       ? add_machine(record, tap, totals, edges)
                       : add_large_machine(record, tap, totals, edges);
        case TapKind::stream:
            return add_stream(record, tap, link, totals, edges);
        case TapKind::queue:
            return add_queue(record, tap, totals, edges);
        case TapKind::call:
            return add_call(record, tap, link, totals, edges);
        case TapKind::event:
            return add_event(record, tap, totals, edges);
        case TapKind::value:
            return add_value(record, tap, link, totals, edges);
        case TapKind::sum:
            return add_sum(record, totals, edges);
        case TapKind::assertion:
            return add_assertion(record, totals, edges);
        case TapKind::trace:
            if (!record.closes(sum(totals, 0, TraceWords::kTable), edges)) return false;
            record.common(edges, totals[TraceWords::kReset]);
            return true;  // TraceTally has the rest
    }
    return false;
}

}  // namespace

std::vector<WordRule> word_rules(const Tap& tap, const LinkMap& link) {
    using enum WordRule;
    std::vector<WordRule> rules(record_words(tap, link), sum);
    if (tap.place.lean) return rules;  // all are entries of tables
    const auto at = [&](std::size_t word) {
        return rules.begin() + static_cast<std::ptrdiff_t>(word);
    };
    switch (tap.kind()) {
        case TapKind::fsm: {
            const MachineWords words(tap);
            std::fill(at(words.max_dwell), at(words.min_dwell), most);
            std::fill(at(words.min_dwell), rules.end(), least);
            break;
        }
        case TapKind::stream: {
            const StreamWords words(tap, link);
            std::fill(at(words.kept), at(words.longest_block), more);
            if (observes_keep(tap)) *at(words.kept) = sum;
            std::fill(at(words.longest_block), rules.end(), most);
            break;
        }
        case TapKind::queue:
            *at(QueueWords::kOccupancySum + 1) = more;
            *at(QueueWords::kMaxOccupancy) = most;
            break;
        case TapKind::call:
            *at(CallWords::kLatencySum + 1) = *at(CallWords::kIntervalSum + 1) = more;
            *at(CallWords::kMinLatency) = *at(CallWords::kMinInterval) = least;
            *at(CallWords::kMaxLatency) = *at(CallWords::kMaxInterval) = most;
            break;
        case TapKind::event:
            *at(EventWords::kLongestRun) = most;
            break;
        case TapKind::value: {
            const ValueWords words(tap, link);
            std::fill(at(words.value_sum + 1), rules.end(), more);
            *at(words.least) = least_or_ones;
            *at(words.most) = most;
            break;
        }
        case TapKind::sum:
            std::fill(at(SumWords::kTotal + 1), rules.end(), more);
            break;
        case TapKind::assertion:
            *at(AssertWords::kFirstViolation) = latest;
            break;
        case TapKind::trace:
            std::fill(at(TraceWords::kTable), rules.end(), latest);
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
