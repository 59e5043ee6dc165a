// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/full_queues.h"

#include <gtest/gtest.h>

#include "explain/network/made_run.h"

namespace tapestry {
namespace {

// A feeds B through a queue that is nearly always full, and B feeds C, which waits for it.
MadeRun slow_reader() {
    MadeRun made;
    made.machine("top.u_a", {{"WORK", 4000, 500}, {"SEND", 6000, 500, {for_ready("in")}}})
        .machine("top.u_b",
                 {{"TAKE", 500, 500, {for_valid("out")}}, {"RUN", 9000, 500}, {"GIVE", 500, 500}})
        .machine("top.u_c", {{"REST", 8500, 500, {for_valid("m")}}, {"WORK", 1500, 500}})
        .stream("in", "top.u_a", "top.u_q", 500, 8000, 0)
        .queue("top.u_q", 4, 4, 8000, 100, 500)
        .stream("out", "top.u_q", "top.u_b", 500, 9000, 300)
        .stream("m", "top.u_b", "top.u_c", 500, 0, 8000);
    return made;
}

std::vector<std::string> waiters(const tapestry::Run& run) {
    const Network network = network_of(run, categories_of(run));
    const std::vector<FullQueue> queues = full_queues(network);
    EXPECT_EQ(queues.size(), 1u);
    std::vector<std::string> paths;
    for (const std::size_t i : queues.front().awaited)
        paths.push_back(network.blocks[static_cast<std::size_t>(network.links[i].by)].path);
    return paths;
}

// Behind a reader that always finds a beat nobody gets one sooner.
TEST(FullQueues, DepthBringsSoonerOnlyWhatItsReaderWaitsFor) {
    MadeRun made = slow_reader();
    EXPECT_EQ(waiters(made.run()), std::vector<std::string>{"top.u_b"});
}

// A fork: while the queue is full, the other branch gets nothing either.
TEST(FullQueues, DepthBringsSoonerWhatAnotherBranchWaitsFor) {
    MadeRun made = slow_reader();
    made.machine("top.u_d", {{"REST", 9000, 500, {for_valid("side")}}, {"WORK", 1000, 500}})
        .stream("side", "top.u_a", "top.u_d", 500, 0, 9000);
    EXPECT_EQ(waiters(made.run()), (std::vector<std::string>{"top.u_b", "top.u_d"}));
}

// A loop: what comes back is awaited before the queue.
TEST(FullQueues, DepthBringsSoonerWhatComesBack) {
    MadeRun made = slow_reader();
    made.machine("top.u_e", {{"REST", 9000, 500, {for_valid("back")}}, {"WORK", 1000, 500}})
        .stream("back", "top.u_c", "top.u_e", 500, 0, 9000)
        .stream("again", "top.u_e", "top.u_a", 500, 0, 100);
    const std::vector<std::string> paths = waiters(made.run());
    EXPECT_NE(std::find(paths.begin(), paths.end(), "top.u_a"), paths.end());
}

}  // namespace
}  // namespace tapestry
