// SPDX-License-Identifier: Apache-2.0
#include "network/load.h"

#include <gtest/gtest.h>

#include "network/made_run.h"

namespace tapestry {
namespace {

// A feeds B through a queue; B writes out, and has to wait for that.
MadeRun chain() {
    MadeRun made;
    made.machine("top.u_a", {{"WORK", 4000, 500}, {"SEND", 6000, 500, {for_ready("in")}}})
        .machine("top.u_b",
                 {{"TAKE", 3000, 500, {for_valid("out")}}, {"GIVE", 7000, 500, {for_ready("m")}}})
        .stream("in", "top.u_a", "top.u_q", 500, 5500, 0)
        .queue("top.u_q", 4, 4, 6000, 100, 500)
        .stream("out", "top.u_q", "top.u_b", 500, 7000, 2500)
        .stream("m", "top.u_b", "", 500, 6500, 3000);
    return made;
}

TEST(Network, PassesWaitingThroughQueues) {
    MadeRun made = chain();
    const Network network = network_of(made.run(), categories_of(made.run()));
    const int a = network.by_path.at("top.u_a"), b = network.by_path.at("top.u_b");
    EXPECT_FALSE(network.by_path.contains("top.u_q"));
    ASSERT_EQ(network.queues.size(), 1u);
    EXPECT_EQ(network.queues.begin()->second.fillers, std::vector<int>{a});
    EXPECT_EQ(network.queues.begin()->second.drainers, std::vector<int>{b});
    for (const std::size_t i : network.links_of[static_cast<std::size_t>(a)]) {
        EXPECT_EQ(network.links[i].on, b);
        EXPECT_EQ(network.links[i].kind, WaitKind::send);
    }
}

// work(b) + cycles of the links of b = length, as load.h says.
TEST(Load, WorkAndWaitsFillThePeriod) {
    MadeRun made = chain();
    made.frames(5000, true);
    const Network network = network_of(made.run(), categories_of(made.run()));
    const Periods periods(made.run());
    ASSERT_EQ(periods.frames().size(), 2u);
    for (const Period& period : {periods.whole(), periods.frame(0), periods.frame(1)}) {
        const Load load = load_of(network, made.run(), period);
        EXPECT_EQ(load.length, period.length());
        for (std::size_t b = 0; b < network.blocks.size(); ++b) {
            if (network.blocks[b].machines.empty()) continue;
            double sum = load.work[b];
            for (const std::size_t i : network.links_of[b]) sum += load.cycles[i];
            EXPECT_NEAR(sum, load.length, 1e-6) << network.blocks[b].path;
        }
    }
}

}  // namespace
}  // namespace tapestry
