// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/handshakes.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

// Six edges, with beats at 2 and 5.
TapNumbers recorded() {
    TapNumbers trace;
    trace.edges = 6;
    trace.trace = {{0, 0, 1}, {1, 2, 3}, {2, 3, 1}, {3, 5, 3}};
    return trace;
}

TapNumbers counted(std::uint64_t transfers) {
    TapNumbers stream;
    stream.numbers = {{"transfer_cycles", transfers}};
    return stream;
}

std::vector<std::uint64_t> transfers(const TapNumbers& trace) {
    std::string problem;
    const auto handshake = handshake_of(counted(2), trace, problem);
    EXPECT_EQ(problem, "");
    return handshake ? handshake->transfers() : std::vector<std::uint64_t>{};
}

TEST(Handshakes, HaveTheBeatWithWhichTheRunEnded) {
    TapNumbers trace = recorded();
    EXPECT_EQ(transfers(trace), (std::vector<std::uint64_t>{2, 5}));
    trace.numbers = {{"end_edge", 1}, {"end_value", 3}};
    EXPECT_EQ(transfers(trace), (std::vector<std::uint64_t>{2, 5, 6}));
    trace.numbers = {{"end_edge", 1}, {"end_value", 1}};
    EXPECT_EQ(transfers(trace), (std::vector<std::uint64_t>{2, 5}));
}

TEST(Handshakes, OfTracesThatDoNotAgreeWithCountersAreRefused) {
    std::string problem;
    EXPECT_FALSE(handshake_of(counted(3), recorded(), problem));
    EXPECT_NE(problem, "");
}

}  // namespace
}  // namespace tapestry
