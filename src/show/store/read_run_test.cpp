// SPDX-License-Identifier: Apache-2.0
#include "show/store/read_run.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdlib>

#include "base/codes/simulation.h"
#include "base/file.h"
#include "explain/counters/analyse.h"
#include "model/tap_json.h"
#include "show/store/calls_file.h"
#include "show/store/run_view.h"
#include "show/store/sample_run.h"
#include "show/store/schema.h"
#include "show/store/views.h"
#include "show/store/write_run.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class ReadRunTest : public testing::Test {
protected:
    ReadRunTest() {
        std::string name = (fs::temp_directory_path() / "tapestry_read_XXXXXX").string();
        folder_ = mkdtemp(name.data());
        path_ = folder_ / "run.tapdb";
    }
    ~ReadRunTest() override { fs::remove_all(folder_); }

    void write(const tapestry::Run& run, const fs::path& path) {
        ASSERT_TRUE(write_run(run, analyse(run), path, diagnostics_));
    }

    std::string bytes(const fs::path& path) { return read_file(path, diagnostics_).value_or(""); }

    // Stored, read back, analysed and stored again.
    tapestry::Run round_trip(const tapestry::Run& run) {
        write(run, path_);
        Result<tapestry::Run> back = read_run(path_, diagnostics_);
        for (const Diagnostic& d : diagnostics_.all()) ADD_FAILURE() << to_text(d);
        if (!back) return {};
        const Result<HostCalls> calls = read_calls(*back, path_, diagnostics_);
        EXPECT_TRUE(calls && write_run_and_calls(*back, analyse(*back), *calls,
                                                 folder_ / "again.tapdb", diagnostics_));
        EXPECT_EQ(bytes(path_), bytes(folder_ / "again.tapdb"));
        return std::move(*back);
    }

    void tamper(const std::string& sql) {
        sqlite3* db = nullptr;
        ASSERT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sql;
        sqlite3_close(db);
    }

    std::string refusal() {
        Diagnostics diagnostics;
        EXPECT_FALSE(read_run(path_, diagnostics));
        EXPECT_EQ(diagnostics.all().size(), 1u);
        return diagnostics.all().empty() ? "" : diagnostics.all().front().sentence;
    }

    fs::path folder_, path_;
    Diagnostics diagnostics_;
};

// The numbers of a rejected experiment are not stored.
TEST_F(ReadRunTest, GivesBackExperiments) {
    tapestry::Run run = sample_run();
    Experiment tried, rejected, pair;
    tried.path = "filter.u_ctrl", tried.state = "WAIT", tried.kind = ExperimentKind::state;
    tried.cycles = 800, tried.saving = 0.2, tried.status = ExperimentStatus::tried;
    rejected.path = "filter.u_conv", rejected.cycles = 700, rejected.saving = 0.3;
    rejected.status = ExperimentStatus::rejected;
    rejected.reason = "the testbench printed 'FAIL' instead of 'PASS'";
    pair.kind = ExperimentKind::pair, pair.parts = {"filter.u_a", "filter.u_b"};
    pair.path = joined_parts(pair.parts);
    run.experiments = {tried, rejected, pair};
    const tapestry::Run back = round_trip(run);
    ASSERT_EQ(back.experiments.size(), 3u);
    EXPECT_EQ(back.experiments[2].parts, pair.parts);
    EXPECT_EQ(back.experiments[0].state, "WAIT");
    EXPECT_EQ(back.experiments[0].kind, ExperimentKind::state);
    EXPECT_EQ(back.experiments[0].cycles, 800u);
    EXPECT_EQ(back.experiments[0].saving, 0.2);
    EXPECT_EQ(back.experiments[1].status, ExperimentStatus::rejected);
    EXPECT_EQ(back.experiments[1].reason, rejected.reason);
    EXPECT_FALSE(back.experiments[1].saving);
    tamper("UPDATE raw_experiments SET kind = 'guess' WHERE experiment = 0");
    EXPECT_NE(refusal().find("an experiment in it is none"), std::string::npos);
    tamper("UPDATE raw_experiments SET status = 'believed', kind = 'block'");
    EXPECT_NE(refusal().find("an experiment in it is none"), std::string::npos);
}

TEST_F(ReadRunTest, GivesBackWhatSoftwareDid) {
    tapestry::Run run = sample_run();
    const int main = static_cast<int>(run.places.size());
    run.places.push_back({PlaceKind::thread, "app.main", "main", -1});
    run.host.states = {{0, 1, 500, 64, "top.in", "data"}};
    run.host.messages = {{main, -1, "MPI_Send", "", -7, "world", 8, 1, 2, 0, 0}};
    run.host.waits = {{main, "late_sender", -1, "MPI_Recv", 3, 400, "halo.c:12"}};
    run.host.sites = {{0, 1, "halo.c:12", "exchange", 3, 500, 400, 64}};
    run.host.events = {{main, "counter", "depth", 9, 1.5}};
    const tapestry::Run back = round_trip(run);
    EXPECT_EQ(back.host.states, run.host.states);
    EXPECT_EQ(back.host.sites, run.host.sites);
    EXPECT_TRUE(back.host.messages.empty());  // of which there may be many
    Diagnostics diagnostics;
    const Result<HostCalls> calls = read_calls(back, path_, diagnostics);
    ASSERT_TRUE(calls);
    EXPECT_EQ(calls->messages.all(), run.host.messages);
    EXPECT_EQ(calls->messages.all(), run.host.messages);  // as often as one likes
    EXPECT_EQ(back.host.waits, run.host.waits);
    EXPECT_EQ(back.host.events, run.host.events);
    tamper("UPDATE raw_messages SET from_place = 9999");
    EXPECT_NE(refusal().find("software"), std::string::npos);
}

TEST_F(ReadRunTest, GivesBackWhatWasStored) {
    tapestry::Run run = sample_run();
    run.facts.facts.emplace_back("note", "a fact\nof two lines");
    run.facts.partial = run.partial = true;
    run.partial_reason = "it was killed";
    run.lost_records = 7;
    run.clocks[0].rate_hz = 1e8;
    run.clocks[0].offset_ns = 2.5;
    run.clocks[0].uncertainty_ns = 0.25;
    run.diagnostics = {{code::simulation_failed, Severity::warning, {"tb.v", 3}, "a", "b"}};
    const tapestry::Run back = round_trip(run);
    EXPECT_EQ(back.top, run.top);
    EXPECT_EQ(back.facts.facts, run.facts.facts);
    EXPECT_TRUE(back.facts.partial && back.partial);
    EXPECT_EQ(back.partial_reason, run.partial_reason);
    EXPECT_EQ(back.cycles, run.cycles);
    EXPECT_EQ(back.lost_records, 7u);
    EXPECT_EQ(back.clocks[0].rate_hz, 1e8);
    EXPECT_EQ(back.clocks[0].offset_ns, 2.5);
    EXPECT_EQ(back.clocks[0].time, run.clocks[0].time);
    EXPECT_EQ(back.places.size(), run.places.size());
    EXPECT_EQ(back.edges.size(), run.edges.size());
    EXPECT_EQ(back.diagnostics[0].code, code::simulation_failed);
    ASSERT_EQ(back.taps.size(), run.taps.size());
    for (std::size_t i = 0; i < run.taps.size(); ++i) {
        EXPECT_EQ(to_json(back.taps[i].tap), to_json(run.taps[i].tap));
        EXPECT_EQ(back.taps[i].numbers, run.taps[i].numbers);
        EXPECT_EQ(back.taps[i].frame_names, run.taps[i].frame_names);
        EXPECT_EQ(back.taps[i].place, run.taps[i].place);
        ASSERT_EQ(back.taps[i].frames.size(), run.taps[i].frames.size());
        for (std::size_t f = 0; f < run.taps[i].frames.size(); ++f)
            EXPECT_EQ(back.taps[i].frames[f].growth, run.taps[i].frames[f].growth);
    }
}

TEST_F(ReadRunTest, KeepsWhatStatesWaitFor) {
    tapestry::Run run = sample_run();
    run.taps[0].tap.machine().states[1].waits = {{"in_valid", "", "filter.s_axis", "valid", false},
                                                 {"dma_done", "filter.u_dma", "", "", true}};
    const tapestry::Run back = round_trip(run);
    ASSERT_EQ(back.taps[0].tap.states()[1].waits.size(), 2u);
    EXPECT_EQ(back.taps[0].tap.states()[1].waits[0].channel, "filter.s_axis");
    EXPECT_FALSE(back.taps[0].tap.states()[1].waits[0].moves);
}

// Numbers above 2^63-1, and two states with the same name.
TEST_F(ReadRunTest, KeepsLargeNumbersAndTwins) {
    tapestry::Run run = sample_run();
    TapNumbers& machine = run.taps[0];
    machine.frame_names = {"observed_cycles", "state.A", "state.B", "state.A", "state.A"};
    machine.frames[0].growth = {{0, 9}, {1, 3}, {2, 1}, {3, 4}, {4, 1}};
    machine.frames[1].growth = {{0, 9}, {3, 9}};
    TapNumbers& value = run.taps.back();
    value.numbers[1].second = ~0ull;
    const tapestry::Run back = round_trip(run);
    EXPECT_EQ(back.taps[0].frames[0].growth, machine.frames[0].growth);
    EXPECT_EQ(back.taps[0].frames[1].growth, machine.frames[1].growth);
    EXPECT_EQ(back.taps.back().numbers, value.numbers);
    const Result<RunView> view = open_run(path_, diagnostics_);
    const Result<Table> rows = view->query(
        "SELECT value FROM frames WHERE tap = 0 AND name = 'state.A' ORDER BY frame", diagnostics_);
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->rows.size(), 2u);
    EXPECT_EQ(integer(rows->rows[0][0]), 8);
}

TEST_F(ReadRunTest, KeepsSilentTapsAndOperations) {
    tapestry::Run run = sample_run();
    TapNumbers& silent = run.taps.emplace_back();
    silent.tap = run.taps[0].tap;
    silent.tap.tap = static_cast<int>(run.taps.size() - 1);
    silent.silent = true;
    silent.quality = Quality::invalid;
    run.operations.channels = {{"filter.s_axis", 4, 1}};
    run.operations.threads = {{"filter.u_ctrl", 0, {{{0, false, 0}}}, {{3, 0, true}}, {2}, 5}};
    const tapestry::Run back = round_trip(run);
    EXPECT_TRUE(back.taps.back().silent);
    EXPECT_EQ(back.operations, run.operations);
}

TEST_F(ReadRunTest, RefusesRowsThatDoNotFitTogether) {
    for (const char* sql :
         {"UPDATE raw_states SET state = 99 WHERE tap = 0 AND state = 0",
          "UPDATE raw_numbers SET tap = 4000 WHERE tap = 20 AND position = 0",
          "UPDATE raw_transitions SET to_state = -1", "UPDATE raw_frames SET start_edge = 9000000",
          "UPDATE raw_map SET json = '{}' WHERE tap = 3",
          "UPDATE raw_map SET json = '[' WHERE tap = 3", "DELETE FROM raw_map WHERE tap = 3",
          "UPDATE raw_taps SET own_quality = 'fine'", "UPDATE raw_taps SET place = 100000",
          "UPDATE raw_places SET parent = 3 WHERE place = 2",
          "UPDATE raw_places SET kind = 'rack' WHERE place = 2", "DELETE FROM raw_clocks",
          "UPDATE raw_run SET value = 'many' WHERE key = 'cycles'",
          "DELETE FROM raw_run WHERE key = 'map'", "UPDATE raw_growth SET name = name + 100000",
          "DELETE FROM raw_frame_names WHERE position = 0", "UPDATE raw_histogram SET count = -1",
          "INSERT INTO raw_operations VALUES (0, x'0001')", "DELETE FROM raw_names"}) {
        write(sample_run(), path_);
        tamper(sql);
        EXPECT_NE(refusal(), "") << sql;
    }
}

class StoredRun : public testing::TestWithParam<const char*> {};

// Files made by version 0.1.0. They are kept, and must stay readable.
TEST_P(StoredRun, CanBeSeenInEveryView) {
    const fs::path path = fs::path(TAPESTRY_ROOT) / "tests/stored_runs/format_2" / GetParam();
    Diagnostics diagnostics;
    const Result<RunView> one = open_run(path, diagnostics);
    const Result<RunView> two = open_runs({{"a", path}, {"b", path}}, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << to_text(d);
    ASSERT_TRUE(one && two);
    for (const View& v : views()) {
        const std::string sql = "SELECT * FROM " + v.name;
        const Result<Table> rows = one->query(sql, diagnostics);
        const Result<Table> both = two->query(sql, diagnostics);
        ASSERT_TRUE(rows && both) << v.name;
        EXPECT_EQ(2 * rows->rows.size(), both->rows.size()) << v.name;
    }
    EXPECT_FALSE(read_run(path, diagnostics));
    EXPECT_NE(diagnostics.all().back().sentence.find("not be analysed again"), std::string::npos);
}
INSTANTIATE_TEST_SUITE_P(Format2, StoredRun,
                         testing::Values("edge_pipeline.tapdb", "axi4_reader.tapdb",
                                         "mill_partial.tapdb"));

// Formats 3 and 4 lack source lines of calls and savings as numbers, and are read completely.
class ReadableRun : public testing::TestWithParam<const char*> {};

TEST_P(ReadableRun, CanBeSeenAndRead) {
    const fs::path path = fs::path(TAPESTRY_ROOT) / "tests/stored_runs" / GetParam();
    Diagnostics diagnostics;
    const Result<RunView> view = open_run(path, diagnostics);
    ASSERT_TRUE(view);
    for (const View& v : views())
        EXPECT_TRUE(view->query("SELECT * FROM " + v.name, diagnostics)) << v.name;
    const Result<tapestry::Run> run = read_run(path, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << to_text(d);
    ASSERT_TRUE(run);
    EXPECT_FALSE(run->taps.empty());
}
INSTANTIATE_TEST_SUITE_P(Formats, ReadableRun,
                         testing::Values("format_3/mill.tapdb", "format_4/edge_pipeline.tapdb",
                                         "format_5/thread_waits.tapdb",
                                         "format_6/collectives.tapdb"));

struct Kept {
    const char* file;
    const char* sql;
    const char* row;
};
class StoredNumber : public testing::TestWithParam<Kept> {};

TEST_P(StoredNumber, IsWhatItWas) {
    Diagnostics diagnostics;
    const Result<RunView> view = open_run(
        fs::path(TAPESTRY_ROOT) / "tests/stored_runs/format_2" / GetParam().file, diagnostics);
    ASSERT_TRUE(view);
    const Result<Table> rows = view->query(GetParam().sql, diagnostics);
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->rows.size(), 1u);
    std::string text;
    for (const Cell& cell : rows->rows[0]) text += (text.empty() ? "" : ",") + csv_field(cell);
    EXPECT_EQ(text, GetParam().row) << GetParam().sql;
}
INSTANTIATE_TEST_SUITE_P(
    Format2, StoredNumber,
    testing::Values(
        Kept{
            "edge_pipeline.tapdb", "SELECT value FROM run WHERE key = 'answer'",
            "edge_pipeline.u_norm.u_root limits this design: its work explains 63.1 % of the run."},
        Kept{"edge_pipeline.tapdb",
             "SELECT cycles, entries, category, time_ns FROM states WHERE state = 'STEP'",
             "31372,2852,busy,"},
        Kept{"edge_pipeline.tapdb",
             "SELECT count(*), sum(value) FROM frames WHERE name = 'transfer_cycles'", "114,21301"},
        Kept{"edge_pipeline.tapdb", "SELECT count(*), sum(edge) FROM trace", "23690,544487167"},
        Kept{
            "edge_pipeline.tapdb",
            "SELECT depth, pushes, max_occupancy, full_cycles, empty_cycles FROM queues WHERE path "
            "= 'edge_pipeline.u_pixel_queue'",
            "64,3072,64,41115,357"},
        Kept{"axi4_reader.tapdb",
             "SELECT direction, bytes, bursts, beats, min_latency, max_latency FROM buses",
             "read,12840,219,3210,15,37"},
        Kept{"axi4_reader.tapdb", "SELECT sum(cycles) FROM bus_outstanding", "12119"},
        Kept{"mill_partial.tapdb", "SELECT value FROM run WHERE key = 'partial_reason'",
             "the simulation exited with status 1"},
        Kept{"mill_partial.tapdb", "SELECT cycles FROM states WHERE state = 'GRIND'", "50"}));

TEST_F(ReadRunTest, RefusesWhatIsNewer) {
    write(sample_run(), path_);
    tamper(fmt::format("PRAGMA user_version = {}", kUserVersion + 1));
    EXPECT_NE(refusal().find("which a newer tapestry made"), std::string::npos);
}

}  // namespace
}  // namespace tapestry
