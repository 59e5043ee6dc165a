// SPDX-License-Identifier: Apache-2.0
#include "store/read_run.h"

#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "base/codes.h"
#include "model/tap_json.h"
#include "store/host_tables.h"
#include "store/run_file.h"
#include "store/schema.h"
#include "store/sqlite.h"

namespace tapestry {

namespace {

// Files come from strangers: every index is looked at before it is used. The first thing that is
// wrong ends the reading; numbers that are merely false are the file's own business.
class RunReader {
public:
    RunReader(Database& db, std::string file, Diagnostics& diagnostics)
        : db_(db), file_(std::move(file)), diagnostics_(diagnostics) {}

    Result<Run> read() {
        read_names();
        read_facts();
        read_clocks();
        read_places();
        read_taps();
        read_numbers();
        read_states();
        read_histogram();
        read_trace();
        read_frames();
        read_large();
        read_graph();
        read_diagnostics();
        if (!problem_ && !read_host(run_, db_)) fail("a row of its software belongs to nothing");
        if (!read_operations() || !finish()) return failure;
        return std::move(run_);
    }

private:
    // Calls `take(row)` for each row, as long as nothing is wrong.
    template <class Take>
    void each(const std::string& sql, const Take& take) {
        if (problem_) return;
        Statement row(db_, sql);
        while (!problem_ && row.next()) take(row);
    }

    void fail(const char* problem) {
        if (!problem_) problem_ = problem;
    }

    bool finish() {
        if (reported_) return false;
        if (db_.good() && !problem_) return true;
        diagnostics_.report(Code::run_malformed, {file_, 0}, problem_ ? problem_ : db_.error());
        return false;
    }

    std::uint64_t count(const Statement& row, int column) {
        const std::int64_t n = row.integer(column);
        if (n < 0) fail("a number in it is negative");
        return static_cast<std::uint64_t>(n);
    }

    std::size_t index(const Statement& row, int column, std::size_t end) {
        const std::int64_t n = row.integer(column);
        if (n >= 0 && static_cast<std::uint64_t>(n) < end) return static_cast<std::size_t>(n);
        fail("a row of it belongs to nothing");
        return 0;
    }

    // The tap of a row, whose number stands in the first column; `spare_` when there is none.
    TapNumbers& tap(const Statement& row) {
        const std::size_t i = index(row, 0, run_.taps.size());
        return problem_ ? spare_ : run_.taps[i];
    }

    const std::string& word(const Statement& row, int column) {
        const auto at = names_.find(row.integer(column));
        if (at == names_.end()) fail("a row of it has no name");
        return at == names_.end() ? spare_.tap.path : at->second;
    }

    std::uint64_t decimal(const std::string& text) {
        std::uint64_t n = 0;
        const char* end = text.data() + text.size();
        const auto [at, error] = std::from_chars(text.data(), end, n);
        if (error != std::errc{} || at != end) fail("a number in it is none");
        return n;
    }

    void read_names() {
        each("SELECT name, word FROM raw_names",
             [&](const Statement& row) { names_.emplace(row.integer(0), row.text(1)); });
    }

    void read_facts() {
        std::unordered_map<std::string, std::string> own;
        each("SELECT key, value, origin FROM raw_run ORDER BY rowid", [&](const Statement& row) {
            if (row.text(2) == "facts")
                run_.facts.facts.emplace_back(row.text(0), row.text(1));
            else
                own[row.text(0)] = row.text(1);
        });
        if (problem_ || !db_.good()) return;
        run_.cycles = decimal(own["cycles"]);
        run_.lost_records = decimal(own["lost_records"]);
        run_.partial = own["partial"] == "yes";
        run_.partial_reason = own["partial_reason"];
        run_.facts.partial = own["facts_partial"] == "yes";
        const Result<TapMap> map = tap_map_from_json(own["map"], file_, diagnostics_);
        if (!map) return stop();
        map_ = *map;
        run_.top = map_.top;
        run_.link = map_.link;
    }

    // What is wrong was said by another one.
    void stop() {
        reported_ = true;
        fail("");
    }

    void read_clocks() {
        each(
            "SELECT edges, time, unit, rate_hz, offset_ns, uncertainty_ns FROM raw_clocks "
            "ORDER BY clock",
            [&](const Statement& row) {
                if (run_.clocks.size() == map_.clocks.size()) return fail("it has other clocks");
                RunClock& c = run_.clocks.emplace_back();
                c.clock = map_.clocks[run_.clocks.size() - 1];
                c.silent = row.is_null(0);
                c.edges = count(row, 0);
                c.time = static_cast<std::uint64_t>(row.integer(1));
                c.unit = row.text(2);
                if (!row.is_null(3)) c.rate_hz = row.real(3);
                if (!row.is_null(4)) c.offset_ns = row.real(4);
                c.uncertainty_ns = row.real(5);
            });
        if (run_.clocks.size() != map_.clocks.size()) fail("it has other clocks");
    }

    void read_places() {
        each("SELECT kind, path, name, parent FROM raw_places ORDER BY place",
             [&](const Statement& row) {
                 const std::optional<PlaceKind> kind = place_kind_of(row.text(0));
                 if (!kind) return fail("a place of it is of no kind");
                 const bool has_parent = !row.is_null(3);
                 const int parent =
                     has_parent ? static_cast<int>(index(row, 3, run_.places.size())) : -1;
                 run_.places.push_back({*kind, row.text(1), row.text(2), parent});
             });
    }

    void read_taps() {
        each(
            "SELECT t.tap, m.json, t.place, t.own_quality, t.edges, t.observed_cycles, "
            "t.reset_cycles FROM raw_taps t JOIN raw_map m ON m.tap = t.tap ORDER BY t.tap",
            [&](const Statement& row) {
                Result<Tap> tap =
                    tap_from_json(row.text(1), run_.taps.size(), map_, file_, diagnostics_);
                if (!tap) return stop();
                TapNumbers& n = run_.taps.emplace_back();
                n.tap = std::move(*tap);
                if (!row.is_null(2)) n.place = static_cast<int>(index(row, 2, run_.places.size()));
                n.silent = row.is_null(5);
                n.edges = count(row, 4);
                n.observed_cycles = count(row, 5);
                n.reset_cycles = count(row, 6);
                const std::optional<Quality> quality = quality_of(row.text(3));
                if (!quality) return fail("a quality in it is none");
                n.quality = *quality;
                if (n.tap.is(TapKind::fsm) && !n.silent) n.states.resize(n.tap.states().size() + 1);
            });
    }

    void read_numbers() {
        each("SELECT tap, name, value FROM raw_numbers ORDER BY tap, position",
             [&](const Statement& row) {
                 tap(row).numbers.emplace_back(word(row, 1), count(row, 2));
             });
    }

    void read_states() {
        each("SELECT tap, state, cycles, entries, min_dwell, max_dwell FROM raw_states",
             [&](const Statement& row) {
                 std::vector<StateNumbers>& states = tap(row).states;
                 const std::size_t i = index(row, 1, states.size());
                 if (problem_) return;
                 states[i] = {count(row, 2), count(row, 3), count(row, 4), count(row, 5)};
             });
        each("SELECT tap, from_state, to_state, count FROM raw_transitions",
             [&](const Statement& row) {
                 TapNumbers& n = tap(row);
                 const std::size_t from = index(row, 1, n.states.size());
                 const std::size_t to = index(row, 2, n.states.size());
                 n.transitions.push_back({from, to, count(row, 3)});
             });
    }

    void read_histogram() {
        each("SELECT tap, bin, count FROM raw_histogram", [&](const Statement& row) {
            tap(row).histogram.push_back({count(row, 1), count(row, 2)});
        });
    }

    void read_trace() {
        each("SELECT tap, record, edge, value FROM raw_trace", [&](const Statement& row) {
            TapNumbers& n = tap(row);
            if (index(row, 1, n.trace.size() + 1) != n.trace.size())
                return fail("a record of a trace is missing");
            n.trace.push_back({count(row, 1), count(row, 2), count(row, 3), !row.is_null(3)});
        });
    }

    void read_frames() {
        each("SELECT tap, position, name FROM raw_frame_names", [&](const Statement& row) {
            TapNumbers& n = tap(row);
            if (index(row, 1, n.frame_names.size() + 1) != n.frame_names.size())
                return fail("a name of its frames is missing");
            n.frame_names.push_back(word(row, 2));
        });
        each("SELECT tap, frame, start_edge, end_edge FROM raw_frames", [&](const Statement& row) {
            TapNumbers& n = tap(row);
            if (index(row, 1, n.frames.size() + 1) != n.frames.size() ||
                count(row, 2) > count(row, 3))
                return fail("a frame of it is missing or ends before it begins");
            n.frames.push_back({count(row, 2), count(row, 3), {}});
        });
        read_growth();
    }

    // Names come once in the rows of a frame; the first state of that name stands for all, until
    // its twins take what is theirs.
    void read_growth() {
        int of = -1;
        std::unordered_map<std::int64_t, std::uint32_t> positions;
        auto look_up = [&](const TapNumbers& n) {
            positions.clear();
            std::unordered_map<std::string, std::uint32_t> first;
            for (std::uint32_t i = 0; i < n.frame_names.size(); ++i)
                first.emplace(n.frame_names[i], i);
            for (const auto& [name, at] : first) positions.emplace(number_of(name), at);
            of = n.tap.tap;
        };
        each("SELECT tap, frame, name, value FROM raw_growth", [&](const Statement& row) {
            TapNumbers& n = tap(row);
            if (problem_) return;
            if (n.tap.tap != of) look_up(n);
            const std::size_t frame = index(row, 1, n.frames.size());
            const auto at = positions.find(row.integer(2));
            if (at == positions.end()) return fail("a number of its frames has no name");
            if (!problem_) n.frames[frame].growth.emplace_back(at->second, count(row, 3));
        });
        read_twins();
        for (TapNumbers& n : run_.taps) {
            for (Frame& f : n.frames) std::sort(f.growth.begin(), f.growth.end());
        }
    }

    std::int64_t number_of(const std::string& name) {
        if (numbers_.empty()) {
            for (const auto& [number, text] : names_) numbers_.emplace(text, number);
        }
        return numbers_.at(name);
    }

    void read_twins() {
        each("SELECT tap, frame, position, value FROM raw_twins", [&](const Statement& row) {
            TapNumbers& n = tap(row);
            const std::size_t frame = index(row, 1, n.frames.size());
            const std::size_t position = index(row, 2, n.frame_names.size());
            if (problem_) return;
            const auto first =
                std::find(n.frame_names.begin(), n.frame_names.end(), n.frame_names[position]) -
                n.frame_names.begin();
            auto& growth = n.frames[frame].growth;
            const auto shared = std::find_if(growth.begin(), growth.end(), [&](const auto& g) {
                return g.first == static_cast<std::uint32_t>(first);
            });
            const std::uint64_t value = count(row, 3);
            if (shared == growth.end() || shared->second < value)
                return fail("a number of its frames is more than there is");
            shared->second -= value;
            if (shared->second == 0) growth.erase(shared);
            growth.emplace_back(static_cast<std::uint32_t>(position), value);
        });
    }

    void read_large() {
        each("SELECT tap, what, frame, position, value FROM raw_large", [&](const Statement& row) {
            TapNumbers& n = tap(row);
            const std::string what = row.text(1);
            const std::uint64_t value = decimal(row.text(4));
            if (what == "number") {
                const std::size_t i = index(row, 3, n.numbers.size());
                if (!problem_) n.numbers[i].second = value;
            } else if (what == "trace") {
                const std::size_t i = index(row, 3, n.trace.size());
                if (!problem_) n.trace[i].value = value, n.trace[i].known = true;
            } else if (what == "growth") {
                set_growth(n, index(row, 2, n.frames.size()), row.integer(3), value);
            }
        });
    }

    void set_growth(TapNumbers& n, std::size_t frame, std::int64_t position, std::uint64_t value) {
        if (problem_) return;
        for (auto& [at, growth] : n.frames[frame].growth) {
            if (at == position) growth = value;
        }
    }

    void read_graph() {
        each("SELECT from_block, to_block, channel FROM raw_edges ORDER BY rowid",
             [&](const Statement& row) {
                 run_.edges.push_back({row.text(0), row.text(1), row.text(2)});
             });
    }

    // What this version has no word for is left out.
    void read_diagnostics() {
        std::unordered_map<std::string_view, Code> codes;
        for (std::size_t i = 0; i < diagnostic_count(); ++i) {
            const Code code = static_cast<Code>(i);
            codes.emplace(diagnostic_row(code).name, code);
        }
        each(
            "SELECT code, severity, file, line, sentence, hint FROM raw_diagnostics "
            "ORDER BY rowid",
            [&](const Statement& row) {
                const auto code = codes.find(row.text(0));
                if (code == codes.end()) return;
                const std::string severity = row.text(1);
                run_.diagnostics.push_back(
                    {code->second,
                     severity == "error"     ? Severity::error
                     : severity == "warning" ? Severity::warning
                                             : Severity::note,
                     {row.text(2), static_cast<std::uint32_t>(row.integer(3))},
                     row.text(4),
                     row.text(5)});
            });
    }

    bool read_operations() {
        std::vector<std::string> blocks;
        each("SELECT bytes FROM raw_operations ORDER BY block",
             [&](const Statement& row) { blocks.push_back(row.text(0)); });
        if (blocks.empty()) return true;
        Result<Operations> operations = operations_from_blocks(blocks, file_, diagnostics_);
        if (!operations) return false;
        run_.operations = std::move(*operations);
        return true;
    }

    Database& db_;
    std::string file_;
    Diagnostics& diagnostics_;
    const char* problem_ = nullptr;
    bool reported_ = false;
    Run run_;
    TapMap map_;        // without taps
    TapNumbers spare_;  // for rows that belong to nothing
    std::unordered_map<std::int64_t, std::string> names_;
    std::unordered_map<std::string, std::int64_t> numbers_;  // of the names
};

}  // namespace

Result<Run> read_run(const std::filesystem::path& path, Diagnostics& diagnostics) {
    if (!is_readable(path, diagnostics)) return failure;
    Database db(uri_of(path), SQLITE_OPEN_READONLY);
    harden(db, 0);
    const int format = checked_format(db, "main");
    close_for_writing(db);
    if (!db.good()) {
        diagnostics.report(Code::run_malformed, {path.string(), 0}, db.error());
        return failure;
    }
    if (format != kUserVersion) {
        diagnostics.report(Code::run_malformed, {path.string(), 0},
                           fmt::format("it has format {}, which does not hold what the states of "
                                       "machines wait for: it can be reported, queried and "
                                       "compared, but not be analysed again",
                                       format));
        return failure;
    }
    return RunReader(db, path.string(), diagnostics).read();
}

}  // namespace tapestry
