// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/predict.h"

#include <gtest/gtest.h>

#include "base/codes/predictions.h"
#include "explain/network/made_run.h"

namespace tapestry {
namespace {

// A gives 500 tokens of 4 cycles to B, which takes 16 for each and so is what all wait for.
MadeRun made_chain() {
    MadeRun made;
    made.machine("top.u_a", {{"WORK", 2000, 500}, {"SEND", 8000, 500, {for_ready("in")}}},
                 {{0, 1, 500}, {1, 0, 499}})
        .machine("top.u_b",
                 {{"TAKE", 500, 500, {for_valid("out")}},
                  {"MILL", 9000, 500},
                  {"GIVE", 500, 500, {for_ready("m")}}},
                 {{0, 1, 500}, {1, 2, 500}, {2, 0, 499}})
        .stream("in", "top.u_a", "top.u_q", 500, 7500, 0)
        .queue("top.u_q", 4, 4, 9000, 100, 500)
        .stream("out", "top.u_q", "top.u_b", 500, 9400, 0)
        .stream("m", "top.u_b", "", 500, 0, 9000);
    return made;
}

Result<Prediction> ask(const std::string& text, Diagnostics& diagnostics) {
    static MadeRun made = made_chain();
    const Result<std::vector<Change>> changes = changes_from_lines(text, "", diagnostics);
    if (!changes) return changes.failure();
    return predict(made.run(), *changes, diagnostics);
}

double cycles(const std::string& text) {
    Diagnostics diagnostics;
    const Result<Prediction> p = ask(text, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << d.sentence;
    if (!p) return 0;
    EXPECT_EQ(p->measured_cycles, 10'000);
    EXPECT_LE(p->low, p->predicted_cycles);
    EXPECT_GE(p->high, p->predicted_cycles);
    EXPECT_EQ(p->label, PredictionLabel::approximate);
    return p->predicted_cycles;
}

TEST(Predict, GivesTheBottleneckItsDue) {
    EXPECT_NEAR(cycles("time:u_b.state/MILL=0.5x"), 5500, 30);
    EXPECT_NEAR(cycles("time:u_b.state/MILL=9"), 5500, 30);
    EXPECT_NEAR(cycles("time:top.u_b=0.5x"), 5000, 30);
    EXPECT_NEAR(cycles("time:u_a=0.5x"), 10'000, 30);
    EXPECT_NEAR(cycles("time:u_a=2x"), 10'000, 30);
    EXPECT_NEAR(cycles("replicas:u_b=2"), 5000, 30);
    EXPECT_NEAR(cycles("clock:clk=2x"), 5000, 30);
}

// Two ranks of a program and a device, 100 turns: rank 0 prepares for 30 cycles and waits for the
// device, which works 70 and waits for it; rank 1 reduces for 20 what rank 0 sends it.
double cycles_of_ranks(const std::string& text) {
    MadeRun made;
    made.machine("app.r0",
                 {{"prepare", 3000, 100}, {"await", 7000, 100, {for_block("top.u_device")}}},
                 {{0, 1, 100}, {1, 0, 99}})
        .machine("top.u_device", {{"IDLE", 3000, 100, {for_block("app.r0")}}, {"WORK", 7000, 100}},
                 {{0, 1, 100}, {1, 0, 99}})
        .machine("app.r1", {{"receive", 8000, 100, {for_block("app.r0")}}, {"reduce", 2000, 100}},
                 {{0, 1, 100}, {1, 0, 99}});
    tapestry::Run& run = made.run();
    run.places = {{PlaceKind::thread, "app.r0", "r0", -1}, {PlaceKind::thread, "app.r1", "r1", -1}};
    run.taps[0].place = 0;
    run.taps[2].place = 1;
    Diagnostics diagnostics;
    const Result<std::vector<Change>> changes = changes_from_lines(text, "", diagnostics);
    const Result<Prediction> p = predict(run, *changes, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << d.sentence;
    return p ? p->predicted_cycles : 0;
}

// Two ranks that meet, 100 times: one works 60 cycles and waits 40, the other works 99.
double cycles_of_meetings(const std::string& text) {
    MadeRun made;
    made.machine("app.r0", {{"work", 6000, 100}, {"meet", 4000, 100, {for_block("app.r1")}}},
                 {{0, 1, 100}, {1, 0, 99}})
        .machine("app.r1", {{"work", 9900, 100}, {"meet", 100, 100, {for_block("app.r0")}}},
                 {{0, 1, 100}, {1, 0, 99}});
    Diagnostics diagnostics;
    const Result<std::vector<Change>> changes = changes_from_lines(text, "", diagnostics);
    const Result<Prediction> p = predict(made.run(), *changes, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << d.sentence;
    return p ? p->predicted_cycles : 0;
}

TEST(Predict, WhoWaitsWhereTwoMeetHasTimeToSpare) {
    EXPECT_NEAR(cycles_of_meetings("time:app.r0.state/work=1.5x"), 10'000, 30);
    EXPECT_NEAR(cycles_of_meetings("time:app.r0.state/work=2x"), 12'000, 0.033 * 12'000);
    EXPECT_NEAR(cycles_of_meetings("time:app.r1.state/work=2x"), 19'900, 0.033 * 19'900);
    EXPECT_NEAR(cycles_of_meetings("time:app.r1.state/work=0.8x"), 8000, 0.033 * 8000);
}

// A turn takes 30 + 70 cycles: 30 + 35 with a device twice as fast, 60 + 70 with a rank half as
// fast; rank 1 waits 80 in each, so that half its work makes no difference, and neither does twice.
TEST(Predict, CountsHostThreadsAndRanks) {
    EXPECT_NEAR(cycles_of_ranks("time:top.u_device.state/WORK=0.5x"), 6500, 0.033 * 6500);
    EXPECT_NEAR(cycles_of_ranks("time:app.r0.state/prepare=2x"), 13'000, 0.033 * 13'000);
    EXPECT_NEAR(cycles_of_ranks("time:app.r0.state/prepare=0.5x"), 8500, 0.033 * 8500);
    EXPECT_NEAR(cycles_of_ranks("time:app.r1.state/reduce=0.5x"), 10'000, 30);
    EXPECT_NEAR(cycles_of_ranks("time:app.r1.state/reduce=2x"), 10'000, 130);
}

// A program and a kernel, 100 numbers: one thread prepares each for 10 cycles and waits until the
// kernel takes it, another waits for what comes back, and the main thread sleeps until both end.
tapestry::Run program_and_kernel() {
    const StateWait room{"in", "top.u_k", "top.in", ""}, answer{"out", "top.u_k", "top.out", ""};
    MadeRun made;
    made.machine("app.main", {})
        .machine("app.feeder", {{"prepare", 1000, 100}, {"write", 9000, 100, {room}}},
                 {{0, 1, 100}, {1, 0, 99}})
        .machine("app.collector", {{"read", 9500, 100, {answer}}, {"add", 500, 100}},
                 {{0, 1, 100}, {1, 0, 99}})
        .machine("top.u_k",
                 {{"TAKE", 100, 100, {for_valid("in")}},
                  {"STEP", 9800, 100},
                  {"GIVE", 100, 100, {for_ready("out")}}},
                 {{0, 1, 100}, {1, 2, 100}, {2, 0, 99}})
        .stream("in", "app.feeder", "top.u_k", 100, 8900, 0)
        .stream("out", "top.u_k", "app.collector", 100, 0, 5000);
    tapestry::Run& run = made.run();
    run.taps[0].states[0] = {kMadeCycles, 1, 1, kMadeCycles};
    run.taps[1].tap.machine().states[1].category = "wait_send";
    run.taps[2].tap.machine().states[0].category = "wait_recv";
    for (int t = 0; t < 3; ++t) {
        const std::string& scope = run.taps[static_cast<std::size_t>(t)].tap.scope;
        run.places.push_back({PlaceKind::thread, scope, scope, -1});
        run.taps[static_cast<std::size_t>(t)].place = t;
    }
    return run;
}

TEST(Predict, AThreadAsleepDoesNotWork) {
    Diagnostics diagnostics;
    const Result<std::vector<Change>> changes =
        changes_from_lines("time:top.u_k.state/STEP=1", "", diagnostics);
    const Result<Prediction> p = predict(program_and_kernel(), *changes, diagnostics);
    ASSERT_TRUE(p);
    EXPECT_NEAR(p->predicted_cycles, 1100, 110);
    EXPECT_EQ(p->bottleneck, "app.feeder");
}

// Once B is four times as fast, A is what is left: 5 cycles a token.
TEST(Predict, StopsWhereSomebodyElseHolds) {
    EXPECT_NEAR(cycles("time:u_b=0.1x"), 2500, 30);
    EXPECT_NEAR(cycles("remove:u_b"), 2500, 30);
    EXPECT_NEAR(cycles("time:u_b=0.1x\ntime:u_a=2x"), 5000, 30);
    Diagnostics diagnostics;
    const Result<Prediction> p = ask("time:u_b=0.1x", diagnostics);
    ASSERT_TRUE(p);
    EXPECT_EQ(p->bottleneck, "top.u_a");
    EXPECT_NEAR(p->amdahl_cycles, 1000, 30);
    EXPECT_EQ(p->engine, "summary");
}

double state_then(const Prediction& p, const std::string& state) {
    for (const PredictedTime& t : p.states)
        if (t.state == state) return t.predicted_cycles;
    ADD_FAILURE() << state;
    return 0;
}

// Every state has its new time, and those of a block fill the run.
TEST(Predict, SaysWhatEachStateTakesThen) {
    Diagnostics diagnostics;
    const Result<Prediction> p = ask("time:u_b.state/MILL=0.5x", diagnostics);
    ASSERT_TRUE(p);
    EXPECT_NEAR(state_then(*p, "MILL"), 4500, 1);
    EXPECT_NEAR(state_then(*p, "WORK"), 2000, 1);
    // A sends as it did, and waits so much less.
    EXPECT_NEAR(state_then(*p, "SEND"), 8000 - 4500, 30);
    double of_a = 0, of_b = 0;
    for (const PredictedTime& t : p->states)
        if (!t.category.empty()) (t.path == "top.u_a" ? of_a : of_b) += t.predicted_cycles;
    EXPECT_NEAR(of_a, p->predicted_cycles, 1);
    EXPECT_NEAR(of_b, p->predicted_cycles, 1);
}

// A moves beats and waits in the same state: what it waits is no work of its.
TEST(Predict, CountsAStateThatMovesAndWaitsOnce) {
    MadeRun made;
    made.machine("top.u_a", {{"RUN", 10'000, 1, {for_valid("s"), for_ready("in")}}}, {})
        .machine("top.u_b", {{"TAKE", 500, 500, {for_valid("in")}}, {"MILL", 9500, 500}},
                 {{0, 1, 500}, {1, 0, 499}})
        .stream("s", "", "top.u_a", 500, 9500, 0)
        .stream("in", "top.u_a", "top.u_b", 500, 9500, 0);
    Diagnostics diagnostics;
    const auto changes = changes_from_lines("time:u_b=0.5x", "", diagnostics);
    const Result<Prediction> p = predict(made.run(), *changes, diagnostics);
    ASSERT_TRUE(p);
    EXPECT_EQ(p->bottleneck, "top.u_b");
    for (const PredictedTime& block : p->blocks)
        EXPECT_LE(block.measured_cycles + block.measured_wait, 10'010) << block.path;
}

TEST(Predict, SlowsDownWithWhatIsOutside) {
    EXPECT_NEAR(cycles("rate:top.m=40"), 20'000, 300);
    EXPECT_NEAR(cycles("move:u_b=host,30000"), 30'000, 300);
}

// What was tried is no model: at its point of the curve it is the answer, between two points it
// bounds it.
TEST(Predict, TakesWhatWasTried) {
    tapestry::Run run = made_chain().run();
    Experiment e;
    e.path = "top.u_b";
    e.status = ExperimentStatus::tried;
    e.saving = 0.4;
    run.experiments = {e};
    auto ask_run = [&](const std::string& text) {
        Diagnostics diagnostics;
        return *predict(run, *changes_from_lines(text, "", diagnostics), diagnostics);
    };
    const Prediction half = ask_run("time:u_b=0.5x");
    EXPECT_EQ(half.label, PredictionLabel::tried);
    EXPECT_DOUBLE_EQ(half.predicted_cycles, 0.6 * static_cast<double>(run.cycles));
    const Prediction less = ask_run("time:u_b=0.75x");
    EXPECT_EQ(less.label, PredictionLabel::approximate);
    EXPECT_DOUBLE_EQ(less.predicted_cycles, 0.8 * static_cast<double>(run.cycles));
    EXPECT_EQ(ask_run("time:u_b=0.3x").engine, "summary");
    EXPECT_EQ(ask_run("time:u_b/MILL=0.5x").engine, "summary");
}

TEST(Predict, RefusesByName) {
    const std::vector<std::pair<std::string, Code>> wrong = {
        {"time:u_c=2x", code::change_unknown},   {"time:u_b/FLY=2x", code::change_unknown},
        {"clock:clk2=2x", code::change_unknown}, {"width:nothing=2x", code::change_unknown},
        {"rate:u_b=4", code::change_refused},    {"depth:u_q=8", code::change_refused},
    };
    for (const auto& [text, code] : wrong) {
        Diagnostics diagnostics;
        EXPECT_FALSE(ask(text, diagnostics)) << text;
        ASSERT_EQ(diagnostics.all().size(), 1u) << text;
        EXPECT_EQ(diagnostics.all()[0].code, code) << diagnostics.all()[0].sentence;
    }
}

}  // namespace
}  // namespace tapestry
