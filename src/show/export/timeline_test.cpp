// SPDX-License-Identifier: Apache-2.0
#include "show/export/timeline.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.h"
#include "explain/counters/analyse.h"
#include "show/export/export.h"
#include "show/export/protobuf.h"
#include "show/store/sample_run.h"
#include "show/store/write_run.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class TimelineTest : public testing::Test {
protected:
    TimelineTest() {
        std::string name = (fs::temp_directory_path() / "tapestry_export_XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~TimelineTest() override { fs::remove_all(folder_); }

    RunView stored(const tapestry::Run& run) {
        EXPECT_TRUE(write_run(run, analyse(run), folder_ / "r.tapdb", diagnostics_));
        return std::move(*open_run(folder_ / "r.tapdb", diagnostics_));
    }

    Timeline timeline(const tapestry::Run& run) {
        const RunView view = stored(run);
        Result<Timeline> out = read_timeline(view, diagnostics_);
        for (const Diagnostic& d : diagnostics_.all()) ADD_FAILURE() << to_text(d);
        return std::move(*out);
    }

    static std::string text_of(const TimelineRow& row) {
        std::string out;
        for (const Segment& s : row.segments) {
            out += fmt::format("{}..{} {}, ", s.begin, s.end,
                               s.state == kResetState ? "reset" : row.states[s.state].name);
        }
        return out;
    }

    fs::path folder_;
    Diagnostics diagnostics_;
};

// A machine of two states with frames that add up.
tapestry::Run framed_run() {
    tapestry::Run run;
    run.top = "t";
    run.cycles = 100;
    run.clocks = {{{0, "clk", "t.clk", "posedge"}, false, 100, 1000}};
    TapNumbers& n = run.taps.emplace_back();
    n.tap.own = part_of(TapKind::fsm);
    n.tap.path = "t.state";
    n.tap.scope = "t";
    n.tap.clock = 0;
    n.tap.machine().states = {{"A", "0", "busy", ""}, {"B", "1", "idle", ""}};
    n.edges = 100;
    n.reset_cycles = 4;
    n.observed_cycles = 96;
    n.states = {{30, 2, 1, 20}, {66, 2, 1, 60}, {}};
    n.frame_names = {"observed_cycles", "state.A", "state.B"};
    n.frames = {{0, 50, {{0, 46}, {1, 20}, {2, 26}}}, {50, 100, {{0, 50}, {1, 10}, {2, 40}}}};
    return run;
}

TEST_F(TimelineTest, LaysStatesOutInTheirFrames) {
    const Timeline t = timeline(framed_run());
    ASSERT_EQ(t.rows.size(), 1u);
    EXPECT_TRUE(t.rows[0].has_frames);
    EXPECT_EQ(text_of(t.rows[0]), "0..4 reset, 4..24 A, 24..50 B, 50..60 A, 60..100 B, ");
}

// The same machine, traced: reset for 4 edges, then A and B in turn.
tapestry::Run traced_run() {
    tapestry::Run run = framed_run();
    TapNumbers& n = run.taps.emplace_back();
    n.tap = run.taps[0].tap;
    n.tap.tap = 1;
    TracePart trace;
    trace.states = run.taps[0].tap.states();
    n.tap.own = trace;
    n.edges = 100;
    n.reset_cycles = 4;
    n.observed_cycles = 96;
    n.numbers = {{"records", 4}, {"lost", 0}};
    n.trace = {{0, 4, 0, true}, {1, 24, 1, true}, {2, 50, 0, true}, {3, 60, 1, true}};
    return run;
}

TEST_F(TimelineTest, ATracedMachineIsShownVisitByVisit) {
    const Timeline t = timeline(traced_run());
    ASSERT_EQ(t.rows.size(), 1u);
    EXPECT_TRUE(t.rows[0].is_traced);
    EXPECT_EQ(text_of(t.rows[0]), "0..4 reset, 4..24 A, 24..50 B, 50..60 A, 60..100 B, ");
}

TEST_F(TimelineTest, ATraceThatDoesNotAddUpIsNotShown) {
    tapestry::Run run = traced_run();
    run.taps[1].trace[2].edge = 51;  // a cycle too much for B
    EXPECT_FALSE(timeline(run).rows[0].is_traced);
    run = traced_run();
    run.taps[1].trace.pop_back();
    const Timeline t = timeline(run);
    EXPECT_FALSE(t.rows[0].is_traced);
    EXPECT_TRUE(t.rows[0].has_frames);
}

TEST_F(TimelineTest, AnyOtherTraceIsARowOfMarks) {
    tapestry::Run run = traced_run();
    run.taps[1].tap.path = "t.level";
    run.taps[1].tap.find_states()->clear();
    run.taps[1].trace = {{0, 7, 200, true}, {1, 9, 0, false}};
    const Timeline t = timeline(run);
    ASSERT_EQ(t.rows.size(), 2u);
    EXPECT_FALSE(t.rows[0].is_traced);
    ASSERT_EQ(t.rows[1].marks.size(), 2u);
    EXPECT_EQ(t.rows[1].marks[0].edge, 7u);
    EXPECT_EQ(t.rows[1].marks[0].text(), "200");
    EXPECT_EQ(t.rows[1].marks[1].text(), "X");
    EXPECT_TRUE(t.rows[1].segments.empty());
}

TEST_F(TimelineTest, ShowsTheWholeWhenAFrameIsLost) {
    auto run = framed_run();
    run.taps[0].frames.pop_back();
    const Timeline t = timeline(run);
    EXPECT_FALSE(t.rows[0].has_frames);
    EXPECT_EQ(text_of(t.rows[0]), "0..4 reset, 4..34 A, 34..100 B, ");
}

TEST_F(TimelineTest, SumsToTheRun) {
    const Timeline t = timeline(sample_run());
    EXPECT_GT(t.rows.size(), 20u);
    for (const TimelineRow& row : t.rows) {
        std::vector<std::uint64_t> sums(row.states.size());
        std::uint64_t at = 0;
        for (const Segment& s : row.segments) {
            EXPECT_GE(s.begin, at) << row.path;
            at = s.end;
            if (s.state != kResetState) sums[s.state] += s.end - s.begin;
        }
        for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i], row.states[i].cycles);
        EXPECT_LE(at, 1'048'576u) << row.path;
    }
}

TEST_F(TimelineTest, SurvivesNumbersThatCannotBe) {
    auto run = sample_run();
    for (StateNumbers& s : run.taps[0].states) s.cycles = ~0ull;
    for (auto& [word, value] : run.taps[17].numbers) value = ~0ull;
    for (const TimelineRow& row : timeline(run).rows) {
        for (const Segment& s : row.segments) EXPECT_LT(s.begin, s.end);
    }
}

// Nothing between backticks is markup in Markdown.
std::string without_code(const std::string& text) {
    std::string out;
    bool inside = false;
    for (const char c : text) {
        if (c == '`') inside = !inside;
        if (c == '\n') inside = false;
        if (!inside) out += c;
    }
    return out;
}

TEST_F(TimelineTest, EveryFormatTakesHostileNames) {
    auto run = sample_run();
    const std::string evil = "</script>\"\\\n\x01\xff|`[x](y)<b>&";
    for (TapNumbers& n : run.taps) {
        n.tap.path += evil;
        if (auto* const states = n.tap.find_states())
            for (TapState& s : *states) s.name += evil;
    }
    const RunView view = stored(run);
    for (const ExportFormat& format : export_formats()) {
        if (format.name == "svg") continue;  // starts a program; tests/exports draws
        if (!format.write) continue;         // needs a waveform; tests/exports has one
        const fs::path out = folder_ / std::string(format.file);
        EXPECT_TRUE(format.write(view, out, diagnostics_)) << format.name;
        if (format.file.ends_with('/') || format.name == "perfetto") continue;  // a folder; bytes
        const std::string text = *read_file(out, diagnostics_);
        EXPECT_EQ(text.find('\x01'), std::string::npos) << format.name;
        if (format.name == "markdown") {
            EXPECT_EQ(without_code(text).find_first_of("<[@"), std::string::npos);
        }
    }
}

TEST(Protobuf, WritesTheWireFormat) {
    ProtobufMessage inner;
    inner.add_number(1, 150);
    EXPECT_EQ(inner.bytes(), "\x08\x96\x01");
    ProtobufMessage outer;
    outer.add_message(3, inner);
    outer.add_text(2, "hi");
    EXPECT_EQ(outer.bytes(), "\x1a\x03\x08\x96\x01\x12\x02hi");
    ProtobufMessage large;
    large.add_number(60, ~0ull);
    EXPECT_EQ(large.bytes(), "\xe0\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

}  // namespace
}  // namespace tapestry
