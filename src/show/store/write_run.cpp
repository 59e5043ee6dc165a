// SPDX-License-Identifier: Apache-2.0
#include "show/store/write_run.h"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

#include "base/check.h"
#include "base/codes/files.h"
#include "base/file.h"
#include "base/new_file.h"
#include "model/pragma.h"
#include "model/tap_json.h"
#include "model/verdict_words.h"
#include "show/store/calls_file.h"
#include "show/store/host_tables.h"
#include "show/store/schema.h"
#include "show/store/sqlite.h"
#include "show/store/write_analysis.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t add(std::uint64_t a, std::uint64_t b) { return b > kMost - a ? kMost : a + b; }
std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
    return a != 0 && b > kMost / a ? kMost : a * b;
}

// A number that was saturated to fit is a lower bound, unless its quality is worse already.
Quality stored_quality(Quality quality, std::initializer_list<std::uint64_t> numbers) {
    const bool is_saturated = std::any_of(numbers.begin(), numbers.end(),
                                          [](std::uint64_t n) { return n > kLargestStored; });
    return is_saturated ? std::max(quality, Quality::lower_bound) : quality;
}

Quality stored_quality(Quality quality, const StateNumbers& s) {
    return stored_quality(quality, {s.cycles, s.entries, s.min_dwell, s.max_dwell});
}

// The quality of a tap as a whole: that of its worst number.
Quality stored_quality(const TapNumbers& tap) {
    Quality quality = stored_quality(tap.quality, {tap.observed_cycles, tap.reset_cycles});
    for (const auto& [word, value] : tap.numbers) quality = stored_quality(quality, {value});
    for (const StateNumbers& s : tap.states) quality = stored_quality(quality, s);
    return quality;
}

std::uint64_t depth_of(const Tap& tap) {
    return tap.is(TapKind::trace)   ? tap.trace().rule.depth
           : tap.is(TapKind::queue) ? tap.queue().depth
                                    : 0;
}

// The smallest and the largest value of a bin of the tap's histogram.
std::pair<std::uint64_t, std::uint64_t> range_of(const Tap& tap, std::uint64_t bin) {
    if (tap.kind() == TapKind::queue) return {bin, bin};
    if (tap.kind() == TapKind::value) {
        const std::uint64_t low = add(tap.value().from, multiply(bin, tap.value().step));
        return {low, add(low, tap.value().step - 1)};
    }
    if (bin >= 63) return {bin == 63 ? 1ull << 63 : kMost, kMost};
    return {1ull << bin, (2ull << bin) - 1};
}

std::string_view word_of(Severity severity) {
    switch (severity) {
        case Severity::note:
            return "note";
        case Severity::warning:
            return "warning";
        case Severity::error:
            return "error";
    }
    CHECK(false);
}

// Fills the tables of an empty run file.
class RunWriter {
public:
    explicit RunWriter(Database& db)
        : db_(db),
          name_(db, "INSERT INTO raw_names VALUES (?,?)"),
          tap_(db, "INSERT INTO raw_taps VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
          map_(db, "INSERT INTO raw_map VALUES (?,?)"),
          number_(db, "INSERT INTO raw_numbers VALUES (?,?,?,?,?)"),
          state_(db, "INSERT INTO raw_states VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"),
          transition_(db, "INSERT INTO raw_transitions VALUES (?,?,?,?)"),
          bin_(db, "INSERT INTO raw_histogram VALUES (?,?,?,?,?)"),
          trace_(db, "INSERT INTO raw_trace VALUES (?,?,?,?,?)"),
          frame_(db, "INSERT INTO raw_frames VALUES (?,?,?,?)"),
          growth_(db, "INSERT INTO raw_growth VALUES (?,?,?,?)"),
          frame_name_(db, "INSERT INTO raw_frame_names VALUES (?,?,?)"),
          twin_(db, "INSERT INTO raw_twins VALUES (?,?,?,?)"),
          large_(db, "INSERT INTO raw_large VALUES (?,?,?,?,?)") {}

    void write(const Run& run, const Analysis& analysis) {
        CHECK(analysis.machines.size() == run.taps.size());
        write_facts(run, analysis);
        write_clocks(run);
        write_places(run);
        for (const TapNumbers& tap : run.taps) {
            if (!db_.good()) return;
            write_tap(tap);
            write_rows(tap, analysis.machines[static_cast<std::size_t>(tap.tap.tap)].states);
            write_trace(tap);
            write_frames(tap);
        }
        write_graph(run);
        write_diagnostics(run);
        write_operations(run);
        write_experiments(run);
        write_host(run.host, db_);
    }

private:
    void write_facts(const Run& run, const Analysis& analysis) {
        Statement fact(db_, "INSERT INTO raw_run VALUES (?,?,?)");
        std::set<std::string> seen;
        auto put = [&](const std::string& key, const std::string& value, const char* origin) {
            if (seen.insert(key).second) fact.insert(key, value, origin);
        };
        put("schema", fmt::format("tapestry.run/{}", kUserVersion), "run");
        put("cycles", std::to_string(run.cycles), "run");
        put("partial", run.partial ? "yes" : "no", "run");
        if (run.partial) put("partial_reason", run.partial_reason, "run");
        put("lost_records", std::to_string(run.lost_records), "run");
        put("answer", answer_of(analysis.verdict), "run");
        const std::string seen_part = seen_text(analysis.seen);
        if (!seen_part.empty()) put("seen", seen_part, "run");
        const std::string work = work_end_text(analysis.work, run.cycles);
        if (!work.empty()) put("work", work, "run");
        put("end_state", std::string(to_word(analysis.end_state)), "run");
        for (const auto& [key, value] : run.facts.facts) put(key, value, "facts");
        put("top", run.top, "run");
        if (analysis.verdict.doubt.is_undecided())
            put("doubt", std::string(to_word(analysis.verdict.doubt.kind)), "run");
        fact.insert("map", to_json(map_without_taps(run)), "hidden");
        fact.insert("facts_partial", run.facts.partial ? "yes" : "no", "hidden");
    }

    // The taps are stored one by one in raw_map, and the edges of the graph in raw_edges.
    static TapMap map_without_taps(const Run& run) {
        TapMap map;
        map.top = run.top;
        for (const RunClock& c : run.clocks) map.clocks.push_back(c.clock);
        map.link = run.link;
        return map;
    }

    void write_clocks(const Run& run) {
        Statement row(db_, "INSERT INTO raw_clocks VALUES (?,?,?,?,?,?,?,?,?,?)");
        for (const RunClock& c : run.clocks) {
            std::optional<std::uint64_t> edges, time;
            if (!c.silent) edges = c.edges, time = c.time;
            row.insert(c.clock.clock, c.clock.name, c.clock.path, c.clock.edge, edges, time, c.unit,
                       c.rate_hz, c.offset_ns, c.uncertainty_ns);
        }
    }

    void write_places(const Run& run) {
        Statement row(db_, "INSERT INTO raw_places VALUES (?,?,?,?,?)");
        for (std::size_t i = 0; i < run.places.size(); ++i) {
            const RunPlace& p = run.places[i];
            row.insert(i, to_word(p.kind), p.path, p.name, index_or_null(p.parent));
        }
    }

    static std::optional<std::int64_t> index_or_null(int index) {
        return index < 0 ? std::nullopt : std::optional<std::int64_t>(index);
    }

    static std::string_view protocol_of(const Tap& t) {
        if (t.is(TapKind::trace)) return t.trace().rule.trigger;
        return is_pragma_machine(t) ? kPragmaProtocol : t.protocol();
    }

    void write_tap(const TapNumbers& n) {
        const Tap& t = n.tap;
        std::optional<std::uint64_t> observed_cycles, reset_cycles;
        if (!n.silent) observed_cycles = n.observed_cycles, reset_cycles = n.reset_cycles;
        tap_.insert(t.tap, to_word(t.kind()), t.path, t.scope, t.module, t.name,
                    index_or_null(t.clock), observed_cycles, reset_cycles,
                    to_word(stored_quality(n)), t.source, protocol_of(t), t.ends().producer,
                    t.ends().consumer, depth_of(t), t.bus().name, t.bus().direction, t.bus().part,
                    n.edges, to_word(n.quality), index_or_null(n.place));
        map_.insert(t.tap, to_json(t));
    }

    // Numbers that are saturated to fit are also stored in full, in raw_large.
    void keep_large(int tap, const char* what, std::uint64_t frame, std::uint64_t position,
                    std::uint64_t value) {
        if (value > kLargestStored)
            large_.insert(tap, what, frame, position, std::to_string(value));
    }

    void write_rows(const TapNumbers& n, const std::vector<StateCategory>& categories) {
        const int tap = n.tap.tap;
        for (std::size_t i = 0; i < n.numbers.size(); ++i) {
            const auto& [word, value] = n.numbers[i];
            number_.insert(tap, name_of(word), value, to_word(stored_quality(n.quality, {value})),
                           i);
            keep_large(tap, "number", 0, i, value);
        }
        for (std::size_t i = 0; i < n.states.size(); ++i) {
            const StateNumbers& s = n.states[i];
            const bool is_other = i >= n.tap.states().size();
            if (is_other && s.cycles == 0 && s.entries == 0) continue;
            const StateCategory& c = categories[i];
            state_.insert(tap, i, is_other ? "other" : n.tap.states()[i].name, to_word(c.category),
                          to_word(c.quality), c.reason, s.cycles, s.entries, s.min_dwell,
                          s.max_dwell, to_word(stored_quality(n.quality, s)),
                          is_other ? "" : n.tap.states()[i].source);
        }
        for (const TransitionNumbers& t : n.transitions) {
            transition_.insert(tap, t.from, t.to, t.count);
        }
        for (const HistogramBin& b : n.histogram) {
            const auto [low, high] = range_of(n.tap, b.bin);
            bin_.insert(tap, b.bin, low, high, b.count);
        }
    }

    void write_trace(const TapNumbers& n) {
        std::unordered_map<std::string, std::int64_t> names;  // of the codes
        for (const TapState& state : n.tap.states()) names.emplace(state.code, name_of(state.name));
        for (const TraceRecord& r : n.trace) {
            std::optional<std::uint64_t> value;
            std::optional<std::int64_t> name;
            if (r.known && r.value <= kLargestStored) value = r.value;
            const auto known = names.find(std::to_string(r.value));
            if (r.known && known != names.end()) name = known->second;
            if (r.known) keep_large(n.tap.tap, "trace", 0, r.record, r.value);
            trace_.insert(n.tap.tap, r.record, r.edge, value, name);
        }
    }

    // The names of a tap's numbers in its frames, and the position of the first one with each name.
    struct FrameNames {
        std::vector<std::int64_t> names;
        std::vector<std::size_t> first;
        bool twins = false;
    };
    FrameNames write_frame_names(const TapNumbers& n) {
        FrameNames all;
        std::unordered_map<std::int64_t, std::size_t> first;
        for (std::size_t i = 0; i < n.frame_names.size(); ++i) {
            all.names.push_back(name_of(n.frame_names[i]));
            all.first.push_back(first.emplace(all.names[i], i).first->second);
            all.twins = all.twins || all.first[i] != i;
            frame_name_.insert(n.tap.tap, i, all.names[i]);
        }
        return all;
    }

    void write_frames(const TapNumbers& n) {
        const FrameNames all = write_frame_names(n);
        for (std::size_t i = 0; i < n.frames.size(); ++i) {
            const Frame& f = n.frames[i];
            frame_.insert(n.tap.tap, i, f.start_edge, f.end_edge);
            write_growth(n.tap.tap, i,
                         all.twins ? joined_twins(n.tap.tap, i, f.growth, all) : f.growth, all);
        }
    }

    using Growth = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

    void write_growth(int tap, std::size_t frame, const Growth& growth, const FrameNames& all) {
        for (const auto& [position, value] : growth) {
            growth_.insert(tap, frame, all.names[position], value);
            keep_large(tap, "growth", frame, position, value);
        }
    }

    // States with the same name share a row; the parts of all but the first go to raw_twins.
    Growth joined_twins(int tap, std::size_t frame, const Growth& growth, const FrameNames& all) {
        std::map<std::uint32_t, std::uint64_t> sums;
        for (const auto& [position, value] : growth) {
            const std::size_t first = all.first[position];
            if (first != position) twin_.insert(tap, frame, std::uint64_t{position}, value);
            std::uint64_t& sum = sums[static_cast<std::uint32_t>(first)];
            sum = add(sum, value);
        }
        return {sums.begin(), sums.end()};
    }

    void write_graph(const Run& run) {
        Statement edge(db_, "INSERT INTO raw_edges VALUES (?,?,?)");
        for (const GraphEdge& e : run.edges) edge.insert(e.from, e.to, e.channel);
    }

    void write_diagnostics(const Run& run) {
        Statement row(db_, "INSERT INTO raw_diagnostics VALUES (?,?,?,?,?,?)");
        for (const Diagnostic& d : run.diagnostics) {
            row.insert(diagnostic_row(d.code).name, word_of(d.severity), d.place.file,
                       static_cast<std::int64_t>(d.place.line), d.sentence, d.hint);
        }
    }

    void write_operations(const Run& run) {
        if (run.operations.empty()) return;
        Statement row(db_, "INSERT INTO raw_operations VALUES (?,?)");
        const std::vector<std::string> blocks = to_blocks(run.operations);
        for (std::size_t i = 0; i < blocks.size(); ++i) row.insert(i, Blob{blocks[i]});
    }

    void write_experiments(const Run& run) {
        Statement row(db_, "INSERT INTO raw_experiments VALUES (?,?,?,?,?,?,?,?,?,?)");
        for (std::size_t i = 0; i < run.experiments.size(); ++i) {
            const Experiment& e = run.experiments[i];
            const bool tried = e.status == ExperimentStatus::tried;
            const std::optional<std::uint64_t> cycles =
                tried ? std::optional(e.cycles) : std::nullopt;
            row.insert(i, e.path, e.state, to_word(e.kind), std::uint64_t{e.factor}, cycles,
                       tried ? e.saving : e.at_least, to_word(e.status), e.reason,
                       e.by_beats ? 1 : 0);
        }
    }

    std::int64_t name_of(const std::string& word) {
        const auto [it, is_new] = names_.emplace(word, static_cast<std::int64_t>(names_.size()));
        if (is_new) name_.insert(it->second, word);
        return it->second;
    }

    Database& db_;
    Statement name_, tap_, map_, number_, state_, transition_, bin_, trace_, frame_, growth_,
        frame_name_, twin_, large_;
    std::unordered_map<std::string, std::int64_t> names_;
};

// Writes the whole file. Returns the error message, or "".
std::string write_database(const Run& run, const Analysis& analysis, const HostCalls& calls,
                           const std::filesystem::path& part) {
    Database db(file_uri(part.string(), "mode=rwc"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    // No journal is needed: a file that could not be completed is discarded.
    db.run("PRAGMA journal_mode = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA encoding = 'UTF-8'");
    db.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplicationId,
                       kUserVersion));
    db.run("BEGIN");
    for (const SchemaObject& object : schema_objects()) db.run(object.sql);
    if (db.good()) RunWriter(db).write(run, analysis);
    if (db.good()) write_analysis(run, analysis, db);
    if (db.good()) write_calls(calls, db);
    db.run("COMMIT");
    return db.error();
}

}  // namespace

Result<Done> write_run(const Run& run, const Analysis& analysis, const std::filesystem::path& path,
                       Diagnostics& diagnostics) {
    return write_run_and_calls(run, analysis, {}, path, diagnostics);
}

Result<Done> write_run_and_calls(const Run& run, const Analysis& analysis, const HostCalls& calls,
                                 const std::filesystem::path& path, Diagnostics& diagnostics) {
    if (path.has_parent_path())
        if (const auto folder = make_folder(path.parent_path(), diagnostics); !folder)
            return folder.failure();
    NewFile made(path);
    if (made.is_device()) {
        return diagnostics.report(code::file_unwritable, {}, path.string(),
                                  "a run is a file, and this is a device or a pipe");
    }
    std::string error = made.part().empty() ? std::strerror(errno)
                                            : write_database(run, analysis, calls, made.part());
    if (error.empty() && !made.put_in_place()) error = std::strerror(errno);
    if (error.empty()) return Done{};
    return diagnostics.report(code::file_unwritable, {}, path.string(), error);
}

}  // namespace tapestry
