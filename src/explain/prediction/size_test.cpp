// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/size.h"

#include <gtest/gtest.h>

#include "base/codes/predictions.h"
#include "explain/prediction/predict.h"
#include "explain/prediction/sensitivity.h"
#include "explain/prediction/sweep.h"
#include "explain/replay/replay.h"

namespace tapestry {
namespace {

// A gives bursts of eight, a cycle each, and rests 56; B takes one every eight cycles. C takes what
// B gives at once.
Run bursts() {
    Run run;
    run.top = "top";
    run.operations.channels = {{"top.u_p", 64, 1, 1, 64}, {"top.u_q", 16, 1, 1, 16}};
    OperationThread a, b, c;
    a.path = "top.u_a", b.path = "top.u_b", c.path = "top.u_c";
    a.sets = {{{0, true, 0}}};
    b.sets = {{{0, false, 0}}, {{1, true, 0}}};
    c.sets = {{{1, false, 0}}};
    for (int i = 0; i < 80; ++i) {
        a.visits.push_back({i % 8 == 0 ? 57u : 1u, 0, false});
        b.visits.push_back({1, 0, false});
        b.visits.push_back({7, 1, false});
        c.visits.push_back({1, 0, false});
    }
    run.operations.threads = {a, b, c};
    // As it was recorded: with these depths.
    std::vector<std::vector<std::uint64_t>> ends;
    const Replay replay(run.operations);
    replay.run(replay.recorded_settings(), &ends);
    for (std::size_t t = 0; t < 3; ++t) {
        std::uint64_t last = 0;
        OperationThread& thread = run.operations.threads[t];
        for (std::size_t v = 0; v < ends[t].size(); ++v) {
            const std::uint64_t stall = ends[t][v] - last - thread.visits[v].delay;
            thread.visits[v].blocked = stall > 0;
            if (stall > 0) thread.stalls.push_back(stall);
            last = ends[t][v];
        }
    }
    run.cycles = ends[2].back() + 5;
    return run;
}

double cycles_of(const Run& run, const std::string& text) {
    Diagnostics diagnostics;
    const auto changes = changes_from_lines(text, "", diagnostics);
    const Result<Prediction> p = predict(run, *changes, diagnostics);
    EXPECT_TRUE(p) << text;
    if (!p) return 0;
    EXPECT_EQ(p->engine, "replay");
    EXPECT_EQ(p->label, PredictionLabel::exact);
    return p->deadlock ? -1 : p->predicted_cycles;
}

TEST(Size, FindsTheLeastDepthsThatKeepTheThroughput) {
    const tapestry::Run run = bursts();
    Diagnostics diagnostics;
    const Result<Sizing> sizing = size_queues(run, 0, diagnostics);
    ASSERT_TRUE(sizing);
    EXPECT_TRUE(diagnostics.all().empty());
    ASSERT_EQ(sizing->queues.size(), 2u);
    EXPECT_EQ(sizing->label, PredictionLabel::exact);
    EXPECT_EQ(sizing->predicted_cycles, sizing->measured_cycles);
    const std::uint64_t p = sizing->queues[0].needed, q = sizing->queues[1].needed;
    EXPECT_EQ(q, 1u);
    EXPECT_LT(p, 64u);
    EXPECT_GT(p, 1u);
    auto with = [&](std::uint64_t depth) {
        return cycles_of(run, "depth:u_q=1\ndepth:u_p=" + std::to_string(depth));
    };
    EXPECT_EQ(with(p), sizing->measured_cycles);
    EXPECT_GT(with(p - 1), sizing->measured_cycles);
}

TEST(Size, TakesWhatMayBeLost) {
    const tapestry::Run run = bursts();
    Diagnostics diagnostics;
    const Result<Sizing> none = size_queues(run, 0, diagnostics),
                         some = size_queues(run, 0.2, diagnostics);
    EXPECT_LT(some->queues[0].needed, none->queues[0].needed);
    EXPECT_LE(some->predicted_cycles, 1.2 * none->predicted_cycles);
    EXPECT_FALSE(size_queues(tapestry::Run{}, 0, diagnostics));
    EXPECT_EQ(diagnostics.all().back().code, code::not_recorded);
}

// A thread whose order depends on times keeps the room that leaves it as it was recorded.
TEST(Size, KeepsTheRoomOfAnOrderThatDependsOnTimes) {
    tapestry::Run run = bursts();
    Diagnostics diagnostics;
    const Result<Sizing> known = size_queues(run, 0, diagnostics);
    run.operations.threads[1].choice = "it takes from several channels, whichever has a beat";
    const Result<Sizing> sizing = size_queues(run, 0, diagnostics);
    ASSERT_TRUE(sizing);
    EXPECT_GE(sizing->queues[0].needed, known->queues[0].needed);
    EXPECT_EQ(sizing->predicted_cycles, sizing->measured_cycles);
    ASSERT_FALSE(sizing->remarks.empty());
    EXPECT_NE(sizing->remarks.back().find("top.u_b"), std::string::npos);
}

// Of a queue that no parameter sets nothing is simulated: only depths that its pointers can count.
TEST(Size, RoundsUpWhatIsNotTried) {
    tapestry::Run run;
    TapNumbers numbers;
    numbers.tap.path = "top.u_q";
    QueuePart part;
    part.depth = 16;
    part.is_power_of_two = true;
    numbers.tap.own = part;
    run.taps = {numbers};
    auto needed = [&](std::uint64_t entries) {
        QueueSize size;
        size.path = "top.u_q", size.depth = 16;
        set_needed(run, entries, size);
        return size.needed;
    };
    EXPECT_EQ(needed(1), 2u);
    EXPECT_EQ(needed(3), 4u);
    run.taps[0].tap.queue().parameter = "DEPTH";
    EXPECT_EQ(needed(1), 1u);
}

// A recording whose times do not follow from its channels is not called exact.
TEST(Size, DoubtsARecordingThatDiffers) {
    tapestry::Run run = bursts();
    run.operations.channels[0].latency = 9;
    Diagnostics diagnostics;
    const Result<Sizing> sizing = size_queues(run, 0, diagnostics);
    ASSERT_TRUE(sizing);
    EXPECT_EQ(sizing->label, PredictionLabel::approximate);
    EXPECT_EQ(diagnostics.all().back().code, code::replay_differs);
}

TEST(Sweep, MarksWhatNoOtherPointBeats) {
    const auto point = [](double cycles, std::uint64_t bits, std::optional<Area> area) {
        SweepPoint p;
        p.predicted_cycles = cycles;
        p.storage_bits = bits;
        p.area = area;
        return p;
    };
    const auto marks = [](std::vector<SweepPoint> points) {
        mark_pareto(points);
        std::string out;
        for (const SweepPoint& p : points) out += p.pareto ? '*' : '.';
        return out;
    };
    EXPECT_EQ(marks({point(9, 4, {}), point(8, 5, {}), point(8, 6, {}), point(9, 4, {})}), "**.*");
    // Areas count where all are known.
    EXPECT_EQ(marks({point(9, 4, Area{7, 7, 0}), point(8, 5, Area{6, 7, 0})}), ".*");
    EXPECT_EQ(marks({point(9, 4, Area{7, 7, 0}), point(8, 5, Area{6, 7, 1})}), "**");
    EXPECT_EQ(marks({point(9, 4, Area{7, 7, 0}), point(8, 5, {})}), "**");
    SweepPoint stuck = point(0, 1, {});
    stuck.deadlock = true;
    EXPECT_EQ(marks({stuck, point(9, 4, {})}), ".*");
}

TEST(Sweep, GoesThroughRanges) {
    const tapestry::Run run = bursts();
    Diagnostics diagnostics;
    const auto points = sweep(run, {"depth:u_p=1..8*2", "depth:u_q=1,4"}, diagnostics);
    ASSERT_TRUE(points);
    ASSERT_EQ(points->size(), 8u);
    EXPECT_EQ((*points)[3].changes, (std::vector<std::string>{"depth:u_p=2", "depth:u_q=4"}));
    EXPECT_GT((*points)[0].predicted_cycles, (*points)[7].predicted_cycles);
    EXPECT_EQ(range_from_text("depth:q=1..10+4", diagnostics)->size(), 3u);
    EXPECT_EQ(range_from_text("time:q=0.5x,1x", diagnostics)->size(), 2u);
    for (const char* wrong :
         {"depth:q=9..1", "depth:q=0..4*2", "depth:q=1..a", "depth:q=1..9+0", "depth:q="})
        EXPECT_FALSE(range_from_text(wrong, diagnostics)) << wrong;
    EXPECT_FALSE(sweep(run, {"depth:u_p=1..1000", "depth:u_q=1..1000"}, diagnostics));
}

}  // namespace
}  // namespace tapestry
