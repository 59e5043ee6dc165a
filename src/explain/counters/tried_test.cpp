// SPDX-License-Identifier: Apache-2.0
// Verdicts that experiments settle, on small runs that are made up.
#include "explain/counters/tried.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "explain/counters/analyse.h"
#include "explain/network/made_run.h"
#include "model/verdict_words.h"

namespace tapestry {
namespace {

// a (fast) -> b (slow) -> c (fast): counters blame b.
Run pipeline() {
    MadeRun made;
    made.stream("in", "", "top.a", 1000, 8900, 0)
        .stream("ab", "top.a", "top.b", 1000, 8900, 0)
        .stream("bc", "top.b", "top.c", 1000, 0, 8900)
        .stream("out", "top.c", "", 1000, 0, 9000);
    return made.run();
}

Experiment tried(const std::string& path, double saving,
                 ExperimentKind kind = ExperimentKind::block, unsigned factor = 2) {
    Experiment e;
    e.path = path;
    e.parts = parts_of(path);
    e.kind = kind;
    e.factor = factor;
    e.saving = saving;
    e.cycles = static_cast<std::uint64_t>(10000 * (1 - saving));
    e.status = ExperimentStatus::tried;
    return e;
}

Analysis with(const std::vector<Experiment>& experiments) {
    Run run = pipeline();
    run.experiments = experiments;
    return analyse(run);
}

TEST(Tried, SaysWhatTheWinnerSaves) {
    const Analysis a = with({tried("top.b", 0.384), tried("top.c", 0.001)});
    EXPECT_EQ(answer_of(a.verdict),
              "top.b limits this design: twice as fast would save 38.4% (tried).");
    EXPECT_EQ(a.bottlenecks.front().subject, "top.b");
    EXPECT_EQ(a.bottlenecks.front().quality, Quality::tried);
    EXPECT_NEAR(a.bottlenecks.front().share, 0.768, 1e-9);
    EXPECT_EQ(a.advice.front().rule, "tried_faster");
    EXPECT_EQ(a.advice.front().quality, Quality::tried);
}

Analysis blaming(const std::string& path, BottleneckKind kind, double share) {
    Verdict b;
    b.subject = path;
    b.kind = kind;
    b.share = share;
    Analysis a;
    a.bottlenecks = {b};
    return a;
}

// What could not be made as fast as asked.
Experiment held(const std::string& path, double at_least,
                ExperimentKind kind = ExperimentKind::block) {
    Experiment e = tried(path, 0, kind);
    e.saving.reset();
    e.at_least = at_least;
    e.cycles = 0;
    e.status = ExperimentStatus::refused;
    e.reason = "single bits hold it back: it may save more";
    return e;
}

TEST(Tried, WhatWasHeldBackAndSavedMoreThanAllElseIsBlamedByABound) {
    const Analysis a = with({tried("top.b", 0.122), held("top.c", 0.123)});
    EXPECT_EQ(answer_of(a.verdict),
              "top.c limits this design: twice as fast would save at least 12.3% (tried).");
    EXPECT_EQ(a.verdict.saving->basis, SavingBasis::at_least);
    EXPECT_EQ(a.bottlenecks.front().quality, Quality::estimated);
    EXPECT_EQ(a.advice.front().path, "top.c");
    EXPECT_FALSE(a.advice.front().bound);
}

TEST(Tried, WhatWasHeldBackAndSavedLessIsNotBlamedByIt) {
    const Analysis a = with({tried("top.b", 0.3), held("top.c", 0.2)});
    EXPECT_EQ(a.verdict.subject, "top.b");
    EXPECT_EQ(a.verdict.saving->basis, SavingBasis::tried);
}

TEST(Tried, AnOutsideThatWasHeldBackIsBlamedByABound) {
    const Analysis a = with({tried("top.b", 0.01), held("top", 0.426, ExperimentKind::outside)});
    EXPECT_EQ(a.verdict.kind, BottleneckKind::outside);
    EXPECT_EQ(a.verdict.saving->basis, SavingBasis::at_least);
    const Analysis inside =
        with({tried("top.b", 0.44), held("top", 0.05, ExperimentKind::outside)});
    EXPECT_EQ(inside.verdict.subject, "top.b");
}

// Two blocks save no more than half of the run together, so an untried one that counters blame
// cannot save as much as this.
TEST(Tried, CountersDoNotOverruleASavingThatLeavesThemNoRoom) {
    auto blamed = [](double saving) {
        Analysis a = blaming("top.a", BottleneckKind::compute, 0.9);
        auto run = pipeline();
        run.experiments = {tried("top.b", saving)};
        settle_by_experiments(run, a);
        return a.bottlenecks.front().subject;
    };
    EXPECT_EQ(blamed(0.4), "top.b");
    EXPECT_EQ(blamed(0.12), "top.a");
}

// A call crosses the edge of the block that is called in a cycle, which its experiment keeps.
TEST(Tried, ABlockThatIsCalledIsComparedWithoutTheCyclesOfTheCalls) {
    const auto subject = [](std::uint64_t calls) {
        MadeRun made;
        made.call("top.b.root", calls, 8000);
        auto run = made.run();
        run.cycles = 10000;
        run.experiments = {tried("top.b", 0.435), tried("top.b.root", 0.311)};
        return analyse(run).verdict.subject;
    };
    EXPECT_EQ(subject(620), "top.b.root");
    EXPECT_EQ(subject(10), "top.b");
}

// Replicas that share what there is to do: each for itself takes from the others. Those that work
// one after the other are blamed together unless one stands out.
TEST(Tried, ReplicasAreBlamedTogether) {
    const auto subject = [](double first, double others) {
        return with({tried("top.b", 0), tried("top.w_*", 0.46, ExperimentKind::group),
                     tried("top.w_0", first), tried("top.w_1", others), tried("top.w_2", others)})
            .verdict.subject;
    };
    EXPECT_EQ(subject(0.2, 0.2), "top.w_*");
    EXPECT_EQ(subject(0.15, 0.15), "top.w_*");
    EXPECT_EQ(subject(0.28, 0.09), "top.w_0");
}

// Beside a part that could not be tried and may save as much, the outside does not stand out.
TEST(Tried, AnOutsideBesideAPartThatMaySaveAsMuch) {
    Experiment refused;
    refused.kind = ExperimentKind::block;
    refused.path = "top.c";
    refused.status = ExperimentStatus::refused;
    const auto is_blamed = [&](double saving) {
        Experiment outside = tried("top", 0, ExperimentKind::outside);
        outside.status = ExperimentStatus::rejected;
        outside.saving.reset();
        outside.at_least = saving;
        const Analysis a = with({tried("top.b", 0), refused, outside});
        return a.verdict.kind == BottleneckKind::outside && !a.verdict.doubt.is_undecided();
    };
    EXPECT_TRUE(is_blamed(0.4));
    EXPECT_FALSE(is_blamed(0.2));
}

TEST(Tried, ASuspectThatSavesNothingLosesToOneThatSaves) {
    const Analysis a = with({tried("top.b", 0.0), tried("top.c", 0.3)});
    EXPECT_EQ(a.bottlenecks.front().subject, "top.c");
    EXPECT_EQ(answer_of(a.verdict),
              "top.c limits this design: twice as fast would save 30.0% (tried).");
    double sum = 0;
    for (const Verdict& b : a.bottlenecks) sum += b.share;
    EXPECT_LE(sum, 1 + 1e-9);
}

// What counters say, before experiments.
Experiment enlarged_by(const std::string& path, double saving, ExperimentKind kind) {
    Experiment e = tried(path, saving, kind, 16);
    e.reason = "SLOTS = 64 instead of 4";
    return e;
}

TEST(Tried, RoomThatSavesMoreThanSpeedIsTheReason) {
    const Analysis a =
        with({tried("top.c", 0.3), enlarged_by("top.a", 0.5, ExperimentKind::window)});
    EXPECT_EQ(answer_of(a.verdict),
              "top.a limits this design: too little may be under way at once. With SLOTS = 64 "
              "instead of 4 it would save 50.0% (tried).");
    EXPECT_EQ(a.bottlenecks.front().subject, "top.a");
    EXPECT_EQ(a.bottlenecks.front().quality, Quality::tried);
    EXPECT_EQ(a.advice.front().rule, "tried_window");
    EXPECT_GE(a.advice.front().bound, 0.5);
    EXPECT_EQ(with({tried("top.b", 0), tried("top.c", 0.3),
                    enlarged_by("top.a", 0.29, ExperimentKind::window)})
                  .bottlenecks.front()
                  .subject,
              "top.c");
}

TEST(Tried, AQueueThatWasEnlargedIsJudgedByThat) {
    auto settled = [](double by_depth) {
        Analysis a = blaming("top.q", BottleneckKind::queue, 0.5);
        auto run = pipeline();
        run.experiments = {tried("top.b", 0.2),
                           enlarged_by("top.q", by_depth, ExperimentKind::depth)};
        settle_by_experiments(run, a);
        return a;
    };
    EXPECT_EQ(settled(0.0).bottlenecks.front().subject, "top.b");
    EXPECT_EQ(settled(0.4).bottlenecks.front().subject, "top.q");
    EXPECT_EQ(answer_of(settled(0.4).verdict),
              "top.q limits this design: it is too shallow. With SLOTS = 64 instead of 4 it would "
              "save 40.0% (tried).");
}

TEST(Tried, APartThatSavesNearlyAllIsTheReason) {
    EXPECT_EQ(with({tried("top.b", 0.30), tried("top.b.u_core", 0.29)}).bottlenecks.front().subject,
              "top.b.u_core");
    EXPECT_EQ(with({tried("top.b", 0), tried("top.w_*", 0.40, ExperimentKind::group),
                    tried("top.w_2", 0.39)})
                  .bottlenecks.front()
                  .subject,
              "top.w_2");
    EXPECT_EQ(with({tried("top.b", 0), tried("top.w_*", 0.40, ExperimentKind::group),
                    tried("top.w_2", 0.01)})
                  .bottlenecks.front()
                  .subject,
              "top.w_*");
}

TEST(Tried, LogicOfTheTopIsTriedWithAllInIt) {
    MadeRun made;
    made.machine("top", {{"IDLE", 1000, 10}, {"ROUNDS", 9000, 10}});
    auto run = made.run();
    run.top = "top";
    run.experiments = {tried("top", 0.45, ExperimentKind::design),
                       tried("top", 0.0, ExperimentKind::logic), tried("top.rom", 0.01)};
    EXPECT_EQ(answer_of(analyse(run).verdict),
              "top limits this design: all of it twice as fast would save 45.0% (tried).");
    Analysis nothing;
    settle_by_experiments(run, nothing);
    ASSERT_EQ(nothing.bottlenecks.size(), 1U);
    EXPECT_EQ(nothing.bottlenecks.front().subject, "top");
    run.experiments.back().saving = 0.4;
    EXPECT_EQ(answer_of(analyse(run).verdict),
              "top.rom limits this design: twice as fast would save 40.0% (tried).");
}

// A top that only joins blocks is not to blame for what they do.
TEST(Tried, ATopWithoutLogicOfItsOwnIsNoBlock) {
    MadeRun made;
    made.machine("top", {{"IDLE", 1000, 10}, {"ROUNDS", 9000, 10}});
    auto run = made.run();
    run.top = "top";
    run.experiments = {tried("top", 0.45, ExperimentKind::design), tried("top.a", 0.12),
                       tried("top.b", 0.11)};
    EXPECT_EQ(answer_of(analyse(run).verdict),
              "top.a limits this design: twice as fast would save 12.0% (tried).");
    run.experiments.push_back({});
    run.experiments.back().path = "top.c";
    run.experiments.back().kind = ExperimentKind::block;
    run.experiments.back().status = ExperimentStatus::rejected;
    EXPECT_EQ(answer_of(analyse(run).verdict),
              "Cannot tell what limits this design: all of it twice as fast would save 45.0%, "
              "top.a 12.0% (tried), and top.c could not be tried alone.");
}

// Nor is a top with logic of its own, as long as neither that nor the block below it was tried.
TEST(Tried, ATopIsNotBlamedForABlockThatCouldNotBeTried) {
    MadeRun made;
    made.machine("top", {{"IDLE", 1000, 10}, {"ROUNDS", 9000, 10}});
    auto run = made.run();
    run.top = "top";
    Experiment core = tried("top.core", 0);
    core.saving.reset();
    core.status = ExperimentStatus::rejected;
    Experiment logic = core;
    logic.path = "top";
    logic.kind = ExperimentKind::logic;
    run.experiments = {tried("top", 0.142, ExperimentKind::design), core, logic};
    EXPECT_EQ(answer_of(analyse(run).verdict),
              "Cannot tell what limits this design: all of it twice as fast would save 14.2% "
              "(tried), and top.core could not be tried alone.");
}

// Phases: three blocks work one after the other, and what they save adds up to what all of it
// saves.
TEST(Tried, OfPhasesTheLongestIsTheReason) {
    Analysis a = blaming("top", BottleneckKind::compute, 0.9);
    auto run = pipeline();
    run.experiments = {tried("top", 0.49, ExperimentKind::design), tried("top.a", 0.23),
                       tried("top.b", 0.20), tried("top.c", 0.05)};
    settle_by_experiments(run, a);
    EXPECT_EQ(answer_of(a.verdict),
              "top.a limits this design: twice as fast would save 23.0% (tried).");
}

TEST(Tried, AnOutsideThatWouldSaveNothingIsNotBlamed) {
    Analysis a = blaming("top.start", BottleneckKind::host, 0.9);
    auto run = pipeline();
    run.top = "top";
    run.experiments = {tried("top", 0.4, ExperimentKind::design),
                       tried("top", 0.0, ExperimentKind::outside)};
    settle_by_experiments(run, a);
    EXPECT_EQ(answer_of(a.verdict),
              "top limits this design: all of it twice as fast would save 40.0% (tried).");
}

// A lock is held for as long as its holders work.
TEST(Tried, ALockIsTriedByItsHolders) {
    Analysis a = blaming("top.l", BottleneckKind::lock, 0.99);
    a.bottlenecks[0].evidence.pressure = {{"top.j", "top.w_0", "q"}, {"top.w_0", "top.l", ""}};
    auto run = pipeline();
    run.experiments = {tried("top.w_*", 0.434, ExperimentKind::group), tried("top.w_0", 0.2)};
    settle_by_experiments(run, a);
    EXPECT_EQ(answer_of(a.verdict),
              "The lock top.l limits this design: top.w_*, which hold it, twice as fast would save "
              "43.4% (tried).");
    EXPECT_EQ(a.bottlenecks.front().subject, "top.l");
    EXPECT_EQ(a.bottlenecks.front().quality, Quality::tried);
}

// Others than its holders say nothing of a lock.
TEST(Tried, ALockIsNotTriedByOthers) {
    Analysis a = blaming("top.l", BottleneckKind::lock, 0.99);
    a.bottlenecks[0].evidence.pressure = {{"top.v", "top.l", ""}};
    auto run = pipeline();
    run.experiments = {tried("top.w_*", 0.3, ExperimentKind::group)};
    settle_by_experiments(run, a);
    EXPECT_EQ(a.bottlenecks.front().subject, "top.l");
    EXPECT_NE(a.bottlenecks.front().quality, Quality::tried);
}

// Replicas that won are the holders, seen one by one.
TEST(Tried, ALockIsThatOfReplicasThatHoldItInTurn) {
    Analysis a = blaming("top.l", BottleneckKind::lock, 0.6);
    a.bottlenecks[0].evidence.waits = {{"top.w_0", SeenWaitKind::waits, 0.4},
                                       {"top.w_1", SeenWaitKind::waits, 0.3}};
    Experiment pair = tried("top.w_0 + top.w_1", 0.4, ExperimentKind::pair);
    pair.parts = {"top.w_0", "top.w_1"};
    auto run = pipeline();
    run.experiments = {tried("top.w_*", 0.4, ExperimentKind::group), tried("top.w_0", 0.2),
                       tried("top.w_1", 0.2), pair};
    settle_by_experiments(run, a);
    EXPECT_EQ(a.bottlenecks.front().subject, "top.l");
    EXPECT_EQ(a.verdict.kind, BottleneckKind::lock);
}

// What all its holders save together tells whether a lock or a block behind it is to blame.
TEST(Tried, ALockIsJudgedByAllItsHoldersTogether) {
    auto settled = [](double together) {
        Analysis a = blaming("top.l", BottleneckKind::lock, 0.6);
        a.bottlenecks[0].evidence.waits = {{"top.v", SeenWaitKind::waits, 0.4},
                                           {"top.w", SeenWaitKind::waits, 0.3}};
        auto run = pipeline();
        run.experiments = {tried("top.b", 0.15), tried("top.v", 0.08), tried("top.w", 0.02),
                           tried("top.v + top.w", together, ExperimentKind::pair)};
        settle_by_experiments(run, a);
        return answer_of(a.verdict);
    };
    EXPECT_EQ(settled(0.10), "top.b limits this design: twice as fast would save 15.0% (tried).");
    EXPECT_EQ(settled(0.30),
              "The lock top.l limits this design: top.v + top.w, which hold it, twice as fast "
              "would save 30.0% (tried).");
}

TEST(Tried, ALockWhoseHoldersCouldNotBeTriedIsNotBlamedBesideABlockThatSaves) {
    Analysis a = blaming("top.l", BottleneckKind::lock, 0.6);
    a.bottlenecks[0].evidence.waits = {{"top.v", SeenWaitKind::waits, 0.4},
                                       {"top.w", SeenWaitKind::waits, 0.3}};
    auto run = pipeline();
    run.experiments = {tried("top.b", 0.15)};
    settle_by_experiments(run, a);
    EXPECT_EQ(answer_of(a.verdict),
              "Cannot tell what limits this design: top.b twice as fast would save 15.0% (tried), "
              "and top.v and top.w, which hold a lock, could not be tried: they may save more.");
}

TEST(Tried, TwoStagesInBalanceLimitTogether) {
    const Analysis a = with({tried("top.a", 0.001), tried("top.b", 0.001),
                             tried("top.a + top.b", 0.4, ExperimentKind::pair)});
    EXPECT_EQ(answer_of(a.verdict),
              "top.a + top.b limit this design together: both twice as fast would save 40.0% "
              "(tried).");
    // Also when each alone saves the first and the last beat's time.
    EXPECT_EQ(answer_of(with({tried("top.a", 0.012), tried("top.b", 0.011),
                              tried("top.a + top.b", 0.41, ExperimentKind::pair)})
                            .verdict),
              "top.a + top.b limit this design together: both twice as fast would save 41.0% "
              "(tried).");
}

TEST(Tried, ADesignThatIsFasterForNothingWaitsForTheOutside) {
    const Analysis a = with({tried("top.b", 0), tried("top", 0.0, ExperimentKind::design),
                             tried("top", 0.004, ExperimentKind::design, 8)});
    EXPECT_TRUE(answer_of(a.verdict).starts_with("The outside limits this design"))
        << answer_of(a.verdict);
    EXPECT_NE(answer_of(a.verdict).find("8 times as fast would save 0.4%"), std::string::npos)
        << answer_of(a.verdict);
}

// The engine of a device that its host seldom calls: it can be made faster, but the host matters
// more.
TEST(Tried, AnOutsideThatWouldSaveMoreIsTheLimit) {
    const Analysis a = with({tried("top.b", 0.08), tried("top", 0.08, ExperimentKind::design),
                             tried("top", 0.4, ExperimentKind::outside)});
    EXPECT_TRUE(answer_of(a.verdict).starts_with("The outside limits this design"))
        << answer_of(a.verdict);
    EXPECT_EQ(a.bottlenecks.front().kind, BottleneckKind::outside);
    EXPECT_EQ(with({tried("top.b", 0.3), tried("top", 0.3, ExperimentKind::design),
                    tried("top", 0.1, ExperimentKind::outside)})
                  .bottlenecks.front()
                  .subject,
              "top.b");
}

// Something in it could not be tried alone: what the outside saves is no reason to blame that.
TEST(Tried, AnOutsideThatSavesLessThanTheDesignIsNotBlamed) {
    const Analysis a = with({tried("top", 0.428, ExperimentKind::design),
                             tried("top", 0.026, ExperimentKind::outside)});
    EXPECT_EQ(a.bottlenecks.front().subject, "top.b");
}

// Without the whole nobody knows whether the outside would save more.
// A block that is at work for most of the run and could not be tried may save far more.
TEST(Tried, AnOutsideThatSavesLittleIsNotBlamedBesideABlockThatCouldNotBeTried) {
    auto blamed = [](double share) {
        Analysis a = blaming("top.b", BottleneckKind::compute, share);
        auto run = pipeline();
        Experiment rejected = tried("top.b", 0);
        rejected.saving.reset();
        rejected.status = ExperimentStatus::rejected;
        run.experiments = {rejected, tried("top", 0.07, ExperimentKind::outside)};
        settle_by_experiments(run, a);
        return a.bottlenecks.front().subject;
    };
    EXPECT_EQ(blamed(0.68), "top.b");
    EXPECT_EQ(blamed(0.05), "top");
}

TEST(Tried, LittleThatOneBlockSavesIsNoVerdictWithoutTheWhole) {
    const Analysis a = with({tried("top.b", 0.0), tried("top.c", 0.09)});
    EXPECT_TRUE(answer_of(a.verdict).starts_with("Cannot tell")) << answer_of(a.verdict);
    EXPECT_TRUE(answer_of(with({tried("top.b", 0.0), tried("top.c", 0.09),
                                tried("top", 0.4, ExperimentKind::design)})
                              .verdict)
                    .starts_with("top.c limits"));
}

// Counters saw the design wait for the outside in most of the run, and what it does itself was
// tried.
TEST(Tried, LittleIsLeftToAnOutsideThatIsWaitedForMostOfTheRun) {
    const auto settled = [](double share, double saving) {
        Analysis a = blaming("top.cs", BottleneckKind::host, share);
        a.verdict = a.bottlenecks.front();
        auto run = pipeline();
        run.experiments = {tried("top.b", saving)};
        settle_by_experiments(run, a);
        return a.verdict;
    };
    EXPECT_EQ(settled(0.7, 0.05).doubt.kind, DoubtKind::none);
    EXPECT_EQ(settled(0.7, 0.05).subject, "top.cs");
    EXPECT_EQ(settled(0.45, 0.05).doubt.kind, DoubtKind::little_saved) << "less than half";
    EXPECT_EQ(settled(0.55, 0.09).doubt.kind, DoubtKind::none);
}

Experiment rejected_outside() {
    Experiment e = tried("top", 0, ExperimentKind::outside);
    e.status = ExperimentStatus::rejected;
    e.saving.reset();
    return e;
}

// All of the design saves 16.7%, so that the outside may save a third of the run.
TEST(Tried, LittleIsNoVerdictWhereTheOutsideCouldNotBeTried) {
    const Experiment design = tried("top", 0.167, ExperimentKind::design);
    const Analysis a = with({tried("top.b", 0.051), design, rejected_outside()});
    EXPECT_EQ(a.verdict.doubt.kind, DoubtKind::outside_untried);
    EXPECT_NE(answer_of(a.verdict).find("may save 33.3%"), std::string::npos)
        << answer_of(a.verdict);
    const Analysis pair = with({tried("top.a + top.b", 0.017, ExperimentKind::pair),
                                tried("top.b", 0.0), rejected_outside()});
    EXPECT_EQ(pair.verdict.doubt.kind, DoubtKind::outside_untried);
}

// A block whose states say that it is at work for all but 4% of the run: nothing else saves the 9%
// that it does, whatever could not be tried.
TEST(Tried, WhatABlockAtWorkLeavesToOthersBoundsThem) {
    for (const std::uint64_t rest : {400u, 2000u}) {
        MadeRun made;
        made.machine("top.b", {{"RUN", 10000 - rest, 1000},
                               {"TAKE", rest, 1000, {{"v", "top.a", "top.ab", "valid"}}}})
            .stream("ab", "top.a", "top.b", 1000, 8900 - rest, rest)
            .stream("bc", "top.b", "top.c", 1000, 0, 8900);
        tapestry::Run run = made.run();
        run.experiments = {tried("top.b", 0.09), rejected_outside()};
        const Verdict v = analyse(run).verdict;
        EXPECT_EQ(v.doubt.kind, rest == 400 ? DoubtKind::none : DoubtKind::outside_untried)
            << answer_of(v);
    }
}

// All of the design saves nearly half: little is left to the outside.
TEST(Tried, LittleIsAVerdictWhereTheOutsideCannotSaveMore) {
    const Experiment design = tried("top", 0.45, ExperimentKind::design);
    const Analysis a = with({tried("top.b", 0.09), tried("top.a", 0.0), tried("top.c", 0.0),
                             tried("top", 0.0, ExperimentKind::logic), design, rejected_outside()});
    EXPECT_NE(a.verdict.doubt.kind, DoubtKind::outside_untried);
}

// It saves less than all of the design, and far more than any block of it.
TEST(Tried, AnOutsideThatSavesFarMoreThanAnyBlockIsTheLimit) {
    const Experiment design = tried("top", 0.167, ExperimentKind::design);
    const Experiment outside = tried("top", 0.144, ExperimentKind::outside);
    EXPECT_TRUE(answer_of(with({tried("top.b", 0.053), design, outside}).verdict)
                    .starts_with("The outside limits this design"));
    EXPECT_TRUE(answer_of(with({tried("top.b", 0.108), design, outside}).verdict)
                    .starts_with("The outside limits this design"));
    EXPECT_TRUE(
        answer_of(with({tried("top.b", 0.108), tried("top", 0.4, ExperimentKind::design), outside})
                      .verdict)
            .starts_with("top.b limits this design"));
    // Two blocks that save more together limit it together.
    const Analysis pair =
        with({tried("top.a", 0.01), tried("top.b", 0.01),
              tried("top.a + top.b", 0.25, ExperimentKind::pair), design, outside});
    EXPECT_TRUE(answer_of(pair.verdict).starts_with("top.a + top.b limit this design together"))
        << answer_of(pair.verdict);
}

// Counters blame b, which could not be tried: little that c saves does not clear it.
TEST(Tried, ASuspectThatCouldNotBeTriedStays) {
    EXPECT_EQ(with({tried("top.c", 0.05)}).bottlenecks.front().subject, "top.b");
    EXPECT_EQ(with({tried("top.c", 0.15), tried("top.b", 0.0)}).bottlenecks.front().subject,
              "top.c");
}

TEST(Tried, WhatCountersBlameIsNoVerdictWhenItSavesNothing) {
    EXPECT_EQ(
        answer_of(with({tried("top.b", 0.0), tried("top", 0.3, ExperimentKind::design)}).verdict),
        "Cannot tell what limits this design: counters blame top.b, but twice as fast it would "
        "save 0% (tried).");
}

TEST(Tried, NobodyIsAdvisedToMakeFasterWhatWasFasterForNothing) {
    const auto advises = [](const Analysis& a) {
        return std::any_of(a.advice.begin(), a.advice.end(), [](const Advice& advice) {
            return advice.path == "top.b" && advice.rule == "interval_above_one";
        });
    };
    EXPECT_TRUE(advises(with({})));
    EXPECT_TRUE(advises(with({tried("top.c", 0.3)})));
    EXPECT_FALSE(advises(with({tried("top.b", 0.0), tried("top.c", 0.3)})));
}

TEST(Tried, RejectedExperimentsSayNothing) {
    Experiment rejected;
    rejected.path = "top.c";
    rejected.status = ExperimentStatus::rejected;
    EXPECT_EQ(answer_of(with({rejected}).verdict), answer_of(analyse(pipeline()).verdict));
}

// What a report says of each subject: what it saves at which factor, which share of the run it
// explains, what to change about it saves at most.
using Numbers = std::map<std::pair<std::string, std::string>, std::set<double>>;

bool has_logic_beside(const tapestry::Run& run, const Experiment& e) {
    return std::any_of(run.experiments.begin(), run.experiments.end(), [&](const Experiment& own) {
        return own.kind == ExperimentKind::logic && own.path == e.path;
    });
}

void add_saving(const tapestry::Run& run, const Experiment& e, Numbers& numbers) {
    const std::string what = "saves at " + std::to_string(e.factor);
    numbers[{label_of(e, has_logic_beside(run, e)), what}].insert(*e.saving);
}

Numbers numbers_of(const tapestry::Run& run, const Analysis& a) {
    Numbers numbers;
    for (const Experiment& e : run.experiments) add_saving(run, e, numbers);
    std::vector<Verdict> verdicts = a.bottlenecks;
    for (const Verdict& v : verdicts) numbers[{v.subject, "share"}].insert(v.share);
    verdicts.push_back(a.verdict);
    for (const Verdict& v : verdicts)
        if (v.saving) add_saving(run, v.saving->experiment, numbers);
    for (const Advice& advice : a.advice)
        if (advice.bound) numbers[{advice.path, advice.rule}].insert(*advice.bound);
    return numbers;
}

// b with a block in it: the whole, its own logic, and the part.
tapestry::Run nested(double whole, double logic, double part) {
    auto run = pipeline();
    run.top = "top";
    run.experiments = {tried("top.b", logic, ExperimentKind::logic), tried("top.b", whole),
                       tried("top.b.u_core", part), tried("top", 0.49, ExperimentKind::design)};
    return run;
}

TEST(Tried, ASubjectHasOneNumberOfEachKind) {
    for (const auto& run : {nested(0.435, 0.062, 0.373), nested(0.4, 0.15, 0.1)}) {
        const Analysis a = analyse(run);
        for (const auto& [what, values] : numbers_of(run, a))
            EXPECT_EQ(values.size(), 1U) << what.first << " " << what.second;
    }
}

TEST(Tried, ItsOwnLogicIsNotCalledTheBlock) {
    const auto run = nested(0.435, 0.062, 0.373);
    const Analysis a = analyse(run);
    const auto b = std::find_if(a.bottlenecks.begin(), a.bottlenecks.end(),
                                [](const Verdict& v) { return v.subject == "top.b"; });
    ASSERT_NE(b, a.bottlenecks.end());
    EXPECT_EQ(effect_text(*b), "its own logic twice as fast saves 6.2% (tried)");
    EXPECT_EQ(label_of(run.experiments[0]), "top.b, its own logic");
    EXPECT_EQ(label_of(run.experiments[1], true), "top.b, with all below it");
    EXPECT_EQ(label_of(run.experiments[1]), "top.b");
}

// Twice as fast saves 6.2%: as if it took no time, it would save 12.4%.
TEST(Tried, ABoundIsNotAboveWhatWasTried) {
    const auto bound_of = [](const Analysis& a) {
        const auto found = std::find_if(a.advice.begin(), a.advice.end(), [](const Advice& advice) {
            return advice.path == "top.b" && advice.rule == "interval_above_one";
        });
        return found == a.advice.end() ? std::nullopt : found->bound;
    };
    ASSERT_TRUE(bound_of(with({})));
    EXPECT_GT(*bound_of(with({})), 0.124);
    const Analysis a = analyse(nested(0.435, 0.062, 0.373));
    ASSERT_TRUE(bound_of(a));
    EXPECT_NEAR(*bound_of(a), 0.124, 1e-9);
}

}  // namespace
}  // namespace tapestry
