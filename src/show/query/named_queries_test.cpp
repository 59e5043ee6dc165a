// SPDX-License-Identifier: Apache-2.0
#include "show/query/named_queries.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <map>

#include "base/file.h"
#include "explain/counters/analyse.h"
#include "show/store/calls_file.h"
#include "show/store/run_view.h"
#include "show/store/sample_run.h"
#include "show/store/write_run.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class NamedQueriesTest : public testing::Test {
protected:
    NamedQueriesTest() {
        std::string name = (fs::temp_directory_path() / "tapestry_query_XXXXXX").string();
        folder_ = mkdtemp(name.data());
        tapestry::Run before = sample_run();
        tapestry::Run after = sample_run();
        // Categories are given, so that no rule of the analysis decides them.
        for (tapestry::Run* run : {&before, &after}) {
            run->taps[2].tap.machine().states[0].category = "wait_recv";
            run->taps[2].tap.machine().states[1].category = "busy";
        }
        // Rows that only a run with trouble, or frames of a stream, have.
        after.taps[0].states[2].cycles -= 100'000;
        after.taps[0].states[3].cycles += 100'000;
        for (TapNumbers& tap : before.taps) {
            if (tap.tap.path != "filter.m_axis") continue;
            tap.quality = Quality::lower_bound;
            tap.frame_names = {"observed_cycles", "blocked_cycles"};
            tap.frames = {{0, 524'288, {{0, 524'272}, {1, 1'000}}},
                          {524'288, 1'048'576, {{0, 524'288}, {1, 90'000}}}};
        }
        EXPECT_TRUE(write_run(before, analyse(before), folder_ / "before.tapdb", diagnostics_));
        EXPECT_TRUE(write_run_and_calls(after, analyse(after), some_calls(),
                                        folder_ / "after.tapdb", diagnostics_));
    }
    ~NamedQueriesTest() override { fs::remove_all(folder_); }

    // Two states that follow each other, and between them a visit inside the second one.
    static HostCalls some_calls() {
        HostCalls calls;
        calls.paths = {{2, 0, -1, 0, "", 2, 19, 19, 9, 10, 0},
                       {2, 1, -1, 1, "", 2, 35, 25, 10, 25, 0},
                       {2, 2, 1, 0, "", 1, 10, 10, 10, 10, 0}};
        calls.visits = {{2, 0, 0, 10, 0},
                        {2, 1, 15, 40, 0},
                        {2, 2, 20, 30, 0},
                        {2, 0, 41, 50, 0},
                        {2, 1, 57, 67, 0}};
        return calls;
    }

    RunView opened() {
        Result<RunView> runs = open_runs(
            name_runs({(folder_ / "before.tapdb").string(), (folder_ / "after.tapdb").string()}),
            diagnostics_);
        for (const Diagnostic& d : diagnostics_.all()) ADD_FAILURE() << to_text(d);
        return std::move(*runs);
    }

    static std::string line_of(const Row& row) {
        std::string line;
        for (const Cell& cell : row) {
            const auto* d = std::get_if<double>(&cell);
            line += (line.empty() ? "" : "|") + (d               ? fmt::format("{:.4f}", *d)
                                                 : is_null(cell) ? "-"
                                                                 : csv_field(cell));
        }
        return line;
    }

    fs::path folder_;
    Diagnostics diagnostics_;
};

// The number of rows and the first row of every query; nullptr where the row depends on the
// analysis, whose own tests check it.
const std::map<std::string_view, std::pair<std::size_t, const char*>> kExpected = {
    {"sending_states", {4, "before|filter.u_dma.state_q|S_DATA|330400|0.3151|exact"}},
    {"busy_states",
     {18, "before|filter.u_conv.g_row[0].u_mac.state_q|WAIT|wait_recv|708560|0.6757|exact"}},
    {"waiting_states",
     {6, "before|filter.u_conv.g_row[0].u_mac.state_q|WAIT|wait_recv|708560|0.6757|44000|exact"}},
    {"long_visits", {6, "before|filter.u_dma.state_q|S_IDLE|720|861.0667|60000"}},
    {"unreached_states", {26, "after|filter.u_cfg.g_reg[10].u_reg.state_q|WRITE|rtl/reg.sv:10"}},
    {"likely_transitions",
     {74, "after|filter.u_cfg.g_reg[10].u_reg.state_q|IDLE|WRITE|4096|1.0000"}},
    {"state_changes", {2, "after|filter.u_conv.g_row[0].u_mac.state_q|MUL|WAIT|1|1.0000|1"}},
    {"categories", {12, "after|idle|14269186|0.8505|exact"}},
    {"modules", {0, nullptr}},
    {"blocked_channels",
     {4, "before|filter.line_stream|filter.u_ctrl|filter.u_conv|512000|0.4883|5120|exact"}},
    {"starved_channels", {8, "before|filter.dbg_axis|filter.u_conv|-|1048560|1.0000|exact"}},
    {"traffic", {8, "before|filter.line_stream|230400|360|921600|0.8789|0.2197|exact"}},
    {"full_queues", {2, "before|filter.u_line_fifo.fifo|16|199120|0.1899|199120|exact"}},
    {"unused_depth", {4, "before|filter.u_err_fifo.fifo|64|0|64|0.0000|exact"}},
    {"slow_calls", {2, "before|filter.u_conv|360|510120|1300|1417.0000|1611|exact"}},
    {"frame_peaks", {1, "before|filter.m_axis|1|524288|1048576|90000"}},
    {"across_runs", {2, "filter.u_ctrl.state_q|WAIT_DMA|2|0.1812|0.2766|0.0954|exact"}},
    {"bottlenecks", {0, nullptr}},
    {"loops", {0, nullptr}},
    {"advice", {0, nullptr}},
    {"not_exact", {9, "before|filter.m_axis|stream|blocked_cycles|91000|lower_bound"}},
};

TEST_F(NamedQueriesTest, EachAnswers) {
    const RunView runs = opened();
    EXPECT_EQ(named_queries().size(), kExpected.size());
    for (const NamedQuery& q : named_queries()) {
        ASSERT_TRUE(kExpected.count(q.name)) << q.name;
        const auto& [count, first] = kExpected.at(q.name);
        const Result<Table> table = runs.query(q.sql, diagnostics_);
        ASSERT_TRUE(table) << q.name << " " << to_text(diagnostics_.all().back());
        if (!first) continue;
        EXPECT_EQ(table->rows.size(), count) << q.name;
        ASSERT_FALSE(table->rows.empty()) << q.name;
        EXPECT_EQ(line_of(table->rows[0]), first) << q.name;
    }
}

TEST_F(NamedQueriesTest, AreFoundByName) {
    ASSERT_TRUE(find_named_query("traffic"));
    EXPECT_EQ(find_named_query("traffic")->name, "traffic");
    EXPECT_FALSE(find_named_query(""));
    EXPECT_FALSE(find_named_query("traffi"));
}

// TAPESTRY_UPDATE_DOCS=1 writes the page instead.
TEST_F(NamedQueriesTest, ManualIsUpToDate) {
    const char* page = TAPESTRY_ROOT "/docs/queries.md";
    if (std::getenv("TAPESTRY_UPDATE_DOCS")) {
        ASSERT_TRUE(write_file(page, queries_markdown(), diagnostics_));
    }
    EXPECT_EQ(read_file(page, diagnostics_), queries_markdown())
        << "run query_test with TAPESTRY_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace tapestry
