// SPDX-License-Identifier: Apache-2.0
#include "model/queue_texts.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

RunFacts facts_with(const std::string& text) {
    RunFacts facts;
    facts.facts.emplace_back(kQueueTexts, text);
    return facts;
}

TEST(QueueTexts, ComeBackAsTheyWereStored) {
    const std::vector<QueueText> texts = {
        {"top.u_rx", "top.v:3 u_rx", "top.u_rx", "DEPTH", {"top.u_tx.CREDITS"}, ""},
        {"top.u_q", "top.v:3 u_q", "top.u_q", "DEPTH", {}, "top.WINDOW"}};
    const std::vector<QueueText> again = queue_texts(facts_with(text_of(texts)));
    ASSERT_EQ(again.size(), 2u);
    EXPECT_EQ(again[0].queue, "top.u_rx");
    EXPECT_EQ(again[0].text, "top.v:3 u_rx");
    EXPECT_EQ(again[0].tied, (std::vector<std::string>{"top.u_tx.CREDITS"}));
    EXPECT_EQ(again[1].parameter, "DEPTH");
    EXPECT_EQ(again[1].kept_by, "top.WINDOW");
}

TEST(QueueTexts, OfADamagedFactAreNone) {
    EXPECT_TRUE(queue_texts(RunFacts()).empty());
    for (const char* text : {"", "[", "{}", "[3, null]"})
        EXPECT_TRUE(queue_texts(facts_with(text)).empty()) << text;
    EXPECT_EQ(queue_texts(facts_with(R"([{"queue": 3, "tied": [4, "a.B"]}])"))[0].tied.size(), 1u);
}

}  // namespace
}  // namespace tapestry
