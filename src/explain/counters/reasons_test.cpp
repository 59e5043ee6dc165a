// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/reasons.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

Verdict blame_on(const std::string& path, double share, std::optional<double> saving = {}) {
    Verdict b;
    b.subject = path;
    b.share = share;
    if (saving) b.saving = Saving{SavingBasis::tried, *saving};
    return b;
}

std::vector<std::string> kept(std::vector<Verdict> list, const Run& run = {}) {
    Analysis analysis;
    analysis.bottlenecks = std::move(list);
    keep_reasons(run, analysis);
    std::vector<std::string> paths;
    for (const Verdict& b : analysis.bottlenecks) paths.push_back(b.subject);
    return paths;
}

using Paths = std::vector<std::string>;

TEST(Reasons, NothingBelowOnePercent) {
    EXPECT_EQ(kept({blame_on("t.a", 0.6), blame_on("t.b", 0.009)}), Paths({"t.a"}));
    EXPECT_EQ(kept({blame_on("t.a", 0.6, 0.3), blame_on("t.b", 0.4, 0.004)}), Paths({"t.a"}));
}

TEST(Reasons, AParentThatSavesWhatItsPartSavesIsNoSecondReason) {
    EXPECT_EQ(kept({blame_on("t.a.u", 1, 0.5), blame_on("t.a", 1, 0.5)}), Paths({"t.a.u"}));
    EXPECT_EQ(kept({blame_on("t.a.u", 0.8, 0.4), blame_on("t.a", 0.1, 0.05)}),
              Paths({"t.a.u", "t.a"}));
    EXPECT_EQ(kept({blame_on("t.a", 1, 0.5), blame_on("t.ab", 1, 0.5)}), Paths({"t.a", "t.ab"}));
}

TEST(Reasons, WhatWasNotTriedMustOutweighWhatWas) {
    EXPECT_EQ(kept({blame_on("t.a", 0.7, 0.35), blame_on("t.q", 0.2)}), Paths({"t.a"}));
    EXPECT_EQ(kept({blame_on("t.a", 0.1, 0.05), blame_on("t.q", 0.2)}), Paths({"t.a", "t.q"}));
}

TEST(Reasons, NoBlockIsOneWhereAFasterDesignSavesNothing) {
    tapestry::Run run;
    Experiment design;
    design.path = "t";
    design.kind = ExperimentKind::design;
    design.status = ExperimentStatus::tried;
    design.factor = 8;
    design.saving = 0.0;
    run.experiments = {design};
    Verdict outside = blame_on("t.in", 0.6);
    outside.kind = BottleneckKind::outside;
    EXPECT_EQ(kept({outside, blame_on("t.a", 0.4)}, run), Paths({"t.in"}));
}

TEST(Reasons, TheFirstStays) { EXPECT_EQ(kept({blame_on("t.a", 0.001)}), Paths({"t.a"})); }

}  // namespace
}  // namespace tapestry
