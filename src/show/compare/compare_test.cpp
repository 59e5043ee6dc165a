// SPDX-License-Identifier: Apache-2.0
#include "show/compare/compare.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "explain/counters/analyse.h"
#include "show/compare/match_taps.h"
#include "show/store/sample_run.h"
#include "show/store/write_run.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class CompareTest : public testing::Test {
protected:
    CompareTest() {
        std::string name = (fs::temp_directory_path() / "tapestry_compare_XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~CompareTest() override { fs::remove_all(folder_); }

    // The comparison of the second side with the first.
    SideComparison compared(const std::vector<std::vector<tapestry::Run>>& sides) {
        int files = 0;
        std::vector<ComparedSide> given;
        for (const auto& side : sides) {
            given.push_back({fmt::format("side{}", given.size()), {}});
            for (const tapestry::Run& run : side) {
                const fs::path path = folder_ / fmt::format("{}.tapdb", files++);
                EXPECT_TRUE(write_run(run, analyse(run), path, diagnostics_));
                given.back().runs.push_back(
                    *read_run_numbers(*open_run(path, diagnostics_), diagnostics_));
            }
        }
        const Comparison out = compare(given);
        for (const Diagnostic& d : diagnostics_.all()) ADD_FAILURE() << to_text(d);
        EXPECT_EQ(out.baseline, "side0");
        return out.sides.at(0);
    }

    // State COMPUTE of the controller, and the run, with that many cycles less.
    static tapestry::Run faster_by(std::uint64_t cycles) {
        auto run = sample_run();
        run.cycles -= cycles;
        run.taps[0].states[2].cycles -= cycles;
        run.taps[0].observed_cycles -= cycles;
        return run;
    }

    static std::string line_of(const Difference& d) {
        return fmt::format("{} {} {} {} {:g}->{:g} {}", d.kind, d.path, d.item, d.number,
                           d.before.mean, d.after.mean, to_word(d.verdict));
    }

    fs::path folder_;
    Diagnostics diagnostics_;
};

TEST_F(CompareTest, EqualRunsDoNotDiffer) {
    const SideComparison c = compared({{sample_run()}, {sample_run()}});
    EXPECT_TRUE(c.differences.empty());
    EXPECT_GT(c.equal, 40u);
    EXPECT_FALSE(c.chance);
    EXPECT_TRUE(c.gone.empty() && c.appeared.empty() && c.renamed.empty() && c.remarks.empty());
}

TEST_F(CompareTest, ListsTheLargestEffectFirst) {
    auto after = faster_by(1'000);
    after.taps[0].states[3].cycles += 77;
    after.taps[0].states[0].cycles += 7;  // idle: neither good nor bad
    const SideComparison c = compared({{sample_run()}, {after}});
    ASSERT_EQ(c.differences.size(), 4u);
    EXPECT_EQ(line_of(c.differences[0]), "run   cycles 1.04858e+06->1.04758e+06 faster");
    EXPECT_EQ(line_of(c.differences[1]),
              "fsm filter.u_ctrl.state_q COMPUTE cycles 510222->509222 faster");
    EXPECT_EQ(line_of(c.differences[2]),
              "fsm filter.u_ctrl.state_q WAIT_DMA cycles 190000->190077 slower");
    EXPECT_EQ(line_of(c.differences[3]),
              "fsm filter.u_ctrl.state_q IDLE cycles 17938->17945 changed");
    EXPECT_DOUBLE_EQ(*c.differences[1].share_of_run, -1'000 / 1'048'576.0);
}

// before 0, 100; after x, x + 50: the means must differ by more than the wider of the ranges.
TEST_F(CompareTest, SaysWhatExperimentsSavedBeforeAndAfter) {
    auto with = [](double saving) {
        auto run = sample_run();
        Experiment e;
        e.path = "filter.u_conv";
        e.status = ExperimentStatus::tried;
        e.saving = saving;
        run.experiments = {e};
        return run;
    };
    const SideComparison side = compared({{with(0.4)}, {with(0.1)}});
    ASSERT_FALSE(side.differences.empty());
    EXPECT_EQ(line_of(side.differences.front()), "run  filter.u_conv saving 0.4->0.1 changed");
}

TEST_F(CompareTest, ADifferenceInsideTheSpreadIsNone) {
    const struct {
        std::uint64_t after;
        Outcome verdict;
    } cases[] = {{0, Outcome::same},    // the ranges touch
                 {90, Outcome::same},   // they overlap
                 {110, Outcome::same},  // apart, but by less than they are wide
                 {130, Outcome::faster}};
    for (const auto& c : cases) {
        const SideComparison s = compared(
            {{faster_by(0), faster_by(100)}, {faster_by(c.after), faster_by(c.after + 50)}});
        ASSERT_FALSE(s.differences.empty());
        EXPECT_EQ(s.differences[0].verdict, c.verdict) << c.after;
        EXPECT_DOUBLE_EQ(*s.chance, 2 / 6.0);
    }
}

TEST_F(CompareTest, CallsNothingThatRestsOnALostNumber) {
    auto after = faster_by(1'000);
    after.taps[0].quality = Quality::lower_bound;
    const SideComparison c = compared({{sample_run()}, {after}});
    ASSERT_GE(c.differences.size(), 2u);
    EXPECT_EQ(c.differences[1].verdict, Outcome::unclear);
    EXPECT_EQ(c.differences[1].after.quality, Quality::lower_bound);
}

TEST_F(CompareTest, SaysWhenTheWorkDiffersAndWhenARunIsPartial) {
    auto after = sample_run();
    after.partial = true;
    for (TapNumbers& tap : after.taps) {
        if (tap.tap.path != "filter.u_cmd_fifo.fifo") continue;
        tap.numbers[0].second += 9;
    }
    const SideComparison c = compared({{sample_run()}, {after}});
    ASSERT_EQ(c.remarks.size(), 2u);
    EXPECT_NE(c.remarks[0].find("is partial"), std::string::npos);
    EXPECT_NE(c.remarks[1].find("pushes of filter.u_cmd_fifo.fifo went from 720 to 729"),
              std::string::npos);
}

TEST_F(CompareTest, FollowsRenames) {
    auto after = faster_by(1'000);
    for (TapNumbers& tap : after.taps) {  // the top and one instance under new names
        tap.tap.path.replace(0, 6, "top");
        const std::size_t at = tap.tap.path.find("u_ctrl");
        if (at != std::string::npos) tap.tap.path.replace(at, 6, "u_control");
    }
    const SideComparison c = compared({{sample_run()}, {after}});
    EXPECT_TRUE(c.gone.empty()) << c.gone[0];
    EXPECT_TRUE(c.appeared.empty());
    EXPECT_EQ(c.renamed.size(), sample_run().taps.size());
    ASSERT_GE(c.differences.size(), 2u);
    EXPECT_EQ(c.differences[1].path, "filter.u_ctrl.state_q");
    EXPECT_EQ(c.differences[1].new_path, "top.u_control.state_q");
}

TEST_F(CompareTest, ListsWhatIsGoneAndNew) {
    auto after = sample_run();
    after.taps[0].tap.machine().states[4].name = "SAVE";
    after.taps[1].tap.path = "filter.u_engine.state_q";
    after.taps[1].tap.module = "engine";
    const SideComparison c = compared({{sample_run()}, {after}});
    EXPECT_EQ(c.gone,
              (std::vector<std::string>{"filter.u_dma.state_q", "filter.u_ctrl.state_q STORE"}));
    EXPECT_EQ(c.appeared,
              (std::vector<std::string>{"filter.u_engine.state_q", "filter.u_ctrl.state_q SAVE"}));
}

TEST_F(CompareTest, WhatWasTracedInOneRunOnlyIsNotGone) {
    auto before = sample_run();
    TapNumbers& trace = before.taps.emplace_back();
    trace.tap.tap = static_cast<int>(before.taps.size()) - 1;
    trace.tap.own = part_of(TapKind::trace);
    trace.tap.path = "filter.around";
    trace.observed_cycles = 100;
    trace.numbers = {{"records", 0}, {"lost", 0}};
    EXPECT_TRUE(compared({{before}, {sample_run()}}).gone.empty());
    EXPECT_TRUE(compared({{sample_run()}, {before}}).appeared.empty());
}

TEST(MatchTaps, GuessesNothing) {
    auto tap = [](const char* path) { return TapIdentity{0, "fsm", path, "m", "A\nB\n"}; };
    const struct {
        std::vector<TapIdentity> known;
        std::vector<TapIdentity> taps;
        std::vector<std::size_t> match;
    } cases[] = {
        {{tap("t.a.s"), tap("t.b.s")}, {tap("t.b.s"), tap("t.a.s")}, {1, 0}},
        {{tap("t.a.s")}, {tap("t.x.s")}, {0}},
        // Two candidates: neither is matched.
        {{tap("t.a.s")}, {tap("t.x.s"), tap("t.y.s")}, {kNoMatch, kNoMatch}},
        // The common path parts distinguish the candidates.
        {{tap("t.a.u0.s"), tap("t.a.u1.s")}, {tap("t.b.u1.s"), tap("t.b.u0.s")}, {1, 0}},
        // One kept its path, so that only one candidate is left for the other.
        {{tap("t.a.s"), tap("t.b.s")}, {tap("t.a.s"), tap("t.c.s")}, {0, 1}},
    };
    for (const auto& c : cases) EXPECT_EQ(match_taps(c.known, c.taps), c.match);
}

}  // namespace
}  // namespace tapestry
