// SPDX-License-Identifier: Apache-2.0
#include "show/export/timeline_row.h"

#include <algorithm>

#include "model/measures.h"

namespace tapestry {

namespace {

// A bin of the observed cycles of a kind of tap: a measure and the category of time that it counts
// as. The observed cycles outside all bins form the bin `rest`.
struct Part {
    std::string_view word;
    std::string_view category;
    std::string_view name = {};  // if different from the label of the measure

    std::string_view name_of(TapKind kind) const {
        return name.empty() ? measure(kind, word).label : name;
    }
};
struct Partition {
    TapKind kind;
    std::vector<Part> parts;
    std::string_view rest;  // empty: the parts add up to all observed cycles
    std::string_view rest_category;
    std::vector<std::string_view> counts;  // words of measures
};

const std::vector<Partition>& partitions() {
    static const std::vector<Partition> all = {
        {TapKind::stream,
         {{"transfer_cycles", "transfer"},
          {"blocked_cycles", "wait_send"},
          {"starved_cycles", "wait_recv"},
          {"idle_cycles", "idle"}},
         "",
         "",
         {"transfer_cycles", "packets", "bytes"}},
        {TapKind::queue,
         {{"full_cycles", ""}, {"empty_cycles", ""}},
         "partly filled",
         "",
         {"pushes", "pops"}},
        {TapKind::call,
         {{"busy_cycles", "busy"}},
         "no call",
         "idle",
         {"invocations", "completions"}},
        {TapKind::event, {{"cycles_true", ""}}, "false", "", {"rising_edges"}},
        {TapKind::assertion, {{"violations", "", "violated"}}, "held", "", {"violations"}},
        {TapKind::sum, {}, "", "", {"samples", "total"}},
    };
    return all;
}

const Partition* partition_of(const std::string& kind) {
    for (const Partition& p : partitions()) {
        if (kind == to_word(p.kind)) return &p;
    }
    return nullptr;
}

// A transfer cycle is a beat; any other count has the word of its measure as its name.
std::string count_name(std::string_view word) {
    return std::string(word == "transfer_cycles" ? "beats" : word);
}

std::uint64_t growth_of(const TapFrame& frame, std::string_view word) {
    const auto it = frame.growth.find(word);
    return it == frame.growth.end() ? 0 : it->second;
}

// Adds the bins of a tap that is not a machine as states, and returns their words; "" is the rest.
std::vector<std::string> add_parts(const Partition& partition, TimelineRow& row, Growth& total) {
    std::vector<std::string> words;
    std::uint64_t sum = 0;
    for (const Part& part : partition.parts) {
        const std::string& word = words.emplace_back(part.word);
        row.states.push_back({std::string(part.name_of(partition.kind)), std::string(part.category),
                              total[word], row.source});
        sum += total[word];
    }
    if (!partition.rest.empty()) {
        const std::uint64_t observed = total["observed_cycles"];
        words.emplace_back("");
        row.states.push_back({std::string(partition.rest), std::string(partition.rest_category),
                              observed > sum ? observed - sum : 0, row.source});
    }
    return words;
}

// Whether the frames add up to the run. If not, a frame was lost and they must not be shown.
bool closes(const std::vector<TapFrame>& frames, const std::vector<std::string>& words,
            const TapFrame& total) {
    std::uint64_t edge = 0;
    Growth sum;
    for (const TapFrame& f : frames) {
        if (f.begin < edge || f.end < f.begin) return false;
        edge = f.end;
        std::uint64_t parts = 0;
        for (const std::string& word : words) {
            sum[word] += growth_of(f, word);
            parts += growth_of(f, word);
        }
        const std::uint64_t observed = growth_of(f, "observed_cycles");
        sum["observed_cycles"] += observed;
        if (parts > observed || observed > f.end - f.begin) return false;
    }
    sum.erase("");
    return !frames.empty() && std::all_of(sum.begin(), sum.end(), [&](const auto& s) {
        return s.second == growth_of(total, s.first);
    });
}

void add_segments(const TapFrame& frame, const std::vector<std::string>& words, TimelineRow& row) {
    std::uint64_t at = frame.begin;
    auto add = [&](std::uint64_t cycles, std::size_t state) {
        constexpr std::uint64_t kMost = INT64_MAX;
        const std::uint64_t end = cycles > kMost - std::min(at, kMost) ? kMost : at + cycles;
        if (end > at) row.segments.push_back({at, end, state});
        at = std::max(at, end);
    };
    const std::uint64_t observed = growth_of(frame, "observed_cycles");
    const std::uint64_t length = frame.end - frame.begin;
    if (length > observed) add(length - observed, kResetState);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint64_t cycles =
            words[i].empty() ? (observed > sum ? observed - sum : 0) : growth_of(frame, words[i]);
        add(cycles, i);
        sum += cycles;
    }
}

// A count that is not kept per frame, or does not add up to the run, becomes a single step.
void add_counts(const Partition& partition, const std::vector<TapFrame>& frames,
                const TapFrame& total, TimelineRow& row) {
    for (const std::string_view word : partition.counts) {
        RowCount out{count_name(word), {}};
        std::uint64_t sum = 0;
        for (const TapFrame& f : frames) {
            out.steps.push_back({f.begin, f.end, growth_of(f, word)});
            sum += growth_of(f, word);
        }
        const std::uint64_t counted = growth_of(total, word);
        if (sum != counted) out.steps = {{total.begin, total.end, counted}};
        row.counts.push_back(std::move(out));
    }
}

}  // namespace

bool add_visits(const std::vector<MachineVisit>& visits, const TapFrame& total, TimelineRow& row) {
    const std::uint64_t end = total.end;
    const std::uint64_t reset = end - growth_of(total, "observed_cycles");
    if (visits.empty() || visits.front().edge != reset) return false;
    std::vector<Segment> segments;
    std::vector<std::uint64_t> sums(row.states.size());
    if (reset > 0) segments.push_back({0, reset, kResetState});
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const std::uint64_t stop = i + 1 < visits.size() ? visits[i + 1].edge : end;
        if (visits[i].state == kResetState || stop <= visits[i].edge) return false;
        segments.push_back({visits[i].edge, stop, visits[i].state});
        sums[visits[i].state] += stop - visits[i].edge;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] != row.states[i].cycles) return false;
    }
    row.segments = std::move(segments);
    return true;
}

namespace {

// A state is counted where nothing inside it is.
bool adds_up(const std::vector<RowVisit>& visits, const TimelineRow& row) {
    std::vector<std::uint64_t> own(row.states.size());
    std::vector<const RowVisit*> open;
    for (const RowVisit& v : visits) {
        if (v.end < v.begin || v.level > open.size()) return false;
        open.resize(v.level);
        if (!open.empty() && (v.begin < open.back()->begin || v.end > open.back()->end))
            return false;
        open.push_back(&v);
        if (v.state == kResetState) continue;
        own[v.state] += v.end - v.begin;
        if (v.level > 0) own[open[v.level - 1]->state] -= v.end - v.begin;
    }
    for (std::size_t i = 0; i < own.size(); ++i)
        if (own[i] != row.states[i].cycles) return false;
    return true;
}

// The state that a row is in at each time, the innermost one.
std::vector<Segment> innermost(const std::vector<RowVisit>& visits) {
    std::vector<Segment> segments;
    std::vector<const RowVisit*> open;
    std::uint64_t at = visits.empty() ? 0 : visits.front().begin;
    const auto go_to = [&](std::uint64_t time) {
        if (time > at && !open.empty()) segments.push_back({at, time, open.back()->state});
        at = std::max(at, time);
    };
    const auto leave = [&](std::size_t level) {
        for (; open.size() > level; open.pop_back()) go_to(open.back()->end);
    };
    for (const RowVisit& v : visits) {
        leave(v.level);
        go_to(v.begin);
        open.push_back(&v);
    }
    leave(0);
    return segments;
}

std::uint64_t observed_in(const TimelineRow& row) {
    std::uint64_t sum = 0;
    for (const RowState& s : row.states) sum += s.cycles;
    return sum;
}

}  // namespace

void add_nested(const std::vector<RowVisit>& visits, std::uint64_t end, TimelineRow& row) {
    const auto other = std::find_if(row.states.begin(), row.states.end(),
                                    [](const RowState& s) { return s.name == "other"; });
    if (visits.empty() || row.segments.empty() || other == row.states.end()) return;
    const std::uint64_t start = end - std::min(end, observed_in(row));
    std::vector<RowVisit> all;
    std::uint64_t at = start;
    const auto fill = [&](std::uint64_t until) {
        const auto state = static_cast<std::size_t>(other - row.states.begin());
        if (until > at) all.push_back({at, until, state, 0});
        at = std::max(at, until);
    };
    if (start > 0) all.push_back({0, start, kResetState, 0});
    for (const RowVisit& v : visits) {
        if (v.state == kResetState) return;
        if (v.level == 0) {
            fill(v.begin);
            at = std::max(at, v.end);
        }
        all.push_back(v);
    }
    fill(end);
    if (!adds_up(all, row)) return;
    // A thread whose changes are too many to be kept one by one may still have all its visits.
    if (!row.is_traced) row.segments = innermost(all);
    row.is_traced = true;
    row.nested = std::move(all);
}

std::vector<RowVisit> visits_of(const TimelineRow& row) {
    if (!row.nested.empty()) return row.nested;
    std::vector<RowVisit> visits;
    for (const Segment& s : row.segments) visits.push_back({s.begin, s.end, s.state, 0});
    return visits;
}

std::vector<RowVisit> calls_of(const TimelineRow& row) {
    std::vector<RowVisit> calls;
    std::vector<std::size_t> open;  // states
    for (const RowVisit& v : visits_of(row)) {
        open.resize(std::min<std::size_t>(open.size(), v.level));
        const bool is_inside = !open.empty() && open.back() != kResetState;
        const bool is_wait =
            is_inside && v.state != kResetState &&
            row.states[v.state].name.starts_with(row.states[open.back()].name + " ");
        if (!is_wait) calls.push_back(v);
        open.push_back(v.state);
    }
    return calls;
}

std::vector<RowStep> steps_of(const std::vector<RowVisit>& visits) {
    std::vector<RowStep> steps;
    std::vector<const RowVisit*> open;
    const auto leave = [&](std::size_t level) {
        for (; open.size() > level; open.pop_back())
            steps.push_back({open.back()->end, open.back()->state, false});
    };
    for (const RowVisit& v : visits) {
        leave(v.level);
        steps.push_back({v.begin, v.state, true});
        open.push_back(&v);
    }
    leave(0);
    return steps;
}

void add_frames(const std::vector<TapFrame>& frames, TapFrame& total, TimelineRow& row) {
    std::vector<std::string> words;  // one per state, in the same order
    for (const RowState& s : row.states) words.push_back("state." + s.name);
    const Partition* partition = partition_of(row.kind);
    if (partition) words = add_parts(*partition, row, total.growth);
    row.has_frames = closes(frames, words, total);
    const std::vector<TapFrame> whole = {total};
    const std::vector<TapFrame>& shown = row.has_frames ? frames : whole;
    for (const TapFrame& frame : shown) add_segments(frame, words, row);
    if (partition) add_counts(*partition, shown, total, row);
}

}  // namespace tapestry
