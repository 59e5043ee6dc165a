// SPDX-License-Identifier: Apache-2.0
#include "export/timeline.h"

#include <algorithm>

namespace tapestry {

namespace {

// How the cycles of a kind of tap are parted: the word of a frame, its name, its category. What is
// left of the observed cycles is called `rest`.
struct Part {
    const char* word = nullptr;
    const char* name = nullptr;
    const char* category = nullptr;
};
struct Count {
    const char* word;
    const char* name;
};
struct Parting {
    const char* kind;
    std::vector<Part> parts;
    Part rest;  // no name: the parts are all there is
    std::vector<Count> counts;
};

const std::vector<Parting>& partings() {
    static const std::vector<Parting> all = {
        {"stream",
         {{"transfer_cycles", "transfer", "transfer"},
          {"blocked_cycles", "blocked", "wait_send"},
          {"starved_cycles", "starved", "wait_recv"},
          {"idle_cycles", "idle", "idle"}},
         {},
         {{"transfer_cycles", "beats"}, {"packets", "packets"}, {"bytes", "bytes"}}},
        {"queue",
         {{"full_cycles", "full", ""}, {"empty_cycles", "empty", ""}},
         {"", "partly filled", ""},
         {{"pushes", "pushes"}, {"pops", "pops"}}},
        {"call",
         {{"busy_cycles", "busy", "busy"}},
         {"", "no call", "idle"},
         {{"invocations", "invocations"}, {"completions", "completions"}}},
        {"event",
         {{"cycles_true", "true", ""}},
         {"", "false", ""},
         {{"rising_edges", "rising_edges"}}},
        {"assert",
         {{"violations", "violated", ""}},
         {"", "held", ""},
         {{"violations", "violations"}}},
        {"sum", {}, {}, {{"samples", "samples"}, {"total", "total"}}},
    };
    return all;
}

const Parting* parting_of(const std::string& kind) {
    for (const Parting& p : partings()) {
        if (kind == p.kind) return &p;
    }
    return nullptr;
}

std::uint64_t count(const Cell& cell) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer(cell)));
}

using Growth = std::map<std::string, std::uint64_t>;

// A state of a machine, from `edge` to the next visit.
struct Visit {
    std::uint64_t edge = 0;
    std::size_t state = 0;  // of the row; kResetState when the row knows no such state
};

struct TapFrame {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Growth growth;
};

class TimelineReader {
public:
    TimelineReader(const RunView& run, Diagnostics& diagnostics)
        : run_(run), diagnostics_(diagnostics) {}

    Result<Timeline> read() {
        read_run();
        read_taps();
        read_totals();
        read_frames();
        read_traces();
        for (std::size_t i = 0; i < out_.rows.size(); ++i) fill(i);
        read_graph();
        if (!good_) return failure;
        return std::move(out_);
    }

private:
    void each(const char* sql, const std::function<void(const Row&)>& take) {
        if (good_ && !run_.for_each_row(sql, take, diagnostics_)) good_ = false;
    }

    void read_run() {
        each("SELECT key, value FROM run",
             [&](const Row& r) { out_.facts[text(r[0])] = text(r[1]); });
        out_.name = out_.facts.count("design") ? out_.facts["design"] : out_.facts["top"];
        each("SELECT clock, path, edges FROM clocks ORDER BY clock", [&](const Row& r) {
            clock_index_[integer(r[0])] = out_.clocks.size();
            out_.clocks.push_back({text(r[1]), count(r[2])});
        });
        if (out_.clocks.empty()) out_.clocks.push_back({"", 0});
    }

    void read_taps() {
        each(
            "SELECT tap, kind, path, quality, source, clock, observed_cycles, reset_cycles FROM "
            "taps WHERE observed_cycles IS NOT NULL AND kind NOT IN ('value', 'trace') ORDER BY "
            "tap",
            [&](const Row& r) {
                TimelineRow row;
                row.tap = integer(r[0]);
                row.kind = text(r[1]);
                row.path = text(r[2]);
                row.quality = text(r[3]);
                row.source = text(r[4]);
                const auto clock = clock_index_.find(integer(r[5]));
                if (!is_null(r[5]) && clock != clock_index_.end()) row.clock = clock->second;
                index_[row.tap] = out_.rows.size();
                totals_.push_back(
                    {0, count(r[6]) + count(r[7]), {{"observed_cycles", count(r[6])}}});
                out_.rows.push_back(std::move(row));
            });
        frames_.resize(out_.rows.size());
        visits_.resize(out_.rows.size());
    }

    void read_totals() {
        each("SELECT tap, name, value FROM numbers", [&](const Row& r) {
            const auto it = index_.find(integer(r[0]));
            if (it != index_.end()) totals_[it->second].growth[text(r[1])] = count(r[2]);
        });
        each("SELECT tap, state, category, cycles, source FROM states ORDER BY tap, state",
             [&](const Row& r) {
                 const auto it = index_.find(integer(r[0]));
                 if (it != index_.end()) add_state(it->second, r);
             });
    }

    // Two states of one name are one: frames do not tell them apart.
    void add_state(std::size_t row, const Row& r) {
        std::vector<RowState>& states = out_.rows[row].states;
        if (states.empty() || states.back().name != text(r[1])) {
            states.push_back({text(r[1]), text(r[2]), 0, text(r[4])});
        }
        states.back().cycles += count(r[3]);
        totals_[row].growth["state." + text(r[1])] = states.back().cycles;
    }

    void read_frames() {
        each(
            "SELECT tap, frame, start_edge, end_edge, name, value FROM frames "
            "ORDER BY tap, frame",
            [&](const Row& r) {
                const auto it = index_.find(integer(r[0]));
                if (it == index_.end()) return;
                std::vector<TapFrame>& frames = frames_[it->second];
                if (frames.empty() || frames.back().begin != count(r[2])) {
                    frames.push_back({count(r[2]), count(r[3]), {}});
                }
                frames.back().growth[text(r[4])] += count(r[5]);
            });
    }

    // The trace of a machine tells about its row; any other trace has a row of its own.
    void read_traces() {
        std::map<std::string, std::size_t> machines;
        for (std::size_t i = 0; i < out_.rows.size(); ++i) {
            if (out_.rows[i].kind == "fsm") machines.emplace(out_.rows[i].path, i);
        }
        const std::size_t rows = out_.rows.size();
        std::map<std::int64_t, std::size_t> row_of;
        each(
            "SELECT r.tap, r.path, r.quality, r.source, t.clock FROM traces r JOIN taps t ON "
            "t.tap = r.tap ORDER BY r.tap",
            [&](const Row& r) {
                const auto machine = machines.find(text(r[1]));
                row_of[integer(r[0])] = machine != machines.end() ? machine->second : add_trace(r);
            });
        each("SELECT tap, edge, value, name FROM trace ORDER BY tap, record", [&](const Row& r) {
            const auto it = row_of.find(integer(r[0]));
            if (it == row_of.end()) return;
            if (it->second < rows) {
                add_visit(it->second, r);
            } else {
                std::optional<std::uint64_t> value;
                if (!is_null(r[2])) value = count(r[2]);
                out_.rows[it->second].marks.push_back({count(r[1]), value, text(r[3])});
            }
        });
    }

    std::size_t add_trace(const Row& r) {
        TimelineRow row;
        row.tap = integer(r[0]);
        row.kind = "trace";
        row.path = text(r[1]);
        row.quality = text(r[2]);
        row.source = text(r[3]);
        const auto clock = clock_index_.find(integer(r[4]));
        if (!is_null(r[4]) && clock != clock_index_.end()) row.clock = clock->second;
        out_.rows.push_back(std::move(row));
        totals_.emplace_back();
        frames_.emplace_back();
        visits_.emplace_back();
        return out_.rows.size() - 1;
    }

    void add_visit(std::size_t row, const Row& r) {
        const std::vector<RowState>& states = out_.rows[row].states;
        const std::string name = is_null(r[3]) ? "other" : text(r[3]);
        const auto it =
            std::lower_bound(states.begin(), states.end(), name,
                             [](const RowState& s, const std::string& n) { return s.name < n; });
        const bool is_known = it != states.end() && it->name == name;
        visits_[row].push_back(
            {count(r[1]), is_known ? static_cast<std::size_t>(it - states.begin()) : kResetState});
    }

    // A trace is shown only when it adds up to the run: a lost record or a reset between two would
    // give cycles to the wrong state.
    bool add_visits(std::size_t index) {
        const std::vector<Visit>& visits = visits_[index];
        TimelineRow& row = out_.rows[index];
        const std::uint64_t end = totals_[index].end;
        const std::uint64_t reset = end - growth_of(totals_[index], "observed_cycles");
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

    void fill(std::size_t index) {
        TimelineRow& row = out_.rows[index];
        if (row.kind == "trace") return;
        row.is_traced = add_visits(index);
        if (row.is_traced) return;
        std::vector<std::string> words;  // of the states, in order
        for (const RowState& s : row.states) words.push_back("state." + s.name);
        const Parting* parting = parting_of(row.kind);
        if (parting) words = add_parts(*parting, row, totals_[index].growth);
        row.has_frames = closes(frames_[index], words, totals_[index]);
        const std::vector<TapFrame> whole = {totals_[index]};
        const std::vector<TapFrame>& frames = row.has_frames ? frames_[index] : whole;
        for (const TapFrame& frame : frames) add_segments(frame, words, row);
        if (parting) add_counts(*parting, frames, totals_[index], row);
    }

    // The states of a tap that has none of its own. The word of the rest is "".
    static std::vector<std::string> add_parts(const Parting& parting, TimelineRow& row,
                                              Growth& total) {
        std::vector<std::string> words;
        std::uint64_t sum = 0;
        for (const Part& part : parting.parts) {
            words.emplace_back(part.word);
            row.states.push_back({part.name, part.category, total[part.word], row.source});
            sum += total[part.word];
        }
        if (parting.rest.name) {
            const std::uint64_t observed = total["observed_cycles"];
            words.emplace_back("");
            row.states.push_back({parting.rest.name, parting.rest.category,
                                  observed > sum ? observed - sum : 0, row.source});
        }
        return words;
    }

    static std::uint64_t growth_of(const TapFrame& frame, const std::string& word) {
        const auto it = frame.growth.find(word);
        return it == frame.growth.end() ? 0 : it->second;
    }

    // Frames are shown only when they add up to the run: a lost one would take cycles away.
    static bool closes(const std::vector<TapFrame>& frames, const std::vector<std::string>& words,
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

    static void add_segments(const TapFrame& frame, const std::vector<std::string>& words,
                             TimelineRow& row) {
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
            const std::uint64_t cycles = words[i].empty() ? (observed > sum ? observed - sum : 0)
                                                          : growth_of(frame, words[i]);
            add(cycles, i);
            sum += cycles;
        }
    }

    // Not every count is kept per frame; one that does not add up to the run is one step.
    static void add_counts(const Parting& parting, const std::vector<TapFrame>& frames,
                           const TapFrame& total, TimelineRow& row) {
        for (const Count& c : parting.counts) {
            RowCount out{c.name, {}};
            std::uint64_t sum = 0;
            for (const TapFrame& f : frames) {
                out.steps.push_back({f.begin, f.end, growth_of(f, c.word)});
                sum += growth_of(f, c.word);
            }
            const std::uint64_t counted = growth_of(total, c.word);
            if (sum != counted) out.steps = {{total.begin, total.end, counted}};
            row.counts.push_back(std::move(out));
        }
    }

    void read_graph() {
        each("SELECT tap, producer, consumer FROM channels ORDER BY tap", [&](const Row& r) {
            const auto it = index_.find(integer(r[0]));
            if (it != index_.end()) out_.channels.push_back({it->second, text(r[1]), text(r[2])});
        });
        each("SELECT scope, tap FROM blocks WHERE tap IS NOT NULL ORDER BY tap", [&](const Row& r) {
            const auto it = index_.find(integer(r[1]));
            if (it != index_.end()) out_.row_of_block.emplace(text(r[0]), it->second);
        });
    }

    const RunView& run_;
    Diagnostics& diagnostics_;
    bool good_ = true;
    Timeline out_;
    std::map<std::int64_t, std::size_t> clock_index_;
    std::map<std::int64_t, std::size_t> index_;
    std::vector<TapFrame> totals_;
    std::vector<std::vector<TapFrame>> frames_;
    std::vector<std::vector<Visit>> visits_;
};

}  // namespace

Result<Timeline> read_timeline(const RunView& run, Diagnostics& diagnostics) {
    return TimelineReader(run, diagnostics).read();
}

}  // namespace tapestry
