// SPDX-License-Identifier: Apache-2.0
#include "show/report/report.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "base/codes/readings.h"
#include "base/file.h"
#include "explain/counters/analyse.h"
#include "show/report/ink.h"
#include "show/store/sample_run.h"
#include "show/store/views.h"
#include "show/store/views_json.h"
#include "show/store/write_run.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class ReportTest : public testing::Test {
protected:
    ReportTest() {
        std::string name = (fs::temp_directory_path() / "tapestry_report_XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~ReportTest() override { fs::remove_all(folder_); }

    RunView stored(const tapestry::Run& run) {
        EXPECT_TRUE(write_run(run, analyse(run), folder_ / "r.tapdb", diagnostics_));
        return std::move(*open_run(folder_ / "r.tapdb", diagnostics_));
    }

    std::string report(const tapestry::Run& run, const ReportStyle& style) {
        const Result<std::string> text = terminal_report(stored(run), style, diagnostics_);
        for (const Diagnostic& d : diagnostics_.all()) ADD_FAILURE() << to_text(d);
        if (std::getenv("TAPESTRY_SHOW_REPORTS"))
            std::cout << *text << std::string(80, '=') << "\n";
        return *text;
    }

    static bool has(const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    }

    fs::path folder_;
    Diagnostics diagnostics_;
};

// A run with every kind of trouble.
tapestry::Run troubled_run() {
    auto run = sample_run();
    run.partial = true;
    run.partial_reason = "the simulation ran out of its time after 60 s";
    run.lost_records = 3;
    run.taps[0].quality = Quality::lower_bound;
    run.taps[1].quality = Quality::invalid;
    TapNumbers silent;
    silent.tap = run.taps[0].tap;
    silent.tap.tap = static_cast<int>(run.taps.size());
    silent.tap.path = "filter.u_spare.state_q";
    silent.silent = true;
    silent.quality = Quality::invalid;
    run.taps.push_back(silent);
    run.clocks.push_back({{1, "aclk", "filter.aclk", "posedge"}, false, 77, 9});
    Diagnostics said;
    said.report(code::reading_tap_silent, {}, silent.tap.path);
    run.diagnostics = said.all();
    return run;
}

TEST_F(ReportTest, FitsEveryWidth) {
    for (const int width : {10, 60, 72, 80, 100, 120, 160, 240}) {
        for (const bool unicode : {true, false}) {
            for (const bool colour : {true, false}) {
                const std::string text = report(troubled_run(), {width, colour, unicode, 10});
                std::istringstream lines(text);
                for (std::string line; std::getline(lines, line);) {
                    EXPECT_LE(display_width(line), std::max(width, 60)) << line;
                    EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
                }
            }
        }
    }
}

TEST_F(ReportTest, ShowsWhatMattersFirst) {
    const std::string whole = report(sample_run(), {120, false, true, 10});
    EXPECT_LT(whole.find("limits this design"), whole.find("STATE MACHINES")) << "the answer first";
    const std::string text = whole.substr(whole.find("STATE MACHINES"));
    EXPECT_TRUE(
        has(whole, "image filter · top filter · 1,048,576 cycles · verilator 5.006 · 4.39 s"));
    EXPECT_LT(text.find("filter.u_ctrl.state_q"), text.find("filter.u_dma.state_q"));
    EXPECT_LT(text.find("filter.line_stream"), text.find("filter.s_axis"));
    EXPECT_LT(text.find("filter.u_line_fifo.fifo"), text.find("filter.u_cmd_fifo.fifo"));
    EXPECT_TRUE(has(text, "13 never left one state: filter.u_cfg.g_reg[10].u_reg.state_q (IDLE)"));
    EXPECT_TRUE(has(text, "1 never offered a beat: filter.dbg_axis"));
    EXPECT_TRUE(has(text, "1 never held anything: filter.u_err_fifo.fifo"));
    EXPECT_TRUE(has(text, "16/16"));
    EXPECT_FALSE(has(text, "PARTIAL"));
    EXPECT_FALSE(has(text, "≥")) << "no mark and no legend when all is exact";
}

TEST_F(ReportTest, SaysOfMoreRoomWhichParameterOnce) {
    auto run = sample_run();
    Experiment e;
    e.path = "filter.u_fifo";
    e.kind = ExperimentKind::depth;
    e.factor = 16;
    e.status = ExperimentStatus::tried;
    e.saving = 0.25;
    e.cycles = 100;
    e.reason = "DEPTH = 64 instead of 4";
    run.experiments = {e};
    EXPECT_TRUE(has(report(run, {}), "filter.u_fifo, DEPTH = 64 instead of 4"));
    run.experiments[0].status = ExperimentStatus::rejected;
    run.experiments[0].saving.reset();
    run.experiments[0].reason = "with DEPTH = 64 instead of 4, the simulation was stopped";
    EXPECT_TRUE(has(report(run, {}),
                    "filter.u_fifo, with more room rejected: with DEPTH = 64 instead of 4, the "
                    "simulation was stopped"));
}

TEST_F(ReportTest, LimitsRowsAndSaysHowToSeeAll) {
    const std::string some = report(sample_run(), {100, false, true, 1});
    EXPECT_TRUE(has(some, "and 2 more state machines (--rows 0 shows all)"));
    EXPECT_TRUE(has(some, "and 2 more streams (--rows 0 shows all)"));
    const std::string all = report(sample_run(), {100, false, true, 0});
    EXPECT_FALSE(has(all, "shows all"));
    EXPECT_TRUE(has(all, "filter.m_axis"));
}

// Many machines of one kind, one of which is busier than each of the others.
tapestry::Run many_workers(int workers, int busiest) {
    auto run = sample_run();
    TapNumbers worker = run.taps[0];
    worker.frames.clear();
    worker.frame_names.clear();
    worker.transitions.clear();
    worker.tap.machine().states = {{"IDLE", "0", "idle", ""}, {"WORK", "1", "busy", ""}};
    worker.observed_cycles = worker.edges = run.cycles;
    worker.reset_cycles = 0;
    run.taps.clear();
    run.edges.clear();
    for (int i = 0; i < workers; ++i) {
        // A second one is busy for only one cycle less, so that any other ranking is noticed.
        const std::uint64_t work = i == busiest ? 700'001
                                   : i == 12    ? 700'000
                                                : 300'000 + static_cast<std::uint64_t>(i) * 7;
        worker.tap.tap = i;
        worker.tap.scope = fmt::format("farm.g[{}].u_worker", i);
        worker.tap.path = worker.tap.scope + ".state";
        worker.states = {{run.cycles - work, 1, 1, 1}, {work, 1, 1, 1}, {}};
        run.taps.push_back(worker);
    }
    return run;
}

// Terminal, page and advice take the busiest block from one view, so they agree.
TEST_F(ReportTest, NamesOneBusiestOfMany) {
    const std::string busiest = "farm.g[637].u_worker.state";
    const RunView view = stored(many_workers(1000, 637));
    const auto ask = [&](const char* sql) {
        const Result<Table> table = view.query(sql, diagnostics_);
        return table && !table->rows.empty() ? text(table->rows[0][0]) : "none";
    };
    EXPECT_EQ(ask("SELECT path FROM blocks ORDER BY rank LIMIT 1"), busiest);
    EXPECT_EQ(ask("SELECT busiest FROM groups"), busiest);
    EXPECT_TRUE(has(ask("SELECT sentence FROM advice WHERE rule = 'load_imbalance'"), busiest));
    const std::string text = *terminal_report(view, {120, false, true, 10}, diagnostics_);
    const std::string machines = text.substr(text.find("STATE MACHINES"));
    EXPECT_EQ(machines.find("farm.g["), machines.find(busiest));
}

TEST_F(ReportTest, TellsTheEdgesOfOneClockApart) {
    auto run = sample_run();
    run.clocks.push_back({{1, "clk", "filter.clk", "negedge"}, false, 77, 9});
    const std::string text = report(run, {100, false, true, 10});
    EXPECT_TRUE(has(text, "filter.clk 1,048,576 rising edges · filter.clk 77 falling edges"))
        << text;
}

// As of a clock whose taps count its edges for themselves: nobody counted 0.
TEST_F(ReportTest, EdgesThatNobodyReportedAreUnknown) {
    auto run = sample_run();
    run.clocks.push_back({{1, "aclk", "filter.aclk", "posedge"}, true, 0, 0});
    const std::string text = report(run, {100, false, true, 10});
    EXPECT_TRUE(has(text, "filter.clk 1,048,576 edges · filter.aclk unknown edges")) << text;
}

TEST_F(ReportTest, SaysWhatCannotBeTrusted) {
    const std::string text = report(troubled_run(), {100, false, true, 10});
    EXPECT_TRUE(has(text, "PARTIAL RUN: the simulation ran out of its time after 60 s;"));
    EXPECT_TRUE(has(text, "3 records of the reading were lost."));
    EXPECT_TRUE(has(text, "≥ filter.u_ctrl.state_q"));
    EXPECT_TRUE(has(text, "✗ filter.u_dma.state_q"));
    EXPECT_TRUE(has(text, "≥ a counter was full: at least this much"));
    EXPECT_TRUE(has(text, "1 tap left no record: filter.u_spare.state_q"));
    EXPECT_TRUE(has(text, "1 warning while this run was made"));
    EXPECT_TRUE(has(text, "filter.clk 1,048,576 edges · filter.aclk 77 edges"));
    const std::string ascii = report(troubled_run(), {100, false, false, 10});
    EXPECT_TRUE(std::all_of(ascii.begin(), ascii.end(),
                            [](char c) { return c == '\n' || (c >= ' ' && c < 127); }));
}

TEST_F(ReportTest, SeesAFullQueueWithoutItsFullSignal) {
    auto run = sample_run();
    for (TapNumbers& n : run.taps) {
        for (auto& [word, value] : n.numbers) {
            if (word == "full_cycles" || word == "empty_cycles") value = 0;
        }
    }
    EXPECT_TRUE(has(report(run, {80, false, true, 10}), "16/16   9.5  19.0%  12.0%"));
}

TEST_F(ReportTest, PassesNoEscapeSequencesOn) {
    auto run = sample_run();
    run.taps[0].tap.path = "evil\x1b]0;title\x07\n";
    run.facts.facts[0].second = "design\x1b[2J";
    const std::string text = report(run, {80, false, true, 10});
    EXPECT_FALSE(has(text, "\x1b"));
    EXPECT_FALSE(has(text, "\x07"));
}

// Random damage to a run file: a report or a diagnostic, never a crash.
TEST_F(ReportTest, SurvivesDamage_Slow) {
    stored(troubled_run());
    const fs::path path = folder_ / "r.tapdb";
    const std::string good = *read_file(path, diagnostics_);
    std::mt19937 random(2);
    for (int round = 0; round < 300; ++round) {
        std::string bytes = good;
        for (unsigned n = random() % 30 + 1; n > 0; --n) {
            bytes[random() % bytes.size()] = static_cast<char>(random());
        }
        std::ofstream(path, std::ios::binary) << bytes;
        Diagnostics diagnostics;
        const Result<RunView> view = open_run(path, diagnostics);
        if (!view) continue;
        const bool good_text = terminal_report(*view, {}, diagnostics).has_value();
        const bool good_json = views_json(*view, diagnostics).has_value();
        EXPECT_EQ(diagnostics.has_error(), !good_text || !good_json);
    }
}

TEST_F(ReportTest, TakesARunWithoutTaps) { EXPECT_TRUE(has(report({}, {}), "0 cycles")); }

TEST_F(ReportTest, JsonHoldsEveryViewWhole) {
    const RunView view = stored(troubled_run());
    const Result<std::string> text = views_json(view, diagnostics_);
    ASSERT_TRUE(text);
    EXPECT_EQ(text, views_json(view, diagnostics_));
    const auto json = nlohmann::json::parse(*text);
    ASSERT_EQ(json.size(), views().size());
    for (const View& v : views()) {
        const Result<Table> rows = view.query("SELECT * FROM " + v.name, diagnostics_);
        EXPECT_EQ(json[v.name].size(), rows->rows.size()) << v.name;
    }
    EXPECT_EQ(json["states"][0]["cycles"], 510222);
    EXPECT_TRUE(json["states"][0]["cycles"].is_number_integer());
    EXPECT_TRUE(json["states"][0]["share"].is_number_float());
    EXPECT_TRUE(json["dependencies"][0]["from_block"].is_null());
    EXPECT_EQ(json["run"][0]["key"], "schema");
}

}  // namespace
}  // namespace tapestry
