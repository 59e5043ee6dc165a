// SPDX-License-Identifier: Apache-2.0
#include "weave/choose/usefulness.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

void add(TapPlan& plan, TapKind kind, const std::string& name, double confidence,
         const std::string& below = "") {
    TapSite site;
    site.own = part_of(kind);
    site.module = "m";
    site.instance_name = "tapestry_" + name;
    plan.sites.push_back(site);
    Tap tap;
    tap.tap = static_cast<int>(plan.map.taps.size());
    tap.own = part_of(kind);
    tap.module = "m";
    tap.path = "m." + below + name;
    tap.instance = "m." + below + site.instance_name;
    tap.confidence = confidence;
    plan.map.taps.push_back(tap);
    if (kind == TapKind::stream) plan.map.edges.push_back({"m.a", "m.b", tap.path});
}

TapPlan sample() {
    TapPlan plan;
    add(plan, TapKind::event, "asked_for", 1);
    add(plan, TapKind::stream, "stream", 0.9);
    add(plan, TapKind::fsm, "deep", 0.9, "u.v.");
    add(plan, TapKind::fsm, "sure", 0.9);
    add(plan, TapKind::fsm, "unsure", 0.5);
    add(plan, TapKind::queue, "queue", 0.9);
    return plan;
}

TEST(Select, TheLeastUsefulComesFirst) {
    const TapPlan plan = sample();
    const std::vector<std::size_t> expected = {4, 2, 3, 5, 1, 0};
    EXPECT_EQ(by_usefulness(plan), expected);
}

TEST(Select, KeepsMapAndSitesTogether) {
    const TapPlan kept = with_sites(sample(), {true, false, false, true, false, false});
    ASSERT_EQ(kept.sites.size(), 2U);
    ASSERT_EQ(kept.map.taps.size(), 2U);
    EXPECT_EQ(kept.map.taps[1].path, "m.sure");
    EXPECT_EQ(kept.map.taps[1].tap, 1);
    EXPECT_TRUE(kept.map.edges.empty());
}

}  // namespace
}  // namespace tapestry
