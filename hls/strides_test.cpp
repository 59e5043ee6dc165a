// SPDX-License-Identifier: Apache-2.0
#include "hls/strides.h"

#include <gtest/gtest.h>

namespace tapestry::hls {
namespace {

// A loop in block 1 whose counter, operation 3, grows by the value of operation 2.
Kernel counting(const std::string& step) {
    Kernel k;
    auto add = [&](OpKind kind, std::vector<Value> operands, int block,
                   const std::string& digits = "") {
        Op op;
        op.kind = kind;
        op.width = 32;
        op.operands = std::move(operands);
        op.block = block;
        op.digits = digits;
        k.ops.push_back(op);
    };
    k.blocks.resize(2);
    add(OpKind::argument, {}, -1);
    add(OpKind::constant, {}, -1, "2");
    add(OpKind::constant, {}, -1, step);
    add(OpKind::phi, {1, 4}, 1);
    k.ops[3].from = {0, 1};
    add(OpKind::add, {3, 2}, 1);  // 4: the counter of the next iteration
    add(OpKind::shl, {3, 1}, 1);  // 5
    add(OpKind::add, {0, 5}, 1);  // 6: the address
    add(OpKind::mul, {3, 4}, 1);  // 7
    add(OpKind::load, {6}, 1);    // 8
    return k;
}

TEST(Strides, AnAddressMovesWithTheCounter) {
    EXPECT_EQ(stride_of(counting("1"), 6, 1), 4);
    EXPECT_EQ(stride_of(counting("fffffffe"), 6, 1), -8);
}

TEST(Strides, WhatIsMadeBeforeTheLoopStays) { EXPECT_EQ(stride_of(counting("1"), 0, 1), 0); }

TEST(Strides, ProductsAndWhatIsReadAreNotKnown) {
    EXPECT_EQ(stride_of(counting("1"), 7, 1), std::nullopt);
    EXPECT_EQ(stride_of(counting("1"), 8, 1), std::nullopt);
}

// The same with a counter that restarts at times, upon which another one advances.
TEST(Strides, OfFlattenedLoopsTheInnerOneCounts) {
    Kernel k = counting("1");
    auto add = [&](OpKind kind, std::vector<Value> operands) {
        Op op;
        op.kind = kind;
        op.width = 32;
        op.operands = std::move(operands);
        op.block = 1;
        k.ops.push_back(op);
    };
    add(OpKind::eq, {4, 0});         // 9
    add(OpKind::select, {9, 0, 3});  // 10: the inner counter
    k.ops[4].operands = {10, 2};
    k.ops[5].operands = {10, 1};
    add(OpKind::phi, {1, 13});  // 11: the outer counter
    k.ops[11].from = {0, 1};
    add(OpKind::add, {11, 2});         // 12
    add(OpKind::select, {9, 12, 11});  // 13
    add(OpKind::add, {11, 6});         // 14: an address of both
    EXPECT_EQ(stride_of(k, 6, 1), std::nullopt);
    k.loops.resize(2);
    k.loops[0].header = k.loops[1].header = 1;
    k.loops[0].flattened_into = 1;
    EXPECT_EQ(stride_of(k, 6, 1), 4);
    EXPECT_EQ(stride_of(k, 11, 1), 0);
    EXPECT_EQ(stride_of(k, 14, 1), 4);
}

}  // namespace
}  // namespace tapestry::hls
