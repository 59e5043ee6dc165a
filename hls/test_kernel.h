// SPDX-License-Identifier: Apache-2.0
// For tests: builds kernels by hand and interprets them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>

#include "hls/cdfg.h"

namespace tapestry::hls {

class KernelMaker {
public:
    explicit KernelMaker(int blocks) { kernel.blocks.resize(static_cast<std::size_t>(blocks)); }

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

// Interprets a kernel operation by operation; returns its result and updates its memory.
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

}  // namespace tapestry::hls
