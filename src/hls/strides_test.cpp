// SPDX-License-Identifier: Apache-2.0
#include "hls/strides.h"

#include <gtest/gtest.h>

namespace tapestry::hls {
namespace {

// A loop in block 1 whose counter, operation 3, grows by what operation 2 says.
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

}  // namespace
}  // namespace tapestry::hls
