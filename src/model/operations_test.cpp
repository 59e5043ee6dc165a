// SPDX-License-Identifier: Apache-2.0
#include "model/operations.h"

#include <gtest/gtest.h>

#include <random>

#include "base/codes/runs.h"

namespace tapestry {
namespace {

Operations sample() {
    Operations o;
    o.channels = {{"top.a", 16, 1}, {"top.b", 0, 0}, {"", ~0ull, 3}};
    o.threads.resize(3);
    o.threads[0] = {"top.u_reader", 0, {{{0, true, 0}}, {{0, true, 0}, {1, false, 1}}}, {}, {}, 7};
    o.threads[1] = {"top.u_writer", -1, {{{1, true, 0}, {2, false, 0}}}, {{5, 0, true}}, {12}, 0};
    std::mt19937_64 random(7);
    for (int i = 0; i < 200'000; ++i) {
        const bool blocked = random() % 3 == 0;
        o.threads[0].visits.push_back(
            {random() % 300, static_cast<std::uint32_t>(random() % 2), blocked});
        if (blocked) o.threads[0].stalls.push_back(random() % 1000);
    }
    return o;
}

Result<Operations> read(const std::vector<std::string>& blocks) {
    Diagnostics diagnostics;
    const Result<Operations> operations = operations_from_blocks(blocks, "run.tapdb", diagnostics);
    EXPECT_EQ(operations.has_value(), diagnostics.all().empty());
    for (const Diagnostic& d : diagnostics.all()) EXPECT_EQ(d.code, code::run_malformed);
    return operations;
}

TEST(Operations, ComeBackAsTheyWere) {
    const Operations o = sample();
    const std::vector<std::string> blocks = to_blocks(o);
    EXPECT_GT(blocks.size(), 4u);
    const Result<Operations> back = read(blocks);
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, o);
    ASSERT_TRUE(read(to_blocks({})));
    EXPECT_TRUE(read(to_blocks({}))->empty());
}

TEST(Operations, TakeTwoOrThreeBytesAVisit) {
    Operations o = sample();
    o.threads[0].stalls.clear();
    std::size_t bytes = 0;
    for (const std::string& block : to_blocks(o)) bytes += block.size();
    EXPECT_LT(bytes, 3 * o.threads[0].visits.size());
}

TEST(Operations, KeepTheLargestNumbers) {
    Operations o;
    o.channels = {{"c", ~0ull, ~0ull}};
    o.threads = {
        {"t", (1 << 30) - 2, {{{0, true, ~0u}}}, {{(1ull << 63) - 1, 0, true}}, {~0ull}, ~0ull}};
    EXPECT_EQ(read(to_blocks(o)), o);
}

// Every changed byte, missing block and truncated block is detected.
TEST(Operations, RefuseDamage) {
    Operations o = sample();
    o.threads[0].visits.resize(40);
    o.threads[0].stalls.clear();
    const std::vector<std::string> blocks = to_blocks(o);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        for (std::size_t i = 0; i < blocks[b].size(); ++i) {
            std::vector<std::string> damaged = blocks;
            damaged[b][i] = static_cast<char>(damaged[b][i] ^ 0x10);
            EXPECT_FALSE(read(damaged)) << b << " " << i;
            damaged[b] = blocks[b].substr(0, i);
            EXPECT_FALSE(read(damaged)) << b << " " << i;
        }
    }
    EXPECT_FALSE(read({}));
    EXPECT_FALSE(read({blocks[1], blocks[0]}));
    EXPECT_FALSE(read({blocks[0], blocks[0]}));
}

// A valid checksum does not make the contents valid.
TEST(Operations, RefuseNonsenseWithAGoodChecksum) {
    Operations few = sample();
    few.channels.resize(3);
    Operations other = few;
    other.threads.resize(1);
    const std::vector<std::string> names = to_blocks(other), visits = to_blocks(few);
    EXPECT_FALSE(read({names[0], visits.back()}));  // a thread without a name
    other = few;
    other.threads[1].sets.clear();
    other.threads[1].visits.clear();
    other.threads[1].stalls.clear();
    EXPECT_FALSE(
        read({to_blocks(other)[0], visits.back()}));  // operations that the thread does not have
}

}  // namespace
}  // namespace tapestry
