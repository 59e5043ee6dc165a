// SPDX-License-Identifier: Apache-2.0
#include "hls/used_bits.h"

#include "hls/test_kernel.h"

namespace tapestry::hls {
namespace {

Kernel with_memory(KernelMaker& m, unsigned word_bytes, std::uint64_t words) {
    Memory memory;
    memory.where = Memory::Where::local;
    memory.word_bytes = word_bytes;
    memory.words = words;
    m.kernel.memories.push_back(memory);
    return m.kernel;
}

unsigned of(const std::vector<unsigned>& bits, Value v) {
    return bits[static_cast<std::size_t>(v)];
}

TEST(UsedBits, AMaskBoundsWhatIsBehindAndBeforeIt) {
    KernelMaker m(1);
    const Value x = m.put(0, OpKind::load, 32, {m.constant("0", 32)});
    const Value sum = m.put(0, OpKind::add, 32, {x, m.constant("5", 32)});
    const Value low = m.put(0, OpKind::bit_and, 32, {sum, m.constant("ff", 32)});
    const Value more = m.put(0, OpKind::add, 32, {low, m.constant("1", 32)});
    m.put(0, OpKind::store, 32, {m.constant("4", 32), more});
    const std::vector<unsigned> bits = used_bits(with_memory(m, 4, 16));
    EXPECT_EQ(of(bits, low), 8U);
    EXPECT_EQ(of(bits, more), 9U);  // it may carry
    EXPECT_EQ(of(bits, sum), 8U);   // of which nobody looks at more
    EXPECT_EQ(of(bits, x), 8U);
}

TEST(UsedBits, AnAddressHasTheBitsOfItsMemory) {
    KernelMaker m(1);
    const Value x = m.put(0, OpKind::load, 32, {m.constant("0", 32)});
    const Value index = m.put(0, OpKind::shl, 32, {x, m.constant("2", 32)});
    const Value y = m.put(0, OpKind::load, 32, {index});
    m.put(0, OpKind::store, 32, {m.constant("0", 32), y});
    const std::vector<unsigned> bits = used_bits(with_memory(m, 4, 16));
    EXPECT_EQ(of(bits, index), 4U);  // of six, of which the lower two are zeros
    EXPECT_EQ(of(bits, x), 4U);
    EXPECT_EQ(of(bits, y), 32U);
}

TEST(UsedBits, WhatNobodyUsesHasNone) {
    KernelMaker m(1);
    const Value x = m.put(0, OpKind::load, 32, {m.constant("0", 32)});
    const Value lost = m.put(0, OpKind::add, 32, {x, x});
    m.put(0, OpKind::store, 32, {m.constant("0", 32), x});
    EXPECT_EQ(of(used_bits(with_memory(m, 4, 4)), lost), 0U);
}

TEST(UsedBits, ACounterGrowsToItsWidth) {
    KernelMaker m(2);
    const Value zero = m.constant("0", 16), one = m.constant("1", 16);
    const Value phi = m.put(1, OpKind::phi, 16, {zero, 4}, {0, 1});
    const Value next = m.put(1, OpKind::add, 16, {phi, one});
    m.kernel.ops[static_cast<std::size_t>(phi)].operands[1] = next;
    m.put(1, OpKind::store, 16, {zero, phi});
    const std::vector<unsigned> bits = used_bits(with_memory(m, 2, 4));
    EXPECT_EQ(of(bits, phi), 16U);
    EXPECT_EQ(of(bits, next), 16U);
}

}  // namespace
}  // namespace tapestry::hls
