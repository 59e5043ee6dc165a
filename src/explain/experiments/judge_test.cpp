// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/judge.h"

#include <gtest/gtest.h>

#include "explain/experiments/overlap.h"
#include "explain/experiments/printed.h"

namespace tapestry {
namespace {

StepPlan plan_of_design() {
    StepPlan plan;
    plan.top = "top";
    StepSite top;
    top.module = "top";
    top.clocks = {{"clk", false}};
    StepFire out{"|(out_valid & out_ready)", "out_valid", true, true};
    top.fires = {out};
    StepSite root = top;
    root.module = "root";
    plan.sites = {top, root};
    plan.blocks = {{"top", 0, false}, {"top.u_root", 1, false}};
    return plan;
}

// A run with so many edges and further edges of u_root, and so many beats, whose hash is their
// number unless another is given.
Trial trial_of(std::uint64_t edges, std::uint64_t given, std::uint64_t beats,
               const std::string& hash = "") {
    BeatReport report{beats, hash, {}};
    for (std::uint64_t i = 0; i < beats && i < 64; ++i)
        report.hashes.push_back(hash.empty() ? std::to_string(beats - i) : hash);
    Trial trial;
    trial.reports["tb.dut.tapestry_step_clk"] = {"top", edges, 0, {0}, {report}, {}};
    trial.reports["tb.dut.u_root.tapestry_step_clk"] = {"root", edges, given, {0}, {report}, {}};
    trial.printed = "PASS at 1000\n";
    trial.ended = "finished";
    return trial;
}

Experiment judged(const Trial& plain, const Trial& trial) {
    const StepPlan plan = plan_of_design();
    const StepSettings settings(plan, plain.reports);
    Experiment experiment;
    Judge(plan, settings, plain, {999, 300}).judge(trial, {1}, experiment);
    return experiment;
}

TEST(Judge, TheSavingIsWhatTheCyclesSay) {
    Trial trial = trial_of(800, 500, 10);
    trial.printed = "PASS at 800\n";
    const Experiment e = judged(trial_of(1000, 0, 10), trial);
    EXPECT_EQ(e.status, ExperimentStatus::tried);
    EXPECT_DOUBLE_EQ(*e.saving, 0.2);
    EXPECT_EQ(e.cycles, 799u);
}

TEST(Judge, OtherDataOrManyMoreBeatsAreRejectedWithoutANumber) {
    for (const Trial& trial : {trial_of(800, 500, 10, "ff"), trial_of(800, 500, 100)}) {
        const Experiment e = judged(trial_of(1000, 0, 10), trial);
        EXPECT_EQ(e.status, ExperimentStatus::rejected);
        EXPECT_FALSE(e.saving);
        EXPECT_EQ(e.cycles, 0u);
        EXPECT_NE(e.reason.find("tb.dut.out_valid moved"), std::string::npos) << e.reason;
    }
}

// Few beats, all of them lost: a pulse that a block gave between two edges was not seen.
TEST(Judge, AFasterBlockThatLosesBeatsIsRejected) {
    const Experiment e = judged(trial_of(1000, 0, 50), trial_of(1000, 990, 2));
    EXPECT_EQ(e.status, ExperimentStatus::rejected);
    EXPECT_NE(e.reason.find("moved 2 beats instead of 50"), std::string::npos) << e.reason;
}

// 15 of 985 further edges: enough beside a handshake, which says that beats moved all the time, and
// nothing where single bits may have been waits.
TEST(Judge, LevelsInNearlyEveryCycleLeaveNothingTried) {
    StepPlan plan = plan_of_design();
    const Trial plain = trial_of(1000, 0, 10), trial = trial_of(985, 15, 10);
    for (const bool seen : {true, false}) {
        if (!seen) plan.sites[1].fires[0].is_counted = false;
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        Judge(plan, settings, plain, {999, 300}).judge(trial, {1}, e);
        EXPECT_EQ(e.status, seen ? ExperimentStatus::tried : ExperimentStatus::refused);
    }
}

// The same beats inside the design in another order: right as long as what leaves it shows that.
TEST(Judge, AnArbiterMayChooseOtherwiseWhereResultsAreSeen) {
    StepPlan plan = plan_of_design();
    const Trial plain = trial_of(1000, 0, 10);
    Trial trial = trial_of(800, 500, 10);
    trial.reports["tb.dut.u_root.tapestry_step_clk"].fires[0].hashes[0] = "other";
    for (const bool shown : {false, true}) {
        if (shown) plan.sites[0].fires[0].data = "out_data";
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        Judge(plan, settings, plain, {999, 300}).judge(trial, {1}, e);
        EXPECT_EQ(e.status, shown ? ExperimentStatus::tried : ExperimentStatus::rejected);
    }
}

// What leaves the design does so in another order: the same of it, or not.
TEST(Judge, ResultsMayLeaveInAnotherOrderIfTheyAreTheSame) {
    StepPlan plan = plan_of_design();
    plan.sites[0].fires[0].data = "out_data";
    for (const char* total : {"c1", "c2", ""}) {
        Trial plain = trial_of(1000, 0, 10), trial = trial_of(800, 500, 10);
        BeatReport& was = plain.reports["tb.dut.tapestry_step_clk"].fires[0];
        BeatReport& is = trial.reports["tb.dut.tapestry_step_clk"].fires[0];
        was.total = *total ? "c1" : "";
        is.total = total;
        is.hashes[0] = "other";
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        Judge(plan, settings, plain, {999, 300}).judge(trial, {1}, e);
        EXPECT_EQ(e.status == ExperimentStatus::tried, std::string(total) == "c1") << total;
    }
}

// Queues hold more of what is on its way than reports keep hashes of.
TEST(Judge, QueuesInsideMayHoldMuchMoreWhereResultsAreSeen) {
    StepPlan plan = plan_of_design();
    const Trial plain = trial_of(1000, 0, 1000);
    Trial trial = trial_of(800, 500, 1000);
    trial.reports["tb.dut.u_root.tapestry_step_clk"].fires[0] =
        trial_of(800, 500, 1200).reports["tb.dut.u_root.tapestry_step_clk"].fires[0];
    for (const bool shown : {false, true}) {
        if (shown) plan.sites[0].fires[0].data = "out_data";
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        Judge(plan, settings, plain, {999, 300}).judge(trial, {1}, e);
        EXPECT_EQ(e.status, shown ? ExperimentStatus::tried : ExperimentStatus::rejected);
        Experiment without;
        Judge(plan, settings, plain, {999, 8}).judge(trial, {1}, without);
        EXPECT_EQ(without.status, ExperimentStatus::rejected);
    }
}

TEST(Judge, WhatIsOnItsWayAtTheEndMayDiffer) {
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial_of(800, 500, 12)).status,
              ExperimentStatus::tried);
}

// Beats that come every so many cycles, until the last one.
void space(Trial& trial, std::uint64_t cycles) {
    for (auto& [path, step] : trial.reports) {
        BeatReport& fire = step.fires[0];
        fire.last_edge = fire.last_time = fire.beats * cycles;
        for (std::uint64_t beat = 1; beat <= fire.beats; beat *= 2)
            fire.marks.push_back({beat, std::to_string(beat), beat * cycles});
    }
}

// The testbench ends at cycle 1,000, when 90 beats are done, or twice as fast 180.
TEST(Judge, WhereTheTestbenchEndsBeforeTheWorkTheSameBeatsAreCompared) {
    Trial plain = trial_of(1000, 0, 90), trial = trial_of(1000, 500, 180);
    space(plain, 11);
    space(trial, 6);
    const Experiment e = judged(plain, trial);
    EXPECT_EQ(e.status, ExperimentStatus::tried) << e.reason;
    EXPECT_DOUBLE_EQ(*e.saving, 1 - 6.0 / 11);
    EXPECT_TRUE(e.by_beats);
    trial.reports["tb.dut.tapestry_step_clk"].fires[0].marks[6].hash = "other";
    EXPECT_EQ(judged(plain, trial).status, ExperimentStatus::rejected);
}

// A beat enters every 10 cycles and leaves so many later: where others are inside meanwhile, the
// cycles in which beats cross the edge may have saved more. Half of the run comes after the work.
TEST(Judge, BeatsThatCrossKeepABlockThatHoldsSeveralFromBeingFaster) {
    StepPlan plan = plan_of_design();
    plan.sites[1].fires.push_back({"|(in_valid & in_ready)", "in_valid", true, false});
    for (const std::uint64_t latency : {5U, 45U}) {
        Trial plain = trial_of(2000, 0, 90), trial = trial_of(1800, 1600, 90);
        space(plain, 10);
        space(trial, 8);
        for (Trial* one : {&plain, &trial}) {
            StepReport& root = one->reports["tb.dut.u_root.tapestry_step_clk"];
            root.fires.push_back(root.fires[0]);
            for (BeatMark& mark : root.fires[0].marks) mark.edge += latency;
        }
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        Judge(plan, settings, plain, {2000, 300}).judge(trial, {1}, e);
        EXPECT_EQ(e.status, latency == 5 ? ExperimentStatus::tried : ExperimentStatus::rejected)
            << e.reason;
    }
}

// Only what leaves it is seen, and single bits beside: results in a row may have been under way
// together, and then each bit that moved kept all of them.
TEST(Judge, ResultsInARowBehindAnUnseenEntryMayHaveBeenTogether) {
    const StepPlan plan = plan_of_design();
    for (const std::uint64_t barred : {10U, 90U}) {
        for (const std::uint64_t apart : {1U, 10U}) {
            Trial plain = trial_of(2000, 0, 90), trial = trial_of(1800, 1600, 90);
            space(plain, apart);
            space(trial, apart);
            trial.reports["tb.dut.u_root.tapestry_step_clk"].barred = barred;
            const StepSettings settings(plan, plain.reports);
            Experiment e;
            Judge(plan, settings, plain, {2000, 300}).judge(trial, {1}, e);
            const bool doubtful = barred == 90 && apart == 1;
            EXPECT_EQ(e.status, doubtful ? ExperimentStatus::rejected : ExperimentStatus::tried)
                << e.reason;
        }
    }
}

// Sixteen beats enter, are worked on together, and leave: none enters while others leave.
TEST(Judge, ABatchIsNotKeptFromBeingFasterByItsBeats) {
    StepPlan plan = plan_of_design();
    plan.sites[1].fires.push_back({"|(in_valid & in_ready)", "in_valid", true, false});
    Trial plain = trial_of(2000, 0, 64);
    const std::string path = "tb.dut.u_root.tapestry_step_clk";
    StepReport& root = plain.reports[path];
    root.fires.push_back(root.fires[0]);
    for (std::uint64_t beat = 1; beat <= 64; beat += beat < 8 ? 1 : 4) {
        const std::uint64_t enters = (beat - 1) / 16 * 100 + (beat - 1) % 16;
        root.fires[0].marks.push_back({beat, "", enters + 60});
        root.fires[1].marks.push_back({beat, "", enters});
    }
    EXPECT_FALSE(holds_several(plan.sites[1], path, root, 0));
}

// A block that takes a beat, works for twenty cycles, and gives it away; it was ready in reset,
// with a testbench that offered already.
TEST(Judge, BeatsInResetAreNotInside) {
    StepPlan plan = plan_of_design();
    plan.sites[1].fires.push_back({"|(in_valid & in_ready)", "in_valid", true, false});
    StepReport root;
    root.fires = {{40, "", {}, 0, 0}, {43, "", {}, 0, 0}};
    for (std::uint64_t beat = 1; beat <= 3; ++beat) root.fires[1].marks.push_back({beat, "", beat});
    for (std::uint64_t beat = 0; beat < 5; ++beat) {
        root.fires[1].marks.push_back({beat + 4, "", 4 + 22 * beat});
        root.fires[0].marks.push_back({beat + 1, "", 25 + 22 * beat});
    }
    const std::string path = "tb.dut.u_root.tapestry_step_clk";
    EXPECT_FALSE(holds_several(plan.sites[1], path, root, 3));
    EXPECT_TRUE(holds_several(plan.sites[1], path, root, 0)) << "three more inside look the same";
}

// Few beats until the testbench ends, and no further one for a faster design.
TEST(Judge, AsManyBeatsInTheSameTimeMayHaveComeSooner) {
    Trial plain = trial_of(1000, 0, 5), trial = trial_of(1000, 500, 5);
    space(plain, 199);
    space(trial, 175);
    const Experiment e = judged(plain, trial);
    EXPECT_EQ(e.status, ExperimentStatus::tried) << e.reason;
    EXPECT_DOUBLE_EQ(*e.saving, 1 - 175.0 / 199);
    EXPECT_TRUE(e.by_beats);
}

// A deeper queue takes what enters sooner, and the results come when they came.
TEST(Judge, WhatEntersSoonerIsNoSaving) {
    StepPlan plan = plan_of_design();
    plan.sites[0].fires[0].leaves = false;
    Trial plain = trial_of(1000, 0, 90), trial = trial_of(1000, 0, 90);
    space(plain, 11);
    space(trial, 3);
    const StepSettings settings(plan, plain.reports);
    Experiment room, faster;
    const Judge judge(plan, settings, plain, {1000, 300});
    judge.judge_room(trial, room);
    judge.judge(trial, {1}, faster);
    for (const Experiment& e : {room, faster}) {
        EXPECT_EQ(e.status, ExperimentStatus::rejected);
        EXPECT_NE(e.reason.find("sooner"), std::string::npos) << e.reason;
    }
}

// The same time and fewer results: what was compared is only how the two runs began.
TEST(Judge, FewerBeatsInTheSameTimeAreLost) {
    Trial plain = trial_of(1000, 0, 90), trial = trial_of(1000, 500, 40);
    space(plain, 11);
    space(trial, 11);
    const Experiment e = judged(plain, trial);
    EXPECT_EQ(e.status, ExperimentStatus::rejected);
    EXPECT_NE(e.reason.find("40 beats instead of 90"), std::string::npos) << e.reason;
}

// Where no result is seen to leave, what no longer enters was lost: the run got stuck.
TEST(Judge, FewerBeatsThatEnterInTheSameTimeAreLostToo) {
    StepPlan plan = plan_of_design();
    plan.sites[0].fires[0].leaves = false;
    Trial plain = trial_of(1000, 0, 90), trial = trial_of(1000, 500, 40);
    space(plain, 11);
    space(trial, 11);
    const StepSettings settings(plan, plain.reports);
    Experiment e;
    Judge(plan, settings, plain, {1000, 300}).judge(trial, {1}, e);
    EXPECT_EQ(e.status, ExperimentStatus::rejected);
    EXPECT_NE(e.reason.find("40 beats instead of 90"), std::string::npos) << e.reason;
}

// A handshake at the edge that nobody found: its level keeps the outside from being faster, however
// little it moves.
TEST(Judge, AnOutsideThatALevelHeldBackMayHaveSavedMore) {
    StepPlan plan = plan_of_design();
    plan.sites[0].levels = {{"go_on", false, false}};
    Trial plain = trial_of(1000, 0, 10), trial = trial_of(1250, 0, 10);
    plain.reports["tb.dut.tapestry_step_clk"].ones = {600};
    for (auto& [path, step] : trial.reports) step.frozen = 300, step.held = 500;
    const StepSettings settings(plan, plain.reports);
    Experiment e;
    e.kind = ExperimentKind::outside;
    Judge(plan, settings, plain, {1000, 300}).judge(trial, {0}, e);
    EXPECT_EQ(e.status, ExperimentStatus::rejected);
    EXPECT_NE(e.reason.find("'go_on'"), std::string::npos) << e.reason;
}

// 1,000 cycles with 20 calls: 20 cycles are a register's in each, 60 are not.
TEST(Judge, AnOutsideThatOnlyMeetsTheDesignCannotBeFaster) {
    const StepPlan plan = plan_of_design();
    for (const std::uint64_t saved : {20U, 60U}) {
        const Trial plain = trial_of(1000, 0, 20);
        Trial trial = trial_of(1200, 0, 20);
        for (auto& [path, step] : trial.reports) step.frozen = 200 + saved;
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        e.kind = ExperimentKind::outside;
        Judge(plan, settings, plain, {1000, 300}).judge(trial, {0}, e);
        EXPECT_EQ(e.status, saved == 20 ? ExperimentStatus::refused : ExperimentStatus::tried)
            << e.reason;
    }
}

// A whole design is held back by such a level too; one that rests nearly always says nothing.
TEST(Judge, ADesignThatALevelHeldBackMayHaveSavedMore) {
    StepPlan plan = plan_of_design();
    plan.sites[0].levels = {{"go_on", false, false}};
    for (const bool rests : {false, true}) {
        Trial plain = trial_of(1000, 0, 10), trial = trial_of(990, 500, 10);
        plain.reports["tb.dut.tapestry_step_clk"].ones = {rests ? 20U : 600U};
        trial.reports["tb.dut.tapestry_step_clk"].given = 500;
        trial.reports["tb.dut.tapestry_step_clk"].barred = rests ? 20 : 300;
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        e.kind = ExperimentKind::design;
        Judge(plan, settings, plain, {1000, 300}).judge(trial, {0}, e);
        EXPECT_EQ(e.status, rests ? ExperimentStatus::tried : ExperimentStatus::rejected);
    }
}

// A host that asks again and again keeps a design from its further edges with pulses whose meaning
// is clear.
TEST(Judge, ADesignThatAHostKeepsAskingMayHaveSavedMore) {
    StepPlan plan = plan_of_design();
    plan.sites[0].levels = {{"cs", true, false}};
    for (const std::uint64_t asked : {50U, 330U}) {
        Trial plain = trial_of(1000, 0, 10), trial = trial_of(700, 500, 10);
        plain.reports["tb.dut.tapestry_step_clk"].ones = {330};
        trial.reports["tb.dut.tapestry_step_clk"].given = 400;
        trial.reports["tb.dut.tapestry_step_clk"].barred = asked;
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        e.kind = ExperimentKind::design;
        Judge(plan, settings, plain, {1000, 300}).judge(trial, {0}, e);
        EXPECT_EQ(e.status, asked == 50 ? ExperimentStatus::tried : ExperimentStatus::rejected);
    }
}

// A faster outside never takes longer: then holding the design back cost cycles of its own.
TEST(Judge, AnOutsideThatTookLongerWasNotTried) {
    const StepPlan plan = plan_of_design();
    for (const std::uint64_t lost : {2U, 12U}) {
        const Trial plain = trial_of(1000, 0, 100);
        Trial trial = trial_of(1200, 0, 100);
        for (auto& [path, step] : trial.reports) step.frozen = 200 - lost;
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        e.kind = ExperimentKind::outside;
        Judge(plan, settings, plain, {1000, 300}).judge(trial, {0}, e);
        EXPECT_EQ(e.status, lost == 2 ? ExperimentStatus::tried : ExperimentStatus::rejected);
    }
}

// Behind an arbiter the same data may leave in another order: then a rejected run does not say what
// a level means. One that lost beats, moved other data or ended otherwise does.
TEST(Judge, ARunThatWentAnotherWayMayBeTheSame) {
    const StepPlan plan = plan_of_design();
    Trial plain = trial_of(1000, 0, 10), trial = trial_of(800, 500, 10);
    const StepSettings settings(plan, plain.reports);
    const Judge judge(plan, settings, plain, {999, 300});
    BeatReport& beats = trial.reports["tb.dut.tapestry_step_clk"].fires[0];
    beats.hashes[0] = "other";
    EXPECT_TRUE(judge.may_be_the_same(trial));
    beats.total = "other";
    EXPECT_FALSE(judge.may_be_the_same(trial));
    beats.total = plain.reports["tb.dut.tapestry_step_clk"].fires[0].total;
    trial.ended = "was killed";
    EXPECT_FALSE(judge.may_be_the_same(trial));
    EXPECT_FALSE(judge.may_be_the_same(trial_of(800, 500, 5)));
}

TEST(Judge, LevelsHoldABlockBack) {
    const StepPlan plan = plan_of_design();
    const Trial plain = trial_of(1000, 0, 10);
    Trial trial = trial_of(1000, 100, 10);
    const StepSettings settings(plan, plain.reports);
    const Judge judge(plan, settings, plain, {999, 300});
    trial.reports["tb.dut.u_root.tapestry_step_clk"].barred = 100;
    EXPECT_FALSE(judge.is_held_back(trial, {1}));
    trial.reports["tb.dut.u_root.tapestry_step_clk"].barred = 700;
    EXPECT_TRUE(judge.is_held_back(trial, {1}));
}

TEST(Judge, ABlockWithoutHandshakesThatLevelsHoldBackWasNotTried) {
    StepPlan plan = plan_of_design();
    for (const bool has_handshakes : {true, false}) {
        for (StepSite& site : plan.sites)
            for (StepFire& fire : site.fires)
                if (site.module != plan.top) fire.is_counted = has_handshakes;
        const Trial plain = trial_of(1000, 0, 10);
        Trial trial = trial_of(900, 200, 10);
        trial.reports["tb.dut.u_root.tapestry_step_clk"].barred = 700;
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        Judge(plan, settings, plain, {999, 300}).judge(trial, {1}, e);
        EXPECT_EQ(e.status, ExperimentStatus::refused);
        EXPECT_EQ(e.reason.starts_with("no handshake"), !has_handshakes) << e.reason;
    }
}

// A handshake on one side, and on the other single bits that were at work for a third of the run.
TEST(Judge, ABlockWithAHandshakeThatLevelsHoldBackWasHardlyTried) {
    for (const std::uint64_t barred : {300u, 200u}) {
        Trial trial = trial_of(1000, 500, 10);
        trial.reports["tb.dut.u_root.tapestry_step_clk"].barred = barred;
        const Experiment e = judged(trial_of(1000, 0, 10), trial);
        EXPECT_EQ(e.status, barred == 300 ? ExperimentStatus::refused : ExperimentStatus::tried);
    }
}

// One clock kept 400 of 1,000 edges from the design, the other 400 of 1,100 of as long a run.
TEST(Judge, ClocksThatAreHeldBackUnlikeEachOtherTellNoSaving) {
    for (const std::uint64_t frozen : {400u, 380u}) {
        Trial plain = trial_of(1000, 0, 10), trial = trial_of(1200, 0, 10);
        plain.reports["tb.dut.tapestry_step_two"] = plain.reports["tb.dut.tapestry_step_clk"];
        trial.reports["tb.dut.tapestry_step_clk"].frozen = 400;
        trial.reports["tb.dut.tapestry_step_two"] = trial.reports["tb.dut.tapestry_step_clk"];
        trial.reports["tb.dut.tapestry_step_two"].frozen = frozen;
        trial.printed = "PASS at 800\n";
        const StepPlan plan = plan_of_design();
        const StepSettings settings(plan, plain.reports);
        Experiment e;
        e.kind = ExperimentKind::outside;
        Judge(plan, settings, plain, {999, 300}).judge(trial, {0}, e);
        EXPECT_EQ(e.status, frozen == 400 ? ExperimentStatus::tried : ExperimentStatus::rejected)
            << e.reason;
    }
}

// A design with logic of its own, held back: that logic has fewer edges, and the testbench ends at
// the same time.
TEST(Judge, TheClockOfItsOwnLogicDoesNotTellWhenItEnds) {
    const StepPlan plan = plan_of_design();
    Trial plain = trial_of(1000, 0, 90), trial = trial_of(1000, 0, 64);
    space(plain, 10);
    space(trial, 8);  // of the edges that it took
    for (auto& [path, step] : trial.reports) step.frozen = 400;
    plain.reports["tb.dut.tapestry_own_clk"] = plain.reports["tb.dut.tapestry_step_clk"];
    trial.reports["tb.dut.tapestry_own_clk"] = trial.reports["tb.dut.tapestry_step_clk"];
    trial.reports["tb.dut.tapestry_own_clk"].edges = 600;
    trial.reports["tb.dut.tapestry_own_clk"].frozen = 0;
    const StepSettings settings(plan, plain.reports);
    Experiment e;
    e.kind = ExperimentKind::outside;
    Judge(plan, settings, plain, {1000, 300}).judge(trial, {0}, e);
    ASSERT_EQ(e.status, ExperimentStatus::tried) << e.reason;
    EXPECT_TRUE(e.by_beats);
    EXPECT_NEAR(*e.saving, 0.2, 1e-9);
}

// A design without channels: its outputs show how far it came.
TEST(Judge, WithoutChannelsTheOutputsAreTheResults) {
    Trial plain = trial_of(1000, 0, 0), trial = trial_of(1000, 500, 0);
    for (Trial* run : {&plain, &trial}) {
        StepReport& top = run->reports["tb.dut.tapestry_step_clk"];
        const std::uint64_t cycles = run == &plain ? 10 : 6;
        for (std::uint64_t beat = 1; beat <= 64; beat *= 2)
            top.shows.marks.push_back({beat, std::to_string(beat), beat * cycles});
        top.shows.beats = 990 / cycles;
        top.shows.last_edge = top.shows.last_time = 990;
    }
    const Experiment e = judged(plain, trial);
    ASSERT_EQ(e.status, ExperimentStatus::tried) << e.reason;
    EXPECT_DOUBLE_EQ(*e.saving, 0.4);
    trial.reports["tb.dut.tapestry_step_clk"].shows.marks.back().hash = "other";
    EXPECT_EQ(judged(plain, trial).status, ExperimentStatus::rejected);
    // Both are done long before the testbench: what the outputs showed on the way does not matter.
    const auto end_at = [](Trial& run, std::uint64_t edge) {
        StepReport& top = run.reports["tb.dut.tapestry_step_clk"];
        top.shows.last_edge = top.shows.last_time = edge;
    };
    end_at(plain, 800);
    end_at(trial, 600);
    EXPECT_DOUBLE_EQ(*judged(plain, trial).saving, 0.25);
    // Not if their outputs have rested as long before: the next value may have been under way.
    trial.reports["tb.dut.tapestry_step_clk"].shows.marks.back().hash =
        plain.reports["tb.dut.tapestry_step_clk"].shows.marks.back().hash;
    plain.reports["tb.dut.tapestry_step_clk"].shows.pause = 250;
    EXPECT_DOUBLE_EQ(*judged(plain, trial).saving, 0.4);
}

// A host that polls changes outputs as often as it asks, whatever the design has done.
TEST(Judge, OutputsDoNotTellWhatAFasterOutsideBrings) {
    const StepPlan plan = plan_of_design();
    Trial plain = trial_of(1000, 0, 0), trial = trial_of(1000, 0, 0);
    for (Trial* run : {&plain, &trial}) {
        StepReport& top = run->reports["tb.dut.tapestry_step_clk"];
        const std::uint64_t cycles = run == &plain ? 10 : 6;
        for (std::uint64_t beat = 1; beat <= 64; beat *= 2)
            top.shows.marks.push_back({beat, std::to_string(beat), beat * cycles});
        top.shows.beats = 990 / cycles;
        top.shows.last_edge = top.shows.last_time = 990;
    }
    for (auto& [path, step] : trial.reports) step.frozen = 200;
    const StepSettings settings(plan, plain.reports);
    Experiment e;
    e.kind = ExperimentKind::outside;
    Judge(plan, settings, plain, {1000, 300}).judge(trial, {0}, e);
    EXPECT_EQ(e.status, ExperimentStatus::refused) << e.reason;
    EXPECT_FALSE(e.saving);
}

// The testbench ends at cycle 1,000, or so many cycles after the last beat.
TEST(Judge, WhereItEndsLongAfterTheWorkTheLastBeatsAreCompared) {
    for (const std::uint64_t end : {1000, 900}) {
        Trial plain = trial_of(1000, 0, 10), trial = trial_of(end, 300, 10);
        space(plain, 40);
        space(trial, 30);
        const Experiment e = judged(plain, trial);
        EXPECT_EQ(e.status, ExperimentStatus::tried) << e.reason;
        EXPECT_DOUBLE_EQ(*e.saving, 0.25);
        EXPECT_EQ(e.cycles, 299u);  // the run has counted an edge less
        EXPECT_FALSE(e.by_beats);
    }
    const StepPlan plan = plan_of_design();
    Trial plain = trial_of(1000, 0, 10);
    space(plain, 40);
    const StepSettings settings(plan, plain.reports);
    EXPECT_EQ(Judge(plan, settings, plain, {999, 300}).work_end(), 399u);
    space(plain = trial_of(1000, 0, 10), 98);
    EXPECT_FALSE(Judge(plan, settings, plain, {999, 300}).work_end());
}

TEST(Judge, WhatNoFasterBlockCanSaveIsRejected) {
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial_of(400, 300, 10)).status,
              ExperimentStatus::rejected);
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial_of(1050, 300, 10)).status,
              ExperimentStatus::rejected);
}

TEST(Judge, ABlockThatGotNoFurtherEdgesWasNotTried) {
    const Experiment e = judged(trial_of(1000, 0, 10), trial_of(1000, 1, 10));
    EXPECT_EQ(e.status, ExperimentStatus::refused);
    EXPECT_FALSE(e.saving);
}

TEST(Judge, ABlockThatABusHeldBackMayHaveSavedMore) {
    Trial trial = trial_of(900, 200, 10);
    trial.reports["tb.dut.u_root.tapestry_step_clk"].held = 10;
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial).status, ExperimentStatus::tried);
    trial.reports["tb.dut.u_root.tapestry_step_clk"].held = 500;
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial).status, ExperimentStatus::rejected);
}

// 1,000 cycles, of which the design waits in 700 for the outside, which is then the faster one: of
// 1,250 cycles 600 are kept from the design.
TEST(Judge, EdgesKeptFromTheDesignAreTheOutsidesAlone) {
    const StepPlan plan = plan_of_design();
    Trial plain = trial_of(1000, 0, 10);
    Trial trial = trial_of(1250, 0, 10);
    for (auto& [path, step] : trial.reports) step.frozen = 600;
    plain.reports["tb.dut.tapestry_own_clk"] = plain.reports["tb.dut.tapestry_step_clk"];
    trial.reports["tb.dut.tapestry_own_clk"] = {
        "top", 650, 0, {0}, plain.reports["tb.dut.tapestry_step_clk"].fires, {}};
    const StepSettings settings(plan, plain.reports);
    Experiment e;
    e.kind = ExperimentKind::outside;
    Judge(plan, settings, plain, {1000, 300}).judge(trial, {0}, e);
    ASSERT_EQ(e.status, ExperimentStatus::tried) << e.reason;
    EXPECT_DOUBLE_EQ(*e.saving, 0.35);
    EXPECT_EQ(e.cycles, 650u);
}

// Something crosses the edge of the design in every cycle: no edge could be kept from it.
TEST(Judge, AnOutsideThatWasNeverFasterIsNotTried) {
    const StepPlan plan = plan_of_design();
    const Trial plain = trial_of(1000, 0, 10);
    const StepSettings settings(plan, plain.reports);
    Experiment e;
    e.kind = ExperimentKind::outside;
    Judge(plan, settings, plain, {1000, 300}).judge(trial_of(1000, 0, 10), {0}, e);
    EXPECT_EQ(e.status, ExperimentStatus::refused);
    EXPECT_FALSE(e.saving);
}

// A host that writes registers, which no handshake acknowledges, in most cycles.
TEST(Judge, AnOutsideThatIsBusyWithoutHandshakesGetsNoNumber) {
    const StepPlan plan = plan_of_design();
    const Trial plain = trial_of(1000, 0, 10);
    const StepSettings settings(plan, plain.reports);
    Trial trial = trial_of(1100, 0, 10);
    for (auto& [path, step] : trial.reports) step.frozen = 100, step.held = 600;
    Experiment e;
    e.kind = ExperimentKind::outside;
    Judge(plan, settings, plain, {1000, 300}).judge(trial, {0}, e);
    EXPECT_EQ(e.status, ExperimentStatus::rejected);
    EXPECT_EQ(e.reason,
              "what is no handshake crosses its edge in 55% of the cycles: it may save more");
}

TEST(Judge, ARunThatEndsInAnotherWayIsRejected) {
    Trial trial = trial_of(800, 500, 10);
    trial.ended = "exited with status 1";
    EXPECT_EQ(judged(trial_of(1000, 0, 10), trial).reason, "the simulation exited with status 1");
}

// A run of 1,000 cycles of 10 ns that took 600.
PrintedSpans spans_of_faster() { return {{{1000, 600}}, {1, 10}}; }

std::string printed(const std::string& plain, const std::string& trial) {
    return printed_difference(plain, trial, spans_of_faster());
}

TEST(Printed, ANumberIsATimeIfItFitsTheRun) {
    EXPECT_EQ(printed("t=1000 ok\n", "t=600  ok\n"), "");
    EXPECT_EQ(printed("done at 9985 ns\n", "done at 5985 ns\n"), "");
    EXPECT_EQ(printed("cycles 3e8\n", "cycles 258\n"), "");  // in hex
    EXPECT_EQ(printed("cycles 0x3E8\n", "cycles 0x258\n"), "");
    EXPECT_EQ(printed("mean 200.0\n", "mean 120.0\n"), "");
    EXPECT_NE(printed("t=1000 ok\n", "t=300 ok\n"), "");
}

TEST(Printed, AnyOtherNumberIsAResult) {
    EXPECT_NE(printed("sum 1a\n", "sum 1b\n"), "");
    EXPECT_NE(printed("sum 173\n", "sum 96\n"), "");
    EXPECT_NE(printed("sample 40\nsample 44\nsample 42\n", "sample 40\nsample 40\nsample 44\n"),
              "");
    EXPECT_NE(printed("sum 500\n", "sum 501\n"), "");
}

TEST(Printed, TimesFollowEachOther) {
    EXPECT_EQ(printed("beat at 100\nbeat at 300\nbeat at 700\n",
                      "beat at 60\nbeat at 180\nbeat at 420\n"),
              "");
    EXPECT_NE(printed("beat at 100\nbeat at 300\nbeat at 200\n",
                      "beat at 60\nbeat at 180\nbeat at 120\n"),
              "");
}

// The beats around it say how much earlier something in the middle of the run is.
TEST(Printed, ATimeInTheMiddleMovesWithTheBeats) {
    const PrintedSpans spans{{{1000, 600}}, {1}, {{{200, 150}, {400, 300}, {1000, 600}}}};
    EXPECT_EQ(printed_difference("took 300 cycles\n", "took 225 cycles\n", spans), "");
    EXPECT_NE(printed_difference("took 300 cycles\n", "took 260 cycles\n", spans), "");
}

TEST(Printed, WordsMustBeTheSame) {
    EXPECT_EQ(printed("PASS\n", "FAIL\n"), "the testbench printed 'FAIL' instead of 'PASS'");
    EXPECT_EQ(printed("a\nb\n", "a\n"), "the testbench did not print 'b'");
    EXPECT_EQ(printed("a\n", "a\nb\n"), "the testbench also printed 'b'");
}

// Ended at the same time, one has printed more of the same, and the number of beats.
TEST(Printed, ARunThatDidMoreMayPrintMoreOfTheSame) {
    PrintedSpans spans{{{1000, 1000}, {2, 3, true}}, {1}, {}, true};
    EXPECT_EQ(printed_difference("got 7\n", "got 7\nresult 9\n", spans), "");
    EXPECT_EQ(printed_difference("got 7\nresult 9\n", "got 7\n", spans), "");
    EXPECT_NE(printed_difference("got 7\n", "got 7\nERROR at 9\n", spans), "");
    EXPECT_EQ(
        printed_difference("got 7\ngot 9\n2 beats\n", "got 7\ngot 9\ngot 8\n3 beats\n", spans), "");
    EXPECT_NE(
        printed_difference("got 7\ngot 9\n2 beats\n", "got 7\ngot 5\ngot 8\n3 beats\n", spans), "");
}

TEST(Printed, WhatASimulatorSaysOfItselfDoesNotCount) {
    EXPECT_EQ(printed("- a/woven/top.v:92: Verilog $finish\nx\n",
                      "- b/woven/top.v:98: Verilog $finish\nx\n"),
              "");
    EXPECT_EQ(printed("a/top.v:92: $finish called at 100 (1s)\n",
                      "b/top.v:9: $finish called at 60 (1s)\n"),
              "");
    EXPECT_EQ(printed("- Verilator: took 1 s\nx\n", "- Verilator: took 9 s\nx\n"), "");
}

}  // namespace
}  // namespace tapestry
