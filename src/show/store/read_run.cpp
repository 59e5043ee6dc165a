// SPDX-License-Identifier: Apache-2.0
#include "show/store/read_run.h"

#include <sqlite3.h>

#include <algorithm>
#include <unordered_map>

#include "base/codes/runs.h"
#include "model/tap_json.h"
#include "show/store/format_2.h"
#include "show/store/format_4.h"
#include "show/store/host_tables.h"
#include "show/store/run_file.h"
#include "show/store/run_rows.h"
#include "show/store/schema.h"
#include "show/store/sqlite.h"

namespace tapestry {

namespace {

// Reads the frames of taps from a run file.

class FrameReader {
public:
    explicit FrameReader(RunRows& rows) : rows_(rows) {}

    void read() {
        rows_.each("SELECT tap, position, name FROM raw_frame_names", [&](const Statement& row) {
            TapNumbers& n = rows_.tap(row);
            if (rows_.index(row, 1, n.frame_names.size() + 1) != n.frame_names.size())
                return rows_.fail("a name of its frames is missing");
            n.frame_names.push_back(rows_.word(row, 2));
        });
        rows_.each("SELECT tap, frame, start_edge, end_edge FROM raw_frames",
                   [&](const Statement& row) {
                       TapNumbers& n = rows_.tap(row);
                       if (rows_.index(row, 1, n.frames.size() + 1) != n.frames.size() ||
                           rows_.count(row, 2) > rows_.count(row, 3))
                           return rows_.fail("a frame of it is missing or ends before it begins");
                       n.frames.push_back({rows_.count(row, 2), rows_.count(row, 3), {}});
                   });
        read_growth();
    }

private:
    // Each name has one row per frame. If several states have the same name, the first one gets the
    // whole number, and raw_twins later moves the parts of the others to them.
    void read_growth() {
        int of = -1;
        std::unordered_map<std::int64_t, std::uint32_t> positions;
        auto look_up = [&](const TapNumbers& n) {
            positions.clear();
            std::unordered_map<std::string, std::uint32_t> first;
            for (std::uint32_t i = 0; i < n.frame_names.size(); ++i)
                first.emplace(n.frame_names[i], i);
            for (const auto& [name, at] : first) positions.emplace(rows_.number_of(name), at);
            of = n.tap.tap;
        };
        rows_.each("SELECT tap, frame, name, value FROM raw_growth", [&](const Statement& row) {
            TapNumbers& n = rows_.tap(row);
            if (!rows_.good()) return;
            if (n.tap.tap != of) look_up(n);
            const std::size_t frame = rows_.index(row, 1, n.frames.size());
            const auto at = positions.find(row.integer(2));
            if (at == positions.end()) return rows_.fail("a number of its frames has no name");
            if (rows_.good()) n.frames[frame].growth.emplace_back(at->second, rows_.count(row, 3));
        });
        read_twins();
        for (TapNumbers& n : rows_.run.taps) {
            for (Frame& f : n.frames) std::sort(f.growth.begin(), f.growth.end());
        }
    }

    void read_twins() {
        rows_.each("SELECT tap, frame, position, value FROM raw_twins", [&](const Statement& row) {
            TapNumbers& n = rows_.tap(row);
            const std::size_t frame = rows_.index(row, 1, n.frames.size());
            const std::size_t position = rows_.index(row, 2, n.frame_names.size());
            if (!rows_.good()) return;
            const auto first =
                std::find(n.frame_names.begin(), n.frame_names.end(), n.frame_names[position]) -
                n.frame_names.begin();
            auto& growth = n.frames[frame].growth;
            const auto shared = std::find_if(growth.begin(), growth.end(), [&](const auto& g) {
                return g.first == static_cast<std::uint32_t>(first);
            });
            const std::uint64_t value = rows_.count(row, 3);
            if (shared == growth.end() || shared->second < value)
                return rows_.fail("a number of its frames is more than there is");
            shared->second -= value;
            if (shared->second == 0) growth.erase(shared);
            growth.emplace_back(static_cast<std::uint32_t>(position), value);
        });
    }

    RunRows& rows_;
};

// Fills in the frames of the taps in `rows.run`.
void read_frames(RunRows& rows) { FrameReader(rows).read(); }

// Sets a number of a frame that is too large for an SQLite integer.
void set_growth(TapNumbers& tap, std::size_t frame, std::int64_t position, std::uint64_t value) {
    for (auto& [at, growth] : tap.frames[frame].growth) {
        if (at == position) growth = value;
    }
}

// Returns what is wrong with a stored experiment; nullptr if nothing is.
const char* read_experiments(Database& db, int format, std::vector<Experiment>& experiments) {
    constexpr const char* kNone = "an experiment in it is none";
    constexpr std::int64_t kMostFactor = 1 << 20;
    Statement row(db,
                  fmt::format("SELECT path, state, kind, factor, cycles, saving, status, reason, "
                              "{} FROM raw_experiments ORDER BY experiment",
                              format > kFormat4 ? "by_beats" : kOldByBeats));
    while (row.next()) {
        const auto status = experiment_status_of(row.text(6));
        const auto kind = experiment_kind_of(row.text(2));
        const std::int64_t factor = row.integer(3);
        if (!status || !kind || factor < 2 || factor > kMostFactor) return kNone;
        Experiment e;
        e.path = row.text(0);
        e.state = row.text(1);
        e.kind = *kind;
        if (e.kind == ExperimentKind::pair) e.parts = parts_of(e.path);
        e.factor = static_cast<unsigned>(factor);
        e.status = *status;
        e.reason = row.text(7);
        if (e.status == ExperimentStatus::tried) {
            if (row.integer(4) < 0 || row.is_null(5)) return kNone;
            e.cycles = static_cast<std::uint64_t>(row.integer(4));
            e.saving = row.real(5);
            e.by_beats = row.integer(8) != 0;
        } else if (!row.is_null(5)) {
            e.at_least = row.real(5);
            if (!(*e.at_least >= 0 && *e.at_least <= 1)) return kNone;
        }
        experiments.push_back(std::move(e));
    }
    return nullptr;
}

class RunReader {
public:
    RunReader(Database& db, std::string file, Diagnostics& diagnostics)
        : db_(db), rows_(db, std::move(file), diagnostics) {}

    Result<Run> read(int format) {
        rows_.read_names();
        read_facts();
        read_clocks();
        read_places();
        read_taps();
        read_numbers();
        read_states();
        read_histogram();
        read_trace();
        read_frames(rows_);
        read_large();
        read_graph();
        read_diagnostics();
        if (rows_.good() && !read_host(rows_.run, db_, format))
            rows_.fail("a row of its software belongs to nothing");
        if (const char* problem = read_experiments(db_, format, rows_.run.experiments))
            rows_.fail(problem);
        if (const auto done = read_operations(); !done) return done.failure();
        if (const auto done = rows_.finish(); !done) return done.failure();
        return std::move(rows_.run);
    }

private:
    void read_facts() {
        std::unordered_map<std::string, std::string> own;
        rows_.each("SELECT key, value, origin FROM raw_run ORDER BY rowid",
                   [&](const Statement& row) {
                       if (row.text(2) == "facts")
                           rows_.run.facts.facts.emplace_back(row.text(0), row.text(1));
                       else
                           own[row.text(0)] = row.text(1);
                   });
        if (!rows_.good()) return;
        rows_.run.cycles = rows_.decimal(own["cycles"]);
        rows_.run.lost_records = rows_.decimal(own["lost_records"]);
        rows_.run.partial = own["partial"] == "yes";
        rows_.run.partial_reason = own["partial_reason"];
        rows_.run.facts.partial = own["facts_partial"] == "yes";
        const Result<TapMap> map = tap_map_from_json(own["map"], rows_.file(), rows_.diagnostics());
        if (!map) return rows_.stop(map.failure());
        map_ = *map;
        rows_.run.top = map_.top;
        rows_.run.link = map_.link;
    }

    void read_clocks() {
        rows_.each(
            "SELECT edges, time, unit, rate_hz, offset_ns, uncertainty_ns FROM raw_clocks "
            "ORDER BY clock",
            [&](const Statement& row) {
                if (rows_.run.clocks.size() == map_.clocks.size())
                    return rows_.fail("it has other clocks");
                RunClock& c = rows_.run.clocks.emplace_back();
                c.clock = map_.clocks[rows_.run.clocks.size() - 1];
                c.silent = row.is_null(0);
                c.edges = rows_.count(row, 0);
                c.time = static_cast<std::uint64_t>(row.integer(1));
                c.unit = row.text(2);
                if (!row.is_null(3)) c.rate_hz = row.real(3);
                if (!row.is_null(4)) c.offset_ns = row.real(4);
                c.uncertainty_ns = row.real(5);
            });
        if (rows_.run.clocks.size() != map_.clocks.size()) rows_.fail("it has other clocks");
    }

    void read_places() {
        rows_.each("SELECT kind, path, name, parent FROM raw_places ORDER BY place",
                   [&](const Statement& row) {
                       const std::optional<PlaceKind> kind = place_kind_of(row.text(0));
                       if (!kind) return rows_.fail("a place of it is of no kind");
                       const bool has_parent = !row.is_null(3);
                       const int parent =
                           has_parent
                               ? static_cast<int>(rows_.index(row, 3, rows_.run.places.size()))
                               : -1;
                       rows_.run.places.push_back({*kind, row.text(1), row.text(2), parent});
                   });
    }

    void read_taps() {
        rows_.each(
            "SELECT t.tap, m.json, t.place, t.own_quality, t.edges, t.observed_cycles, "
            "t.reset_cycles FROM raw_taps t JOIN raw_map m ON m.tap = t.tap ORDER BY t.tap",
            [&](const Statement& row) {
                Result<Tap> tap = tap_from_json(row.text(1), rows_.run.taps.size(), map_,
                                                rows_.file(), rows_.diagnostics());
                if (!tap) return rows_.stop(tap.failure());
                TapNumbers& n = rows_.run.taps.emplace_back();
                n.tap = std::move(*tap);
                if (!row.is_null(2))
                    n.place = static_cast<int>(rows_.index(row, 2, rows_.run.places.size()));
                n.silent = row.is_null(5);
                n.edges = rows_.count(row, 4);
                n.observed_cycles = rows_.count(row, 5);
                n.reset_cycles = rows_.count(row, 6);
                const std::optional<Quality> quality = quality_of(row.text(3));
                if (!quality) return rows_.fail("a quality in it is none");
                n.quality = *quality;
                if (n.tap.is(TapKind::fsm) && !n.silent) n.states.resize(n.tap.states().size() + 1);
            });
    }

    void read_numbers() {
        rows_.each("SELECT tap, name, value FROM raw_numbers ORDER BY tap, position",
                   [&](const Statement& row) {
                       rows_.tap(row).numbers.emplace_back(rows_.word(row, 1), rows_.count(row, 2));
                   });
    }

    void read_states() {
        rows_.each("SELECT tap, state, cycles, entries, min_dwell, max_dwell FROM raw_states",
                   [&](const Statement& row) {
                       std::vector<StateNumbers>& states = rows_.tap(row).states;
                       const std::size_t i = rows_.index(row, 1, states.size());
                       if (!rows_.good()) return;
                       states[i] = {rows_.count(row, 2), rows_.count(row, 3), rows_.count(row, 4),
                                    rows_.count(row, 5)};
                   });
        rows_.each("SELECT tap, from_state, to_state, count FROM raw_transitions",
                   [&](const Statement& row) {
                       TapNumbers& n = rows_.tap(row);
                       const std::size_t from = rows_.index(row, 1, n.states.size());
                       const std::size_t to = rows_.index(row, 2, n.states.size());
                       n.transitions.push_back({from, to, rows_.count(row, 3)});
                   });
    }

    void read_histogram() {
        rows_.each("SELECT tap, bin, count FROM raw_histogram", [&](const Statement& row) {
            rows_.tap(row).histogram.push_back({rows_.count(row, 1), rows_.count(row, 2)});
        });
    }

    void read_trace() {
        rows_.each("SELECT tap, record, edge, value FROM raw_trace", [&](const Statement& row) {
            TapNumbers& n = rows_.tap(row);
            if (rows_.index(row, 1, n.trace.size() + 1) != n.trace.size())
                return rows_.fail("a record of a trace is missing");
            n.trace.push_back(
                {rows_.count(row, 1), rows_.count(row, 2), rows_.count(row, 3), !row.is_null(3)});
        });
    }

    void read_large() {
        rows_.each("SELECT tap, what, frame, position, value FROM raw_large",
                   [&](const Statement& row) {
                       TapNumbers& n = rows_.tap(row);
                       const std::string what = row.text(1);
                       const std::uint64_t value = rows_.decimal(row.text(4));
                       if (what == "number") {
                           const std::size_t i = rows_.index(row, 3, n.numbers.size());
                           if (rows_.good()) n.numbers[i].second = value;
                       } else if (what == "trace") {
                           const std::size_t i = rows_.index(row, 3, n.trace.size());
                           if (rows_.good()) n.trace[i].value = value, n.trace[i].known = true;
                       } else if (what == "growth") {
                           const std::size_t frame = rows_.index(row, 2, n.frames.size());
                           if (rows_.good()) set_growth(n, frame, row.integer(3), value);
                       }
                   });
    }

    void read_graph() {
        rows_.each("SELECT from_block, to_block, channel FROM raw_edges ORDER BY rowid",
                   [&](const Statement& row) {
                       rows_.run.edges.push_back({row.text(0), row.text(1), row.text(2)});
                   });
    }

    // Diagnostics with a code that this version does not have are left out.
    void read_diagnostics() {
        std::unordered_map<std::string_view, Code> codes;
        for (const DiagnosticRow& row : diagnostic_rows()) codes.emplace(row.name, row.code);
        rows_.each(
            "SELECT code, severity, file, line, sentence, hint FROM raw_diagnostics "
            "ORDER BY rowid",
            [&](const Statement& row) {
                const auto code = codes.find(row.text(0));
                if (code == codes.end()) return;
                const std::string severity = row.text(1);
                rows_.run.diagnostics.push_back(
                    {code->second,
                     severity == "error"     ? Severity::error
                     : severity == "warning" ? Severity::warning
                                             : Severity::note,
                     {row.text(2), static_cast<std::uint32_t>(row.integer(3))},
                     row.text(4),
                     row.text(5)});
            });
    }

    Result<Done> read_operations() {
        std::vector<std::string> blocks;
        rows_.each("SELECT bytes FROM raw_operations ORDER BY block",
                   [&](const Statement& row) { blocks.push_back(row.text(0)); });
        if (blocks.empty()) return Done{};
        Result<Operations> operations =
            operations_from_blocks(blocks, rows_.file(), rows_.diagnostics());
        if (!operations) return operations.failure();
        rows_.run.operations = std::move(*operations);
        return Done{};
    }

    Database& db_;
    RunRows rows_;
    TapMap map_;  // without taps
};

}  // namespace

Result<Run> read_run(const std::filesystem::path& given, Diagnostics& diagnostics) {
    const std::filesystem::path path = run_file_of(given);
    if (const auto done = is_readable(path, diagnostics); !done) return done.failure();
    Database db(uri_of(path), SQLITE_OPEN_READONLY);
    harden(db, 0);
    const int format = checked_format(db, "main");
    close_for_writing(db);
    if (!db.good()) {
        return diagnostics.report(code::run_malformed, {path.string(), 0}, db.error());
    }
    if (format == kFormat2) {
        return diagnostics.report(
            code::run_malformed, {path.string(), 0},
            fmt::format("it has format {}, which does not hold what the states of "
                        "machines wait for: it can be reported, queried and "
                        "compared, but not be analysed again",
                        format));
    }
    return RunReader(db, path.string(), diagnostics).read(format);
}

}  // namespace tapestry
