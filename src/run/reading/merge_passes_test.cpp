// SPDX-License-Identifier: Apache-2.0
#include "run/reading/merge_passes.h"

#include <gtest/gtest.h>

#include "base/codes/readings.h"

namespace tapestry {
namespace {

RunClock clock_of(const std::string& path, std::uint64_t edges) {
    return {{0, path, path, "posedge"}, false, edges, 0};
}

TapNumbers tap_of(const std::string& path, int clock, std::uint64_t edges,
                  Quality quality = Quality::exact) {
    TapNumbers tap;
    tap.tap.path = path;
    tap.tap.clock = clock;
    tap.edges = edges;
    tap.quality = quality;
    tap.frames = {{0, edges, {}}};
    return tap;
}

Run pass_of(std::vector<RunClock> clocks, std::vector<TapNumbers> taps) {
    Run run;
    run.top = "dut";
    for (std::size_t i = 0; i < clocks.size(); ++i) clocks[i].clock.clock = static_cast<int>(i);
    for (std::size_t i = 0; i < taps.size(); ++i) taps[i].tap.tap = static_cast<int>(i);
    run.clocks = std::move(clocks);
    run.taps = std::move(taps);
    run.cycles = run.clocks[0].edges;
    return run;
}

TEST(MergePasses, TakesEachTapFromThePassThatHasIt) {
    auto first = pass_of({clock_of("dut.a", 100)}, {tap_of("dut.x", 0, 100)});
    auto second = pass_of({clock_of("dut.b", 50), clock_of("dut.a", 100)},
                          {tap_of("dut.y", 1, 100), tap_of("dut.z", 0, 50)});
    first.edges = {{"p", "q", "dut.x"}};
    second.edges = {{"p", "q", "dut.x"}, {"q", "r", "dut.y"}};
    second.lost_records = 2;
    Diagnostics diagnostics;
    const auto run = merge_passes({first, second}, diagnostics);
    ASSERT_TRUE(run);
    EXPECT_TRUE(diagnostics.all().empty());
    ASSERT_EQ(run->taps.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(run->taps[i].tap.tap, static_cast<int>(i));
    EXPECT_EQ(run->taps[1].tap.clock, 0);  // dut.a, which was the second clock of its pass
    EXPECT_EQ(run->taps[2].tap.clock, 1);
    EXPECT_EQ(run->clocks[1].clock.path, "dut.b");
    EXPECT_EQ(run->edges.size(), 2U);
    EXPECT_EQ(run->lost_records, 2U);
    EXPECT_FALSE(run->taps[0].frames.empty());
    EXPECT_EQ(run->facts.facts.back(),
              (std::pair<std::string, std::string>("passes_agree", "yes")));
}

TEST(MergePasses, PrefersTheNumbersThatAreTrustedMore) {
    const auto first =
        pass_of({clock_of("dut.a", 100)}, {tap_of("dut.x", 0, 70, Quality::invalid)});
    const auto second = pass_of({clock_of("dut.a", 100)}, {tap_of("dut.x", 0, 100)});
    Diagnostics diagnostics;
    const auto run = merge_passes({first, second}, diagnostics);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->taps.size(), 1U);
    EXPECT_EQ(run->taps[0].edges, 100U);
}

TEST(MergePasses, SaysWhenPassesDiffer) {
    const auto first = pass_of({clock_of("dut.a", 100)}, {tap_of("dut.x", 0, 100)});
    const auto second = pass_of({clock_of("dut.a", 101)}, {tap_of("dut.y", 0, 101)});
    Diagnostics diagnostics;
    const auto run = merge_passes({first, second}, diagnostics);
    ASSERT_TRUE(run);
    ASSERT_EQ(diagnostics.all().size(), 1U);
    EXPECT_EQ(diagnostics.all()[0].code, code::passes_differ);
    EXPECT_EQ(run->diagnostics.size(), 1U);
    EXPECT_TRUE(run->taps[0].frames.empty());
    EXPECT_EQ(run->taps[1].edges, 101U);
    EXPECT_EQ(run->facts.facts.back(), (std::pair<std::string, std::string>("passes_agree", "no")));
}

TEST(MergePasses, RefusesAnotherDesign) {
    const auto first = pass_of({clock_of("dut.a", 100)}, {tap_of("dut.x", 0, 100)});
    auto second = first;
    second.top = "other";
    Diagnostics diagnostics;
    EXPECT_FALSE(merge_passes({first, second}, diagnostics));
    EXPECT_EQ(diagnostics.all()[0].code, code::passes_unlike);
}

}  // namespace
}  // namespace tapestry
