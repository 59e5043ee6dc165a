// SPDX-License-Identifier: Apache-2.0
#include "hls/if_convert.h"

#include "hls/test_kernel.h"

namespace tapestry::hls {
namespace {

// for (i = 0;; ++i) { v = m[i]; if (v == 7) break; if (v == 9) return 100; m[i] = v + i; if (i ==
// 5) return 200; } return i, in blocks 0: entry, 1: header, 2: second test, 3: latch, 4: found, 5
// and 6: returns.
Kernel search(bool is_joined_behind) {
    KernelMaker m(7);
    const Value zero = m.constant("0", 32), one = m.constant("1", 32), five = m.constant("5", 32);
    const Value seven = m.constant("7", 32), nine = m.constant("9", 32);
    const Value hundred = m.constant("64", 32), more = m.constant("c8", 32);
    m.go(0, {1});
    const Value i = m.put(1, OpKind::phi, 32, {zero, kNone}, {0, 3});
    const Value v = m.put(1, OpKind::load, 32, {i});
    m.go(1, {4, 2}, m.put(1, OpKind::eq, 1, {v, seven}));
    m.go(2, {is_joined_behind ? 4 : 5, 3}, m.put(2, OpKind::eq, 1, {v, nine}));
    const Value sum = m.put(3, OpKind::add, 32, {v, i});
    m.put(3, OpKind::store, 32, {i, sum});
    const Value next = m.put(3, OpKind::add, 32, {i, one});
    m.go(3, {is_joined_behind ? 4 : 6, 1}, m.put(3, OpKind::eq, 1, {i, five}));
    m.kernel.ops[static_cast<std::size_t>(i)].operands[1] = next;
    m.at(4).result = is_joined_behind ? m.put(4, OpKind::phi, 32, {i, hundred, more}, {1, 2, 3})
                                      : m.put(4, OpKind::phi, 32, {i}, {1});
    m.at(5).result = hundred;
    m.at(6).result = more;
    Loop loop;
    loop.header = 1;
    loop.blocks = {1, 2, 3};
    m.kernel.loops = {loop};
    return m.kernel;
}

TEST(IfConvert, ALoopThatIsLeftInSeveralPlacesDoesTheSameInOneBlock) {
    const std::vector<std::vector<std::uint32_t>> memories = {
        {7, 1, 2, 3, 4, 5}, {1, 2, 7, 3, 4, 5}, {9, 1, 2, 3, 4, 5},
        {1, 2, 3, 9, 7, 5}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 7}};
    for (const bool is_joined_behind : {false, true}) {
        const Kernel before = search(is_joined_behind);
        Kernel after = before;
        ASSERT_TRUE(make_one_block(after, after.loops[0]));
        remove_unreached(after);
        ASSERT_EQ(after.loops.size(), 1U);
        EXPECT_EQ(after.loops[0].blocks.size(), 1U);
        EXPECT_TRUE(is_self_loop(after, after.loops[0].header));
        for (const auto& words : memories) {
            Machine was(words), is(words);
            EXPECT_EQ(was.run(before), is.run(after));
            EXPECT_EQ(was.memory, is.memory);
        }
    }
}

TEST(IfConvert, ALoopThatReadsStreamsIsLeftAsItIs) {
    Kernel kernel = search(false);
    for (Op& op : kernel.ops)
        if (op.kind == OpKind::load) op.kind = OpKind::stream_read;
    EXPECT_FALSE(make_one_block(kernel, kernel.loops[0]));
    EXPECT_EQ(kernel.loops[0].blocks.size(), 3U);
}

}  // namespace
}  // namespace tapestry::hls
