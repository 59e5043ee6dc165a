// SPDX-License-Identifier: Apache-2.0
#include "hls/if_convert.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>

namespace tapestry::hls {
namespace {

class KernelMaker {
public:
    KernelMaker(int blocks) { kernel.blocks.resize(static_cast<std::size_t>(blocks)); }

    Value constant(const char* digits, unsigned width) {
        Op op;
        op.digits = digits;
        op.width = width;
        kernel.ops.push_back(op);
        return static_cast<Value>(kernel.ops.size()) - 1;
    }

    Value put(int block, OpKind kind, unsigned width, std::vector<Value> operands,
              std::vector<int> from = {}) {
        Op op;
        op.kind = kind;
        op.width = width;
        op.operands = std::move(operands);
        op.from = std::move(from);
        op.block = block;
        op.memory = is_memory(kind) ? 0 : -1;
        kernel.ops.push_back(op);
        at(block).ops.push_back(static_cast<Value>(kernel.ops.size()) - 1);
        return at(block).ops.back();
    }

    void go(int block, std::vector<int> next, Value condition = kNone) {
        at(block).next = std::move(next);
        at(block).condition = condition;
    }

    Block& at(int block) { return kernel.blocks[static_cast<std::size_t>(block)]; }

    Kernel kernel;
};

// What a kernel returns, and what it leaves in its memory, operation by operation.
class Machine {
public:
    explicit Machine(std::vector<std::uint32_t> words) : memory(std::move(words)) {}

    std::uint32_t run(const Kernel& k) {
        for (int from = -1, b = 0, steps = 0; steps < 1000; ++steps) {
            const Block& block = k.blocks[static_cast<std::size_t>(b)];
            enter(k, block, from);
            for (const Value v : block.ops) step(k, v);
            if (block.next.empty()) return value(k, block.result);
            from = b;
            b = block.next[block.next.size() == 2 && value(k, block.condition) == 0 ? 1 : 0];
        }
        ADD_FAILURE() << "it does not end";
        return 0;
    }

    std::vector<std::uint32_t> memory;

private:
    void enter(const Kernel& k, const Block& block, int from) {
        std::map<Value, std::uint32_t> next;
        for (const Value v : block.ops) {
            const Op& op = k.op(v);
            for (std::size_t i = 0; op.kind == OpKind::phi && i < op.from.size(); ++i)
                if (op.from[i] == from) next[v] = value(k, op.operands[i]);
        }
        for (const auto& [v, word] : next) values_[v] = word;
    }

    std::uint32_t value(const Kernel& k, Value v) {
        const Op& op = k.op(v);
        if (op.kind == OpKind::constant)
            return static_cast<std::uint32_t>(std::stoul(op.digits, nullptr, 16));
        return values_[v];
    }

    void step(const Kernel& k, Value v) {
        const Op& op = k.op(v);
        if (op.kind == OpKind::phi || (op.predicate != kNone && value(k, op.predicate) == 0))
            return;
        std::vector<std::uint32_t> in;
        for (const Value o : op.operands) in.push_back(value(k, o));
        std::uint32_t& out = values_[v];
        switch (op.kind) {
            case OpKind::add:
                out = in[0] + in[1];
                break;
            case OpKind::eq:
                out = in[0] == in[1];
                break;
            case OpKind::bit_and:
                out = in[0] & in[1];
                break;
            case OpKind::bit_or:
                out = in[0] | in[1];
                break;
            case OpKind::bit_xor:
                out = in[0] ^ in[1];
                break;
            case OpKind::select:
                out = in[0] ? in[1] : in[2];
                break;
            case OpKind::load:
                out = memory.at(in[0]);
                break;
            case OpKind::store:
                memory.at(in[0]) = in[1];
                break;
            default:
                ADD_FAILURE() << "an operation that the test does not know";
        }
    }

    std::map<Value, std::uint32_t> values_;
};

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
        if_convert(after);
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
    if_convert(kernel);
    EXPECT_EQ(kernel.loops[0].blocks.size(), 3U);
}

}  // namespace
}  // namespace tapestry::hls
