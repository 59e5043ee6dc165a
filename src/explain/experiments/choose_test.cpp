// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/choose.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tapestry
