// SPDX-License-Identifier: Apache-2.0
#include "software/recording/share_bytes.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

std::vector<Recording> one_recording() {
    Recording r;
    r.rank = 3;
    r.program = "solver";
    r.start = 500;
    r.end = 900;
    r.names[4] = {0, 2, "send", "top.in", "data", "a.c:3", "main"};
    RecordedThread t;
    t.name = "main";
    t.start = 480;
    t.end = 900;
    t.states = {{470, 600, 8, 4, 0}};
    r.threads = {t};
    r.alignments = {{1.5, -2.5, 0.25}};
    return {r};
}

TEST(ShareBytes, ASummaryHasAllButTheStates) {
    std::vector<Recording> made = one_recording();
    const auto read = summaries_from_bytes(summaries_to_bytes(made));
    ASSERT_TRUE(read && read->size() == 1);
    const Recording& r = read->front();
    EXPECT_TRUE(r.is_summary);
    EXPECT_EQ(r.rank, 3);
    EXPECT_EQ(r.program, "solver");
    EXPECT_EQ(r.start, 470u);  // of its first state
    EXPECT_EQ(r.names.at(4).peer, "top.in");
    ASSERT_EQ(r.threads.size(), 1u);
    EXPECT_EQ(r.threads[0].name, "main");
    EXPECT_TRUE(r.threads[0].states.empty());
    EXPECT_EQ(r.alignments.at(0).offset_ns, -2.5);
}

TEST(ShareBytes, AnyPartOfThemIsRefused) {
    std::vector<Recording> made = one_recording();
    const std::string bytes = summaries_to_bytes(made);
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_FALSE(summaries_from_bytes(bytes.substr(0, length))) << length;
    EXPECT_FALSE(summaries_from_bytes(std::string(16, '\xff')));
}

}  // namespace
}  // namespace tapestry
