// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <random>
#include <regex>

#include "base/codes/files.h"
#include "base/codes/readings.h"
#include "base/codes/runs.h"
#include "base/file.h"
#include "explain/counters/analyse.h"
#include "model/category.h"
#include "model/measures.h"
#include "model/queue_numbers.h"
#include "show/store/read_run.h"
#include "show/store/run_view.h"
#include "show/store/sample_run.h"
#include "show/store/schema.h"
#include "show/store/views.h"
#include "show/store/write_run.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class StoreTest : public testing::Test {
protected:
    StoreTest() {
        std::string name = (fs::temp_directory_path() / "tapestry_store_XXXXXX").string();
        folder_ = mkdtemp(name.data());
        path_ = folder_ / "a run?#%.tapdb";
    }
    ~StoreTest() override { fs::remove_all(folder_); }

    RunView written(const tapestry::Run& run) {
        EXPECT_TRUE(write_run(run, analyse(run), path_, diagnostics_));
        Result<RunView> view = open_run(path_, diagnostics_);
        EXPECT_TRUE(view);
        for (const Diagnostic& d : diagnostics_.all()) ADD_FAILURE() << to_text(d);
        return std::move(*view);
    }

    // Rows as text: cells joined by '|', NULL as '-'.
    std::vector<std::string> rows(const RunView& view, const std::string& sql) {
        std::vector<std::string> lines;
        const Result<Table> table = view.query(sql, diagnostics_);
        if (!table) return {to_text(diagnostics_.all().back())};
        for (const Row& row : table->rows) {
            std::string line;
            for (const Cell& cell : row) line += (line.empty() ? "" : "|") + text_of(cell);
            lines.push_back(line);
        }
        return lines;
    }

    static std::string text_of(const Cell& cell) {
        if (const auto* n = std::get_if<std::int64_t>(&cell)) return std::to_string(*n);
        if (const auto* d = std::get_if<double>(&cell)) return fmt::format("{:.4f}", *d);
        if (const auto* s = std::get_if<std::string>(&cell)) return *s;
        return "-";
    }

    // Changes the file by SQL, as an attacker might.
    void tamper(const std::string& sql) {
        sqlite3* db = nullptr;
        ASSERT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
        char* error = nullptr;
        EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &error), SQLITE_OK) << error;
        sqlite3_close(db);
    }

    std::string refusal() {
        Diagnostics diagnostics;
        EXPECT_FALSE(open_run(path_, diagnostics));
        EXPECT_EQ(diagnostics.all().size(), 1u);
        EXPECT_EQ(diagnostics.all().at(0).code, code::run_malformed);
        return diagnostics.all().at(0).sentence;
    }

    std::size_t files() {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_, path_;
    Diagnostics diagnostics_;
};

using Lines = std::vector<std::string>;

TEST_F(StoreTest, HasEveryViewWithItsColumnsAndRows) {
    const RunView view = written(sample_run());
    EXPECT_EQ(files(), 1u);
    for (const View& v : views()) {
        const Result<Table> table = view.query("SELECT * FROM " + v.name, diagnostics_);
        ASSERT_TRUE(table) << v.name;
        ASSERT_EQ(table->columns.size(), v.columns.size());
        for (std::size_t i = 0; i < v.columns.size(); ++i) {
            EXPECT_EQ(table->columns[i], v.columns[i].name);
        }
        static const std::set<std::string> kNone = {
            "diagnostics",  "deadlocks",   "sums",         "traces",        "trace",
            "assertions",   "threads",     "experiments",  "host_states",   "messages",
            "host_waits",   "host_events", "host_sites",   "imbalance",     "call_paths",
            "host_visits",  "collectives", "call_devices", "communication", "phases",
            "phase_frames", "host_counts"};
        const bool none = kNone.contains(v.name) || v.name.starts_with("bus");
        EXPECT_EQ(table->rows.empty(), none) << v.name;
        if (!v.order.empty()) {
            EXPECT_TRUE(view.query(fmt::format("SELECT * FROM {} ORDER BY {}", v.name, v.order),
                                   diagnostics_));
        }
    }
}

Experiment experiment(const std::string& path, ExperimentKind kind) {
    Experiment e;
    e.path = path;
    e.kind = kind;
    if (kind == ExperimentKind::state) e.state = "WAIT";
    if (is_capacity(kind)) e.reason = "DEPTH = 64 instead of 4";
    e.status = ExperimentStatus::tried;
    e.saving = 0.1;
    return e;
}

// A block, its own logic and the outside of a design have the same path but different labels.
TEST_F(StoreTest, EveryKindOfExperimentHasALabelOfItsOwn) {
    tapestry::Run run = sample_run();
    std::set<std::string> labels;
    for (int kind = 0; kind <= static_cast<int>(ExperimentKind::depth); ++kind) {
        run.experiments.push_back(experiment("filter.u_a", static_cast<ExperimentKind>(kind)));
        run.experiments.back().saving = 1 - 0.1 * kind;  // the order of the view
    }
    std::erase_if(run.experiments, [](const Experiment& e) {
        return e.kind == ExperimentKind::group || e.kind == ExperimentKind::pair;
    });
    std::vector<std::string> wanted;
    for (const Experiment& e : run.experiments) wanted.push_back(label_of(e, true));
    const RunView view = written(run);
    const Result<Table> table =
        view.query("SELECT label FROM experiments ORDER BY saving DESC", diagnostics_);
    ASSERT_TRUE(table);
    ASSERT_EQ(table->rows.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_EQ(text(table->rows[i][0]), wanted[i]);
        EXPECT_TRUE(labels.insert(wanted[i]).second) << wanted[i];
    }
    EXPECT_TRUE(labels.contains("the outside of filter.u_a"));
    EXPECT_TRUE(labels.contains("filter.u_a, with all below it"));
}

TEST_F(StoreTest, ABlockIsCalledByItsPathWhereItsOwnLogicIsNoExperiment) {
    tapestry::Run run = sample_run();
    run.experiments = {experiment("filter.u_a", ExperimentKind::block),
                       experiment("filter.u_b", ExperimentKind::logic)};
    run.experiments[1].status = ExperimentStatus::rejected;
    const RunView view = written(run);
    EXPECT_EQ(rows(view, "SELECT label FROM experiments ORDER BY path"),
              (std::vector<std::string>{"filter.u_a", "filter.u_b, its own logic"}));
}

// The columns that docs and consumers rely on, repeated so that a change is noticed.
TEST_F(StoreTest, KeepsTheContract) {
    const RunView view = written(sample_run());
    for (const char* sql :
         {"SELECT key, value FROM run",
          "SELECT tap, kind, path, module, name, clock, observed_cycles, reset_cycles, quality, "
          "source FROM taps",
          "SELECT tap, path, state, category, cycles, share, entries, min_dwell, max_dwell, "
          "quality, source FROM states",
          "SELECT tap, path, from_state, to_state, count FROM transitions",
          "SELECT tap, path, protocol, producer, consumer, transfer_cycles, blocked_cycles, "
          "starved_cycles, idle_cycles, beats, packets, bytes, longest_block, quality, source "
          "FROM channels",
          "SELECT tap, path, depth, pushes, pops, max_occupancy, mean_occupancy, full_cycles, "
          "empty_cycles, refused_pushes, refused_pops, quality, source FROM queues",
          "SELECT tap, path, occupancy, cycles FROM queue_histogram",
          "SELECT tap, path, invocations, busy_cycles, min_latency, max_latency, mean_latency, "
          "quality, source FROM calls",
          "SELECT tap, path, frame, start_edge, end_edge, name, value FROM frames",
          "SELECT from_block, to_block, channel FROM dependencies"}) {
        EXPECT_TRUE(view.query(sql, diagnostics_)) << sql;
    }
}

TEST_F(StoreTest, DividesOnlyWhereThereIsSomethingToDivide) {
    const RunView view = written(sample_run());
    EXPECT_EQ(rows(view,
                   "SELECT state, category, cycles, share, min_dwell FROM states WHERE "
                   "path = 'filter.u_conv.g_row[0].u_mac.state_q'"),
              (Lines{"WAIT|wait_sync|708560|0.6757|1", "MUL|busy|340000|0.3243|9"}));
    EXPECT_EQ(rows(view, "SELECT min_dwell, max_dwell FROM states WHERE tap = 3"),
              (Lines{"-|1048560", "-|-"}));
    EXPECT_EQ(rows(view, "SELECT path, invocations, min_latency, mean_latency FROM calls"),
              (Lines{"filter.u_conv|360|1300|1417.0000", "filter.u_sort|0|-|-"}));
    EXPECT_EQ(rows(view, "SELECT samples, mean, least, most FROM value_totals"),
              (Lines{"10240|16.0000|1|63"}));
}

TEST_F(StoreTest, PartitionsTheObservedCycles) {
    const RunView view = written(sample_run());
    EXPECT_EQ(rows(view,
                   "SELECT path FROM taps t WHERE kind = 'fsm' AND observed_cycles <> "
                   "(SELECT SUM(cycles) FROM states s WHERE s.tap = t.tap)"),
              Lines{});
    EXPECT_EQ(rows(view,
                   "SELECT tap FROM channels JOIN taps USING (tap) WHERE observed_cycles "
                   "<> transfer_cycles + blocked_cycles + starved_cycles + idle_cycles"),
              Lines{});
    EXPECT_EQ(rows(view,
                   "SELECT path FROM blocks WHERE observed_cycles <> busy_cycles + "
                   "transfer_cycles + wait_recv_cycles + wait_send_cycles + "
                   "wait_sync_cycles + overhead_cycles + idle_cycles"),
              Lines{});
}

TEST_F(StoreTest, KeepsFramesGraphAndRanges) {
    const RunView view = written(sample_run());
    EXPECT_EQ(rows(view,
                   "SELECT frame, start_edge, end_edge, name, value FROM frames "
                   "ORDER BY frame, name"),
              (Lines{"0|0|524288|observed_cycles|524272", "0|0|524288|state.COMPUTE|300000",
                     "0|0|524288|state.IDLE|9000", "1|524288|1048576|observed_cycles|524288",
                     "1|524288|1048576|state.COMPUTE|210222"}));
    EXPECT_EQ(rows(view, "SELECT * FROM dependencies WHERE from_block IS NULL"),
              Lines{"-|filter.u_ctrl|filter.s_axis"});
    EXPECT_EQ(rows(view,
                   "SELECT scope, tap FROM blocks WHERE path IN "
                   "('filter.u_conv', 'filter.u_ctrl.state_q') ORDER BY scope"),
              (Lines{"filter.u_conv|-", "filter.u_ctrl|0"}));
    EXPECT_EQ(rows(view, "SELECT from_value, to_value, samples FROM value_histogram LIMIT 2"),
              (Lines{"0|3|1024", "4|7|2048"}));
    EXPECT_EQ(rows(view, "SELECT from_latency, to_latency FROM latency_histogram"),
              Lines{"128|255"});
    EXPECT_EQ(rows(view,
                   "SELECT value FROM numbers WHERE path = 'filter.m_axis' AND name = "
                   "'longest_burst'"),
              Lines{"640"});
}

// A tap of that kind with a path below the top.
TapNumbers& add_tap(Run& run, TapKind kind, const std::string& name) {
    TapNumbers& n = run.taps.emplace_back();
    n.tap.tap = static_cast<int>(run.taps.size()) - 1;
    n.tap.own = part_of(kind);
    n.tap.path = "dut." + name;
    n.observed_cycles = 100;
    return n;
}

TEST_F(StoreTest, ShowsSumsAssertionsAndThreads) {
    tapestry::Run run;
    add_tap(run, TapKind::sum, "bytes").numbers = {{"samples", 3}, {"total", 42}, {"unknown", 0}};
    add_tap(run, TapKind::assertion, "fits").numbers = {{"violations", 25}, {"first_violation", 7}};
    add_tap(run, TapKind::assertion, "holds").numbers = {{"violations", 0}, {"first_violation", 0}};
    TapNumbers& thread = add_tap(run, TapKind::fsm, "g[3].core[12]");
    thread.tap.machine().is_thread = true;
    thread.tap.machine().states = {{"idle", "0", "", ""},
                                   {"running", "1", "", ""},
                                   {"critical", "2", "", ""},
                                   {"spinning", "3", "", ""}};
    thread.states = {{40, 2, 1, 30}, {30, 2, 1, 20}, {20, 1, 1, 20}, {10, 1, 1, 10}, {}};
    thread.transitions = {{0, 1, 2}, {1, 3, 1}, {3, 2, 1}};
    const RunView view = written(run);
    EXPECT_EQ(rows(view, "SELECT path, samples, total, quality FROM sums"),
              Lines{"dut.bytes|3|42|exact"});
    EXPECT_EQ(rows(view, "SELECT path, violations, first_edge, share FROM assertions"),
              (Lines{"dut.fits|25|7|0.2500", "dut.holds|0|-|0.0000"}));
    EXPECT_EQ(rows(view,
                   "SELECT thread, idle_cycles, running_cycles, critical_cycles, spinning_cycles, "
                   "changes FROM threads"),
              Lines{"12|40|30|20|10|4"});
}

// `full` is 0 while a pop frees an entry; the occupancy shows that the queue was full nevertheless.
TEST_F(StoreTest, SaysWhenAQueueWasFullAsTheModelDoes) {
    tapestry::Run run;
    const struct {
        std::uint64_t depth, full_signal, empty_signal;
    } queues[] = {{4, 7, 0}, {4, 30, 50}, {0, 7, 0}};
    for (const auto& q : queues) {
        TapNumbers& n = add_tap(run, TapKind::queue, fmt::format("q{}", run.taps.size()));
        n.tap.queue().depth = q.depth;
        n.numbers = {{"full_cycles", q.full_signal}, {"empty_cycles", q.empty_signal}};
        n.histogram = {{0, 40}, {3, 40}, {4, 15}, {5, 5}};
    }
    const RunView view = written(run);
    EXPECT_EQ(rows(view, "SELECT full_cycles, empty_cycles FROM queues"),
              (Lines{"20|40", "30|50", "7|40"}));
    Lines model;
    for (const TapNumbers& n : run.taps)
        model.push_back(fmt::format("{}|{}", full_cycles(n), empty_cycles(n)));
    EXPECT_EQ(rows(view, "SELECT full_cycles, empty_cycles FROM queues"), model);
}

TEST_F(StoreTest, ShowsTracesWithTheNamesOfStates) {
    tapestry::Run run;
    TapNumbers& n = add_tap(run, TapKind::trace, "state");
    *n.tap.find_states() = {{"REST", "0", "", ""}, {"WORK", "2", "", ""}};
    n.numbers = {{"records", 5}, {"lost", 9}};
    n.trace = {
        {0, 4, 0, true}, {1, 6, 2, true}, {2, 7, 1, true}, {3, 8, 0, false}, {4, 9, ~0ull, true}};
    const RunView view = written(run);
    EXPECT_EQ(rows(view, "SELECT path, trigger, records, lost FROM traces"),
              Lines{"dut.state|change|5|9"});
    EXPECT_EQ(rows(view, "SELECT record, edge, value, name FROM trace"),
              (Lines{"0|4|0|REST", "1|6|2|WORK", "2|7|1|-", "3|8|-|-", "4|9|-|-"}));
}

TEST_F(StoreTest, CutsHugeNumbersAndSaysSo) {
    auto run = sample_run();
    run.taps[0].states[1].cycles = ~0ull;
    run.taps[1].histogram = {{63, ~0ull}};
    TapNumbers& value = run.taps.back();
    std::get<ValuePart>(value.tap.own).from = ~0ull - 5;
    value.numbers[1].second = 1ull << 63;
    const RunView view = written(run);
    EXPECT_EQ(rows(view, "SELECT cycles, quality FROM states WHERE state IN ('LOAD', 'STORE')"),
              (Lines{"9223372036854775807|lower_bound", "100000|exact"}));
    EXPECT_EQ(rows(view, "SELECT quality FROM taps WHERE tap = 0"), Lines{"lower_bound"});
    EXPECT_EQ(rows(view, "SELECT transfer_cycles, quality FROM blocks WHERE tap = 0"),
              Lines{"9223372036854775807|lower_bound"});
    EXPECT_EQ(rows(view, "SELECT value_sum, quality FROM value_totals"),
              Lines{"9223372036854775807|lower_bound"});
    EXPECT_EQ(rows(view,
                   "SELECT name, quality FROM numbers WHERE kind = 'value' AND quality <> "
                   "'exact'"),
              Lines{"value_sum|lower_bound"});
    EXPECT_EQ(rows(view, "SELECT MIN(from_value) > 0, MIN(to_value) > 0 FROM value_histogram"),
              Lines{"1|1"});
}

TEST_F(StoreTest, LeavesASilentTapWithoutNumbers) {
    auto run = sample_run();
    TapNumbers silent;
    silent.tap = run.taps[0].tap;
    silent.tap.tap = static_cast<int>(run.taps.size());
    silent.tap.path = "filter.silent";
    silent.silent = true;
    silent.quality = Quality::invalid;
    run.taps.push_back(silent);
    Diagnostics said;
    said.report(code::reading_tap_silent, {"r", 7}, "filter.silent");
    run.diagnostics = said.all();
    const RunView view = written(run);
    EXPECT_EQ(rows(view, "SELECT observed_cycles, quality FROM taps WHERE path = 'filter.silent'"),
              Lines{"-|invalid"});
    EXPECT_EQ(rows(view, "SELECT * FROM states WHERE path = 'filter.silent'"), Lines{});
    EXPECT_EQ(rows(view, "SELECT code, severity, file, line, sentence FROM diagnostics"),
              Lines{"reading_tap_silent|warning|r|7|tap 'filter.silent' left no record"});
}

TEST_F(StoreTest, SaysWhatIsKnownOfTheRun) {
    auto run = sample_run();
    run.partial = true;
    run.partial_reason = "the simulation was interrupted";
    const RunView view = written(run);
    EXPECT_EQ(rows(view, "SELECT key, value FROM run WHERE key <> 'answer' LIMIT 7"),
              (Lines{"schema|tapestry.run/7", "cycles|1048576", "partial|yes",
                     "partial_reason|the simulation was interrupted", "lost_records|0",
                     "end_state|partial", "design|image filter"}));
    EXPECT_EQ(rows(view, "SELECT COUNT(*) FROM run WHERE key = 'top'"), Lines{"1"});
    EXPECT_EQ(rows(view, "SELECT * FROM clocks"),
              Lines{"0|clk|filter.clk|posedge|1048576|10485760|cycle|-|-|0.0000"});
}

TEST_F(StoreTest, WritesTheSameBytesForTheSameRun) {
    written(sample_run());
    const Result<std::string> first = read_file(path_, diagnostics_);
    written(sample_run());
    EXPECT_EQ(first, read_file(path_, diagnostics_));
}

TEST_F(StoreTest, LeavesNothingWhenItCannotWrite) {
    Diagnostics diagnostics;
    std::ofstream(folder_ / "file") << "no folder";
    EXPECT_FALSE(write_run(sample_run(), analyse(sample_run()), folder_ / "file" / "such.tapdb",
                           diagnostics));
    fs::create_directory(path_);
    fs::create_directory(path_ / "full");
    EXPECT_FALSE(write_run(sample_run(), analyse(sample_run()), path_, diagnostics));
    EXPECT_EQ(files(), 2u) << "the file and the folder themselves";
    ASSERT_EQ(diagnostics.all().size(), 2u);
    for (const Diagnostic& d : diagnostics.all()) EXPECT_EQ(d.code, code::file_unwritable);
}

// A limit on the size of files makes writes fail like a full disk.
TEST_F(StoreTest, LeavesNothingOnAFullDisk) {
    std::ofstream(path_) << "older";
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    auto* old_handler = signal(SIGXFSZ, SIG_IGN);
    rlimit small = old;
    small.rlim_cur = 32 << 10;
    setrlimit(RLIMIT_FSIZE, &small);
    Diagnostics diagnostics;
    const bool good =
        write_run(sample_run(), analyse(sample_run()), path_, diagnostics).has_value();
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, old_handler);
    EXPECT_FALSE(good);
    ASSERT_EQ(diagnostics.all().size(), 1u);
    EXPECT_EQ(diagnostics.all()[0].code, code::file_unwritable);
    EXPECT_EQ(files(), 1u);
    EXPECT_EQ(read_file(path_, diagnostics), "older") << "what was there stays";
}

TEST_F(StoreTest, RefusesWhatIsNoRun) {
    Diagnostics missing;
    EXPECT_FALSE(open_run(path_, missing));
    EXPECT_EQ(missing.all().at(0).code, code::file_missing);
    std::ofstream(path_) << "";
    EXPECT_NE(refusal().find("another kind"), std::string::npos);
    std::ofstream(path_) << std::string(9999, 'x');
    EXPECT_NE(refusal().find("not a database"), std::string::npos);
}

TEST_F(StoreTest, RefusesAnotherVersionOrSchema) {
    const struct {
        const char* tampering;
        const char* says;
    } cases[] = {
        {"PRAGMA application_id = 7", "another kind of SQLite file"},
        {"PRAGMA user_version = 99", "it has format 99"},
        {"PRAGMA user_version = 1", "it has format 1"},
        {"DROP TABLE raw_states", "it has no 'raw_states'"},
        {"DROP TABLE raw_edges; CREATE VIEW raw_edges AS SELECT 1 AS from_block",
         "it has no 'raw_edges'"},
        {"ALTER TABLE raw_run ADD COLUMN more TEXT", "its 'raw_run' is not the one"},
    };
    for (const auto& c : cases) {
        written(sample_run());
        tamper(c.tampering);
        const std::string said = refusal();
        EXPECT_NE(said.find(c.says), std::string::npos) << said;
    }
}

// A query uses temporary views, so that the views in the file do not matter.
TEST_F(StoreTest, DoesNotBelieveTheViewsOfTheFile) {
    written(sample_run());
    tamper(
        "DROP VIEW states; DROP VIEW calls; CREATE TABLE calls(tap); DROP VIEW run; CREATE VIEW "
        "run AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS key, i "
        "AS value FROM n");
    const Result<RunView> view = open_run(path_, diagnostics_);
    ASSERT_TRUE(view);
    EXPECT_EQ(rows(*view, "SELECT value FROM run WHERE key = 'top'"), Lines{"filter"});
    EXPECT_EQ(rows(*view, "SELECT count(*) FROM calls"), Lines{"2"});
    EXPECT_EQ(rows(*view, "SELECT max(cycles) > 0 FROM states"), Lines{"1"});
}

TEST_F(StoreTest, IgnoresWhatAPersonAdded) {
    written(sample_run());
    tamper(
        "CREATE TABLE mine(a); CREATE INDEX mine_a ON mine(a); "
        "CREATE TRIGGER t AFTER INSERT ON mine BEGIN DELETE FROM raw_run; END");
    Diagnostics diagnostics;
    EXPECT_TRUE(open_run(path_, diagnostics));
}

TEST_F(StoreTest, QueriesOnlyRead) {
    const RunView view = written(sample_run());
    for (const char* sql :
         {"DELETE FROM raw_run", "CREATE TEMP TABLE x(a)", "ATTACH 'x.db' AS x", "PRAGMA page_size",
          "SELECT 1; SELECT 2", "", "-- nothing", "SELECT load_extension('x')", "SELEC 1",
          "SELECT * FROM nowhere", "VACUUM INTO 'x.db'"}) {
        Diagnostics diagnostics;
        EXPECT_FALSE(view.query(sql, diagnostics)) << sql;
        ASSERT_EQ(diagnostics.all().size(), 1u) << sql;
        EXPECT_EQ(diagnostics.all()[0].code, code::query_refused) << sql;
    }
    EXPECT_EQ(rows(view, "SELECT COUNT(*) FROM run;  "), Lines{"14"})
        << "an error does not outlast its query";
}

TEST_F(StoreTest, JoinsSeveralRuns) {
    const fs::path other = folder_ / "other.tapdb";
    auto changed = sample_run();
    changed.cycles = 7;
    ASSERT_TRUE(write_run(changed, analyse(changed), other, diagnostics_));
    ASSERT_TRUE(write_run(sample_run(), analyse(sample_run()), path_, diagnostics_));
    const Result<RunView> runs = open_runs({{"a", path_}, {"b", other}}, diagnostics_);
    ASSERT_TRUE(runs) << to_text(diagnostics_.all().back());
    EXPECT_EQ(rows(*runs, "SELECT run, value FROM run WHERE key = 'cycles'"),
              (Lines{"a|1048576", "b|7"}));
    EXPECT_EQ(rows(*runs, "SELECT value FROM b.run WHERE key = 'cycles'"), Lines{"7"});
    for (const View& v : views()) {
        EXPECT_TRUE(runs->query("SELECT run, * FROM " + v.name, diagnostics_)) << v.name;
    }
    for (const char* sql : {"ATTACH 'x.db' AS x", "DETACH a", "DELETE FROM a.raw_run",
                            "CREATE TEMP TABLE x(a)", "DROP VIEW temp.states",
                            "SELECT load_extension('x')", "PRAGMA temp_store_directory = '/'"}) {
        Diagnostics diagnostics;
        EXPECT_FALSE(runs->query(sql, diagnostics)) << sql;
        EXPECT_EQ(diagnostics.all().at(0).code, code::query_refused) << sql;
    }
}

TEST_F(StoreTest, RefusesABadRunAmongSeveral) {
    ASSERT_TRUE(write_run(sample_run(), analyse(sample_run()), path_, diagnostics_));
    const fs::path bad = folder_ / "bad.tapdb";
    std::ofstream(bad) << std::string(9999, 'x');
    const struct {
        std::vector<NamedRun> runs;
        Code code;
    } cases[] = {{{{"a", path_}, {"b", bad}}, code::run_malformed},
                 {{{"a", path_}, {"b", folder_ / "none"}}, code::file_missing},
                 {std::vector<NamedRun>(kMostRuns + 1, {"a", path_}), code::query_refused}};
    for (const auto& c : cases) {
        Diagnostics diagnostics;
        EXPECT_FALSE(open_runs(c.runs, diagnostics));
        ASSERT_EQ(diagnostics.all().size(), 1u);
        EXPECT_EQ(diagnostics.all()[0].code, c.code);
    }
}

TEST_F(StoreTest, NamesRunsAfterTheirFiles) {
    const struct {
        const char* word;
        const char* name;
        const char* path;
    } cases[] = {{"before=x/a.tapdb", "before", "x/a.tapdb"},
                 {"x/fast-2.tapdb", "fast_2", "x/fast-2.tapdb"},
                 {"x/out/run.tapdb", "out", "x/out/run.tapdb"},
                 {"y/out/run.tapdb", "out_2", "y/out/run.tapdb"},
                 {"OUT.tapdb", "OUT_3", "OUT.tapdb"},
                 {"7.tapdb", "_7", "7.tapdb"},
                 {"main.tapdb", "main_2", "main.tapdb"},
                 {"./a=b.tapdb", "a_b", "./a=b.tapdb"}};
    std::vector<std::string> words;
    for (const auto& c : cases) words.push_back(c.word);
    const std::vector<NamedRun> runs = name_runs(words);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        EXPECT_EQ(runs[i].name, cases[i].name);
        EXPECT_EQ(runs[i].path, cases[i].path);
    }
}

TEST_F(StoreTest, HasFunctionsForItsWords) {
    const RunView view = written(sample_run());
    const struct {
        const char* expression;
        const char* value;
    } cases[] = {{"share(1, 4)", "0.2500"},
                 {"share(1, 0)", "-"},
                 {"share(NULL, 4)", "-"},
                 {"under('a.b.c', 'a.b')", "1"},
                 {"under('a.bc', 'a.b')", "0"},
                 {"matches('a.b.c', 'a.*')", "1"},
                 {"matches('a.b.c', 'b.*')", "0"},
                 {"leaf('a.b.c')", "c"},
                 {"parent('a.b.c')", "a.b"},
                 {"seconds(5000000, 100)", "0.0500"},
                 {"seconds(1, 0)", "-"},
                 {"(SELECT worst(q) FROM (SELECT 'exact' q UNION ALL SELECT 'lower_bound' UNION "
                  "ALL SELECT NULL))",
                  "lower_bound"},
                 {"(SELECT worst(q) FROM (SELECT 'bogus' q))", "invalid"},
                 {"(SELECT worst(quality) FROM taps WHERE 0)", "-"}};
    for (const auto& c : cases) {
        EXPECT_EQ(rows(view, fmt::format("SELECT {}", c.expression)), Lines{c.value})
            << c.expression;
    }
}

TEST_F(StoreTest, EndsAQueryThatTakesTooLong) {
    RunView view = written(sample_run());
    view.limit_time(std::chrono::milliseconds(20));
    EXPECT_FALSE(
        view.query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                   "SELECT count(*) FROM n",
                   diagnostics_));
    ASSERT_EQ(diagnostics_.all().size(), 1u);
    EXPECT_EQ(diagnostics_.all()[0].code, code::query_refused);
    EXPECT_NE(diagnostics_.all()[0].sentence.find("longer than 0.02 s"), std::string::npos);
    EXPECT_EQ(rows(view, "SELECT 1"), Lines{"1"}) << "the next query has its own time";
}

TEST(Cell, ReadsAsCsvAndJson) {
    const struct {
        Cell cell;
        const char* csv;
        const char* json;
    } cases[] = {{{}, "", "null"},
                 {std::int64_t{-7}, "-7", "-7"},
                 {0.5, "0.5", "0.5"},
                 {std::string(""), "\"\"", "\"\""},
                 {std::string("a,\"b\""), "\"a,\"\"b\"\"\"", "\"a,\\\"b\\\"\""},
                 {std::string("a\nb"), "\"a\nb\"", "\"a\\nb\""},
                 {std::string("\xff"), "\xff", "\"\xef\xbf\xbd\""},
                 {HUGE_VAL, "inf", "null"}};
    for (const auto& c : cases) {
        EXPECT_EQ(csv_field(c.cell), c.csv);
        EXPECT_EQ(json_value(c.cell), c.json);
    }
}

// Random damage to a run file: an error or an answer, never a crash.
TEST_F(StoreTest, SurvivesDamage_Slow) {
    written(sample_run());
    const std::string good = *read_file(path_, diagnostics_);
    std::mt19937 random(1);
    for (int round = 0; round < 400; ++round) {
        std::string bytes = good;
        for (unsigned n = random() % 40 + 1; n > 0; --n) {
            bytes[random() % bytes.size()] = static_cast<char>(random());
        }
        if (round % 8 == 0) bytes.resize(random() % bytes.size());
        std::ofstream(path_, std::ios::binary) << bytes;
        Diagnostics diagnostics;
        if (const auto run = read_run(path_, diagnostics)) analyse(*run);
        const Result<RunView> view = open_run(path_, diagnostics);
        if (!view) continue;
        for (const View& v : views())
            view->query("SELECT * FROM " + v.name, diagnostics).may_fail();
    }
}

TEST_F(StoreTest, WritesAHundredThousandTapsInSeconds_Slow) {
    auto run = sample_run();
    const std::size_t kinds = run.taps.size();
    for (std::size_t i = kinds; i < 100'000; ++i) {
        run.taps.push_back(run.taps[i % kinds]);
        run.taps.back().tap.tap = static_cast<int>(i);
        run.taps.back().tap.path += fmt::format("[{}]", i);
    }
    // Processor time of this process: the machine may be busy.
    const std::clock_t start = std::clock();
    ASSERT_TRUE(write_run(run, analyse(run), path_, diagnostics_));
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_LT(seconds, 20) << "far above what it takes, for slow machines and sanitizers";
    RecordProperty("milliseconds", static_cast<int>(seconds * 1000));
}

TapNumbers& add_bus_tap(tapestry::Run& run, TapKind kind, const std::string& direction,
                        const std::string& part) {
    TapNumbers& n = run.taps.emplace_back();
    n.tap.tap = static_cast<int>(run.taps.size() - 1);
    n.tap.own = part_of(kind);
    *n.tap.find_bus() = {"top.bus", direction, part};
    n.tap.path = fmt::format("top.bus_{}_{}", direction, part);
    n.tap.scope = "top";
    n.observed_cycles = n.edges = 100;
    return n;
}

// Reads are pipelined, and their queue sees only the 60 cycles in which the bus is claimed; writes
// are one at a time.
TEST_F(StoreTest, JoinsTheTapsOfABus) {
    tapestry::Run run;
    run.top = "top";
    run.cycles = 100;
    add_bus_tap(run, TapKind::stream, "read", "request").numbers = {
        {"transfer_cycles", 4}, {"blocked_cycles", 9}, {"starved_cycles", 0}, {"idle_cycles", 87}};
    run.taps.back().tap.stream().protocol = "axi4";
    add_bus_tap(run, TapKind::stream, "read", "data").numbers = {
        {"transfer_cycles", 16}, {"blocked_cycles", 3}, {"bytes", 64}};
    TapNumbers& latency = add_bus_tap(run, TapKind::call, "read", "latency");
    latency.numbers = {{"invocations", 4}, {"completions", 4},  {"latency_sum", 50},
                       {"min_latency", 8}, {"max_latency", 20}, {"busy_cycles", 40}};
    latency.histogram = {{3, 3}, {4, 1}};
    latency.quality = Quality::estimated;
    TapNumbers& outstanding = add_bus_tap(run, TapKind::queue, "read", "outstanding");
    outstanding.observed_cycles = 60;
    outstanding.reset_cycles = 40;
    outstanding.numbers = {{"max_occupancy", 2}, {"occupancy_sum", 50}};
    outstanding.histogram = {{0, 20}, {1, 30}, {2, 10}};
    add_bus_tap(run, TapKind::stream, "write", "request").numbers = {
        {"transfer_cycles", 5}, {"blocked_cycles", 10}, {"bytes", 20}};
    add_bus_tap(run, TapKind::call, "write", "single").numbers = {
        {"invocations", 6}, {"completions", 5}, {"latency_sum", 15},
        {"min_latency", 3}, {"max_latency", 3}, {"busy_cycles", 16}};
    const RunView view = written(run);
    EXPECT_EQ(rows(view,
                   "SELECT direction, protocol, bytes, bursts, beats, min_latency, mean_latency, "
                   "max_latency, max_outstanding, mean_outstanding, request_blocked_cycles, "
                   "data_blocked_cycles, response_blocked_cycles, quality FROM buses"),
              (Lines{"read|axi4|64|4|16|8|12.5000|20|2|0.5000|9|3|-|estimated",
                     "write|-|20|5|5|3|3.0000|3|1|0.1600|10|-|-|exact"}));
    EXPECT_EQ(rows(view,
                   "SELECT direction, outstanding, cycles FROM bus_outstanding "
                   "ORDER BY direction, outstanding"),
              (Lines{"read|0|60", "read|1|30", "read|2|10", "write|0|84", "write|1|16"}));
    EXPECT_EQ(
        rows(view, "SELECT direction, from_latency, to_latency, completions FROM bus_latency"),
        (Lines{"read|8|15|3", "read|16|31|1"}));
    EXPECT_EQ(rows(view, "SELECT path FROM calls UNION SELECT path FROM queues"), Lines{});
}

// The words of all records stand in docs/formats.md between two marks.
std::string with_measures(const std::optional<std::string>& page) {
    const std::string begin = "<!-- measures: begin -->\n", end = "<!-- measures: end -->";
    if (!page || page->find(begin) == std::string::npos) return "no marks";
    std::string text = *page;
    const std::size_t from = text.find(begin) + begin.size();
    return text.replace(from, text.find(end) - from, measures_markdown());
}

const std::string root_ = TAPESTRY_ROOT "/";

// The hand-written documents mention every category.
TEST_F(StoreTest, StylesAndManualsKnowEveryCategory) {
    const std::string sheet = *read_file(root_ + "web/src/app/style.css", diagnostics_);
    const std::string styles = std::regex_replace(sheet, std::regex("\\s+"), " ");
    const std::string colours = *read_file(root_ + "web/src/base/palette.ts", diagnostics_);
    const std::string project = *read_file(root_ + "docs/project.md", diagnostics_);
    const std::string formats = *read_file(root_ + "docs/formats.md", diagnostics_);
    const auto has = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    std::string plain, quoted;
    for (const CategoryRow& c : kCategoryTable) {
        plain += fmt::format("{}{}", plain.empty() ? "" : ", ", c.word);
        quoted += fmt::format("{}`{}`", quoted.empty() ? "" : ", ", c.word);
        EXPECT_TRUE(has(styles, fmt::format(".category-{0} {{ --category: var(--{0});", c.word)))
            << c.word;
        EXPECT_TRUE(has(colours, fmt::format("    {}: \"#", c.word))) << c.word;
    }
    EXPECT_TRUE(has(project, "# " + plain + "\n"));
    EXPECT_TRUE(has(formats, "A `category` is one of " + quoted));
}

// TAPESTRY_UPDATE_DOCS=1 writes the files instead.
TEST_F(StoreTest, WhatIsMadeFromTheListsIsUpToDate) {
    const std::pair<const char*, std::string> files[] = {
        {"docs/views.md", views_markdown()},
        {"docs/formats.md",
         with_measures(read_file(root_ + "docs/formats.md", diagnostics_).if_any())},
        {"web/src/contract/rows.ts", views_typescript()},
        {"web/src/base/categories.ts", categories_typescript()},
        {"web/src/base/measures.ts", measures_typescript()}};
    for (const auto& [name, text] : files) {
        const std::string file = root_ + name;
        if (std::getenv("TAPESTRY_UPDATE_DOCS")) {
            ASSERT_TRUE(write_file(file, text, diagnostics_));
        }
        EXPECT_EQ(read_file(file, diagnostics_), text)
            << "run store_test with TAPESTRY_UPDATE_DOCS=1";
    }
}

}  // namespace
}  // namespace tapestry
