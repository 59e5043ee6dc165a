// SPDX-License-Identifier: Apache-2.0
// Each rule of the table: a run where it must fire, and one like it where it must keep silent.
#include "explain/counters/advice.h"

#include <gtest/gtest.h>

#include <set>

#include "explain/counters/analyse.h"
#include "explain/network/made_run.h"

namespace tapestry {
namespace {

struct Row {
    std::string rule;
    MadeRun fires;
    MadeRun silent;
};

// A pipeline a -> queue -> b with the given numbers of the queue and of its two ends.
MadeRun around_queue(std::uint64_t depth, std::uint64_t most, std::uint64_t full,
                     std::uint64_t empty, std::uint64_t blocked, std::uint64_t starved) {
    MadeRun made;
    made.stream("aq", "top.a", "top.q", 1000, blocked, 0)
        .stream("qb", "top.q", "top.b", 1000, 9000 - starved, starved)
        .stream("out", "top.b", "", 1000, 0, 5000)
        .queue("top.q", depth, most, full, empty);
    return made;
}

MadeRun with_overhead(std::uint64_t fill, std::uint64_t work) {
    MadeRun made;
    made.machine("top.a",
                 {{"FILL", fill, 10}, {"COMPUTE", work, 10}, {"IDLE", 10'000 - fill - work, 10}});
    return made;
}

MadeRun with_interval(std::uint64_t beats) {
    MadeRun made;
    made.stream("in", "", "top.a", beats, 10'000 - beats, 0)
        .stream("out", "top.a", "", beats, 0, 10'000 - beats);
    return made;
}

MadeRun with_replicas(std::uint64_t first, std::uint64_t second) {
    MadeRun made;
    made.machine("top.w_0", {{"COMPUTE", first, 10}, {"IDLE", 10'000 - first, 10}});
    made.machine("top.w_1", {{"COMPUTE", second, 10}, {"IDLE", 10'000 - second, 10}});
    return made;
}

MadeRun with_lock(std::uint64_t waits) {
    MadeRun made;
    for (const char* user : {"top.a", "top.b"}) {
        made.machine(user, {{"WORK", 10'000 - waits, 100},
                            {"ACQUIRE", waits, 100, {for_block("top.lock")}}});
    }
    return made;
}

MadeRun with_shared_port(const char* second_port) {
    MadeRun made;
    made.stream("areq", "top.a", "top.m", 100, 3000, 0)
        .stream("aresp", "top.m", "top.a", 100, 0, 2000)
        .stream("breq", "top.b", second_port, 100, 3000, 0)
        .stream("bresp", second_port, "top.b", 100, 0, 2000);
    return made;
}

MadeRun with_port(std::uint64_t beats) {
    MadeRun made;
    made.stream("in", "", "top.a", beats, 0, 0).stream("out", "top.a", "", 100, 0, 0);
    return made;
}

MadeRun with_memory(std::uint64_t refused, std::uint64_t waits) {
    MadeRun made;
    made.stream("m_ar", "top.a", "", 100, refused, 0, "top.m")
        .stream("m_r", "", "top.a", 100, 0, waits, "top.m");
    made.machine("top.a", {{"ASK", 100 + refused, 100, {for_ready("m_ar")}},
                           {"LISTEN", 100 + waits, 100, {for_valid("m_r")}},
                           {"WORK", 9800 - refused - waits, 100}});
    return made;
}

MadeRun with_bursts(std::uint64_t length) {
    MadeRun made;
    made.stream("m_ar", "top.a", "", 100, 0, 0, "top.m")
        .stream("m_r", "", "top.a", 100 * length, 0, 4000, "top.m");
    return made;
}

MadeRun without_bursts() {
    MadeRun made = with_bursts(1);
    for (TapNumbers& n : made.run().taps) n.tap.stream().protocol = "axi_lite";
    return made;
}

MadeRun with_calls(std::uint64_t busy) {
    MadeRun made;
    made.call("top", 10, busy);
    return made;
}

MadeRun with_source(std::uint64_t starved, std::uint64_t blocked) {
    MadeRun made;
    made.stream("in", "", "top.a", 1000, blocked, starved)
        .stream("out", "top.a", "", 1000, 0, 9000);
    return made;
}

std::vector<Row> rows() {
    return {
        {"queue_too_shallow", around_queue(4, 4, 3000, 3000, 3000, 2500),
         around_queue(4, 4, 9000, 10, 8000, 0)},
        {"queue_too_deep", around_queue(64, 5, 0, 5000, 0, 5000),
         around_queue(64, 60, 0, 5000, 0, 5000)},
        {"queue_too_deep", around_queue(64, 5, 0, 5000, 0, 5000),
         around_queue(64, 5, 9000, 10, 8000, 0)},
        {"fill_and_flush", with_overhead(4000, 3000), with_overhead(500, 9000)},
        {"interval_above_one", with_interval(1000), with_interval(9500)},
        {"load_imbalance", with_replicas(9000, 2000), with_replicas(9000, 8800)},
        {"contended_lock", with_lock(3000), with_lock(200)},
        {"shared_port", with_shared_port("top.m"), with_shared_port("top.n")},
        {"bandwidth_bound", with_port(9500), with_port(3000)},
        {"latency_bound", with_memory(10, 6000), with_memory(6000, 3000)},
        {"host_waits_for_device", with_calls(9900), with_calls(2000)},
        {"device_waits_for_host", with_calls(2000), with_calls(9900)},
        {"device_waits_for_host", with_source(9000, 0), with_source(0, 9000)},
        {"small_transfers", with_bursts(2), with_bursts(40)},
        {"small_transfers", with_bursts(1), without_bursts()},
    };
}

const Advice* find(const Analysis& analysis, const std::string& rule) {
    for (const Advice& a : analysis.advice) {
        if (a.rule == rule) return &a;
    }
    return nullptr;
}

// The stages of a loop that Vitis HLS made take turns: as many as there are cycles between its
// iterations.
TEST(Advice, NamesTheIntervalOfALoop) {
    MadeRun made;
    made.stream("in", "", "top.grp_f_Pipeline_rows_fu_9", 2000, 7000, 0)
        .machine("top.grp_f_Pipeline_rows_fu_9", {{"ap_ST_fsm_pp0_stage0", 4000, 2000},
                                                  {"ap_ST_fsm_pp0_stage1", 3000, 2000},
                                                  {"ap_ST_fsm_pp0_stage2", 3000, 2000}});
    const Analysis a = analyse(made.run());
    ASSERT_FALSE(a.advice.empty());
    EXPECT_NE(a.advice[0].sentence.find("(the loop rows) faster"), std::string::npos)
        << a.advice[0].sentence;
    EXPECT_NE(a.advice[0].sentence.find("initiation interval of 3."), std::string::npos)
        << a.advice[0].sentence;
    made.run().taps[1].tap.machine().states[2].name = "ap_ST_fsm_state5";
    EXPECT_EQ(analyse(made.run()).advice[0].sentence.find("interval"), std::string::npos);
}

TEST(Advice, FiresRightlyAndKeepsSilent) {
    for (Row& row : rows()) {
        const Analysis fires = analyse(row.fires.run());
        EXPECT_TRUE(find(fires, row.rule)) << row.rule << " must fire";
        EXPECT_FALSE(find(analyse(row.silent.run()), row.rule)) << row.rule << " must be silent";
    }
}

TEST(Advice, HasBoundsThatAreSharesAndReasons) {
    for (Row& row : rows()) {
        double last = 1;
        for (const Advice& a : analyse(row.fires.run()).advice) {
            EXPECT_FALSE(a.reasoning.empty()) << a.rule;
            EXPECT_FALSE(a.sentence.empty()) << a.rule;
            EXPECT_LE(a.bound.value_or(-1), last) << "what could bring most first";
            last = a.bound.value_or(-1);
        }
    }
}

// Whatever is mended, a cycle is left for each beat, and to a machine what its states work.
TEST(Advice, BoundsByWhatIsLeftToDo) {
    MadeRun made = around_queue(4, 4, 3000, 3000, 3000, 2500);
    EXPECT_NEAR(find(analyse(made.run()), "queue_too_shallow")->bound.value(), 0.9, 1e-9);
    made.machine("top.b", {{"TAKE", 3500, 1000, {for_valid("qb")}}, {"WORK", 6500, 1000}});
    const Analysis with_machine = analyse(made.run());
    const Advice* queue = find(with_machine, "queue_too_shallow");
    ASSERT_TRUE(queue);
    EXPECT_NEAR(queue->bound.value(), 0.35, 0.01);
}

// What saves no time at all, or too little to show, is no advice; what saves area promises none.
TEST(Advice, ThatSavesNothingIsNotGiven) {
    MadeRun made = around_queue(4, 4, 3000, 3000, 3000, 2500);
    made.machine("top.b", {{"TAKE", 50, 10, {for_valid("qb")}}, {"WORK", 9950, 10}});
    const Analysis busy = analyse(made.run());
    EXPECT_FALSE(find(busy, "queue_too_shallow"));
    MadeRun deep = around_queue(64, 5, 0, 5000, 0, 5000);
    ASSERT_TRUE(find(analyse(deep.run()), "queue_too_deep"));
}

// A thread counts nanoseconds, and most taps the cycles of a device: 40% of the run is 40%.
TEST(Advice, SharesAreOfOneTime) {
    MadeRun made;
    made.machine("app.main", {{"FILL", 4000, 10}, {"COMPUTE", 3000, 10}, {"IDLE", 3000, 10}})
        .machine("app.other", {{"COMPUTE", 1500, 10}, {"IDLE", 8500, 10}});
    for (const char* path : {"top.a", "top.b", "top.c"}) made.machine(path, {{"IDLE", 1000}});
    tapestry::Run& run = made.run();
    run.clocks[0].unit = "ns";
    run.clocks[0].rate_hz = 1e9;
    run.clocks.push_back({{1, "clk", "top.clk", "posedge"}, false, 1000, 1000});
    run.clocks[1].rate_hz = 1e8;
    for (std::size_t i = 2; i < run.taps.size(); ++i) {
        run.taps[i].tap.clock = 1;
        run.taps[i].edges = run.taps[i].observed_cycles = 1000;
    }
    const Analysis analysis = analyse(run);
    const Advice* advice = find(analysis, "fill_and_flush");
    ASSERT_TRUE(advice);
    EXPECT_NE(advice->reasoning.find("40.0% of the run is overhead, 30.0% is work"),
              std::string::npos)
        << advice->reasoning;
    // What the other thread does in nanoseconds leaves room for it.
    EXPECT_NEAR(advice->bound.value_or(0), 0.4, 1e-9);
}

// Ranks that are alike get one line, with the most that any of them spends and on what.
TEST(Advice, OfThreadsThatAreAlikeIsGivenOnce) {
    MadeRun made;
    made.machine("rank[0].main", {{"MPI_Init", 4000},
                                  {"work", 3000},
                                  {"MPI_Recv", 3000, 1, {for_block("rank[1].main")}}})
        .machine("rank[1].main", {{"MPI_Init", 6000}, {"work", 4000}});
    tapestry::Run& run = made.run();
    run.clocks[0].unit = "ns";
    run.clocks[0].rate_hz = 1e9;
    for (TapNumbers& n : run.taps) {
        n.tap.machine().states[0].category = "overhead";
        n.place = static_cast<int>(run.places.size());
        run.places.push_back({PlaceKind::thread, n.tap.scope, "main"});
    }
    const Analysis analysis = analyse(run);
    const Advice* advice = find(analysis, "fill_and_flush");
    ASSERT_TRUE(advice);
    EXPECT_EQ(advice->sentence,
              "Give rank[*].main more work at a time: up to 60.0% of the run is overhead, above "
              "all MPI_Init.");
    EXPECT_EQ(std::count_if(analysis.advice.begin(), analysis.advice.end(),
                            [](const Advice& a) { return a.rule == "fill_and_flush"; }),
              1);
}

TEST(Advice, IsGivenOnce) {
    MadeRun made = with_source(9000, 0);
    made.stream("in2", "", "top.a", 1000, 0, 9000);
    std::set<std::pair<std::string, std::string>> given;
    for (const Advice& a : analyse(made.run()).advice)
        EXPECT_TRUE(given.emplace(a.rule, a.path).second) << a.rule << " " << a.path;
}

}  // namespace
}  // namespace tapestry
