// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/choose.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tapestry {
namespace {

StepPlan plan_of(const std::vector<std::string>& paths) {
    StepPlan plan;
    plan.top = "top";
    plan.sites.resize(1);
    for (const std::string& path : paths) plan.blocks.push_back({path, 0, false});
    return plan;
}

Analysis blaming(const std::vector<std::string>& paths) {
    Analysis analysis;
    for (const std::string& path : paths) {
        Verdict b;
        b.subject = path;
        b.kind = BottleneckKind::compute;
        analysis.bottlenecks.push_back(b);
    }
    return analysis;
}

Experiment saved(const std::string& path, ExperimentKind kind, double saving) {
    Experiment e;
    e.path = path;
    e.kind = kind;
    e.factor = 2;
    e.status = ExperimentStatus::tried;
    e.saving = saving;
    return e;
}

std::vector<std::string> pairs_of(const StepPlan& plan, const Analysis& analysis) {
    std::vector<std::string> names;
    for (const Choice& c : choose_further(plan, {}, analysis, {}))
        if (c.kind == ExperimentKind::pair) names.push_back(c.name);
    return names;
}

// In a loop parameters may be the number of the replica; elsewhere they are another block.
TEST(Choose, ReplicasOfALoopMayDifferInTheirNumber) {
    const auto is_tried_together = [](const std::string& first, const std::string& second) {
        StepPlan plan = plan_of({"top", first, second});
        plan.blocks[2].module = ModuleId(1);
        const std::vector<Choice> all = choose(plan, blaming({first}), "suspects");
        return std::ranges::any_of(all,
                                   [](const Choice& c) { return c.kind == ExperimentKind::group; });
    };
    EXPECT_TRUE(is_tried_together("top.g[0].u", "top.g[1].u"));
    EXPECT_FALSE(is_tried_together("top.u_0", "top.u_1"));
}

// Together with the block around it a block would get four edges for one.
TEST(Choose, ABlockIsNoPairWithOneInsideIt) {
    const StepPlan plan = plan_of({"top", "top.a", "top.a.core", "top.b"});
    EXPECT_EQ(pairs_of(plan, blaming({"top.a.core", "top.a", "top.b"})),
              std::vector<std::string>{"top.a.core + top.b"});
    EXPECT_EQ(pairs_of(plan, blaming({"top.a", "top.b", "top.a.core"})),
              std::vector<std::string>{"top.a + top.b"});
}

TEST(Choose, AWholeThatSavesLessThanItsPartIsTriedAsItsParts) {
    const StepPlan plan = plan_of({"top", "top.a", "top.b"});
    const std::vector<Experiment> tried = {saved("top", ExperimentKind::design, 0.459),
                                           saved("top.a", ExperimentKind::block, 0.46)};
    const std::vector<Choice> wholes = choose_wholes(plan, tried);
    ASSERT_EQ(wholes.size(), 1u);
    EXPECT_EQ(wholes[0].blocks, (std::vector<std::size_t>{1, 2}));
    EXPECT_EQ(wholes[0].kind, ExperimentKind::design);
    EXPECT_TRUE(understated(tried, 0.01).empty());
    EXPECT_EQ(understated(tried, 0).size(), 1u);
}

// A memory that answers several questions at once gets no further edge while one comes or goes.
TEST(Choose, TheOnlyPartSavesAsMuchAsABlockOfWhichNothingElseDoes) {
    std::vector<Experiment> tried = {saved("top.a", ExperimentKind::block, 0.45),
                                     saved("top.a", ExperimentKind::logic, 0),
                                     saved("top.a.m", ExperimentKind::block, 0.41)};
    EXPECT_EQ(held_parts(tried, 0.01), std::vector<std::size_t>{2});
    tried[2].saving = 0.445;
    EXPECT_TRUE(held_parts(tried, 0.01).empty());
    tried[2].saving = 0.41;
    tried[1].saving = 0.04;  // the rest
    EXPECT_TRUE(held_parts(tried, 0.01).empty());
}

// A beat that crosses the edge of the design keeps all in it from being faster, in a part that does
// not meet it too.
TEST(Choose, TheDesignIsAlwaysTriedAsItsPartsToo) {
    const StepPlan plan = plan_of({"top", "top.a", "top.b"});
    const std::vector<Experiment> tried = {saved("top", ExperimentKind::design, 0.427),
                                           saved("top.a", ExperimentKind::block, 0.30)};
    const std::vector<Choice> wholes = choose_wholes(plan, tried);
    ASSERT_EQ(wholes.size(), 1u);
    EXPECT_EQ(wholes[0].blocks, (std::vector<std::size_t>{1, 2}));
    EXPECT_EQ(wholes[0].kind, ExperimentKind::design);
}

TEST(Choose, OfALockAllHoldersAreTriedTogether) {
    const StepPlan plan = plan_of({"top", "top.v", "top.w", "top.b"});
    Analysis analysis = blaming({"top.l"});
    analysis.bottlenecks[0].kind = BottleneckKind::lock;
    analysis.bottlenecks[0].evidence.waits = {{"top.v", SeenWaitKind::waits, 0.4},
                                              {"top.w", SeenWaitKind::waits, 0.3}};
    EXPECT_EQ(pairs_of(plan, analysis), std::vector<std::string>{"top.v + top.w"});
}

}  // namespace
}  // namespace tapestry
