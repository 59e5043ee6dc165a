// SPDX-License-Identifier: Apache-2.0
#include "hls/flatten.h"

#include "hls/loop_form.h"
#include "hls/nest.h"
#include "hls/schedule_kernel.h"
#include "hls/test_kernel.h"

namespace tapestry::hls {
namespace {

struct Form {
    bool skips_one = false;      // the inner loop does not run when i is 1
    bool is_triangle = false;    // the inner loop ends at j == i, else at j == 2
    bool leaves_inside = false;  // the outer loop exits when i is 2
};

// for (i = 0; i < 4; ++i) { s = m[i]; for (j = 0;; ++j) { s += i; if (j is the last) break; }
// m[i] = s; t += s; } return t, in blocks 0: entry, 1: before, 2: inner, 3: after, 4: end.
Kernel sums(const Form& form) {
    KernelMaker m(6);
    const Value zero = m.constant("0", 32), one = m.constant("1", 32), two = m.constant("2", 32);
    const Value three = m.constant("3", 32);
    m.go(0, {1});
    const Value i = m.put(1, OpKind::phi, 32, {zero, kNone}, {0, 5});
    const Value t = m.put(1, OpKind::phi, 32, {zero, kNone}, {0, 5});
    const Value begin = m.put(1, OpKind::load, 32, {i});
    const Value bound = m.put(1, OpKind::add, 32, {i, zero});
    if (form.skips_one)
        m.go(1, {3, 2}, m.put(1, OpKind::eq, 1, {i, one}));
    else
        m.go(1, {2});
    const Value j = m.put(2, OpKind::phi, 32, {zero, kNone}, {1, 2});
    const Value s = m.put(2, OpKind::phi, 32, {begin, kNone}, {1, 2});
    const Value sum = m.put(2, OpKind::add, 32, {s, i});
    const Value next_j = m.put(2, OpKind::add, 32, {j, one});
    m.go(2, {3, 2}, m.put(2, OpKind::eq, 1, {j, form.is_triangle ? bound : two}));
    const Value left = form.skips_one ? m.put(3, OpKind::phi, 32, {sum, begin}, {2, 1}) : sum;
    const Value store = m.put(3, OpKind::store, 32, {i, left});
    m.kernel.ops[static_cast<std::size_t>(store)].memory = 1;  // through a port of its own
    const Value total = m.put(3, OpKind::add, 32, {t, left});
    if (form.leaves_inside)
        m.go(3, {4, 5}, m.put(3, OpKind::eq, 1, {i, two}));
    else
        m.go(3, {5});
    const Value next_i = m.put(5, OpKind::add, 32, {i, one});
    m.go(5, {4, 1}, m.put(5, OpKind::eq, 1, {i, three}));
    m.at(4).result = total;
    auto hand_on = [&](Value phi, Value next) {
        m.kernel.ops[static_cast<std::size_t>(phi)].operands[1] = next;
    };
    hand_on(i, next_i);
    hand_on(t, total);
    hand_on(j, next_j);
    hand_on(s, sum);
    m.kernel.memories.resize(2);
    m.kernel.memories[0].c_name = "loaded";
    m.kernel.memories[1].c_name = "stored";
    Loop outer, inner;
    outer.header = 1;
    outer.blocks = {1, 2, 3, 5};
    outer.trip_count = form.leaves_inside ? 0 : 4;
    outer.has_nest_orders = true;
    inner.header = 2;
    inner.blocks = {2};
    inner.depth = 2;
    inner.trip_count = form.is_triangle ? 0 : 3;
    m.kernel.loops = {outer, inner};
    return m.kernel;
}

Kernel flattened(Kernel kernel) {
    choose_loop_forms(kernel, {.clock_ns = 20});
    flatten_loops(kernel, {.clock_ns = 20});
    return kernel;
}

TEST(Flatten, ANestDoesTheSameInOneLoop) {
    for (const Form& form :
         {Form{}, Form{.skips_one = true}, Form{.is_triangle = true}, Form{.leaves_inside = true},
          Form{.skips_one = true, .is_triangle = true, .leaves_inside = true}}) {
        const Kernel before = sums(form), after = flattened(before);
        EXPECT_EQ(after.loops[0].flattened_into, 1);
        EXPECT_EQ(after.loops[0].header, after.loops[1].header);
        EXPECT_TRUE(is_self_loop(after, after.loops[1].header));
        Machine was({10, 20, 30, 40}), is({10, 20, 30, 40});
        EXPECT_EQ(was.run(before), is.run(after));
        EXPECT_EQ(was.memory, is.memory);
    }
}

TEST(Flatten, ThePipelineRunsAsOftenAsBothLoops) {
    EXPECT_EQ(flattened(sums({})).loops[1].trip_count, 12U);
    EXPECT_EQ(flattened(sums({.skips_one = true})).loops[1].trip_count, 0U);
    EXPECT_EQ(flattened(sums({.is_triangle = true})).loops[1].trip_count, 0U);
}

TEST(Flatten, WhatTheOuterLoopDoesNotMakeDecidesForAllItsIterations) {
    EXPECT_FALSE(nest_of(sums({}), 0)->may_skip);
    Kernel kernel = sums({.skips_one = true});
    EXPECT_TRUE(nest_of(kernel, 0)->may_skip_some);
    kernel.ops[static_cast<std::size_t>(kernel.blocks[1].condition)].block = 0;
    EXPECT_TRUE(nest_of(kernel, 0)->may_skip);
    EXPECT_FALSE(nest_of(kernel, 0)->may_skip_some);
}

TEST(Flatten, CodeAroundTheInnerLoopIsMarked) {
    const Kernel after = flattened(sums({}));
    for (const Op& op : after.ops) EXPECT_TRUE(!is_memory(op.kind) || op.around == 1);
}

TEST(Flatten, WhatAnIterationLoadsFromTheOneBeforeKeepsTheLoopsApart) {
    Kernel kernel = sums({.is_triangle = true});
    Value load = kNone, store = kNone;
    for (std::size_t v = 0; v < kernel.ops.size(); ++v) {
        if (kernel.ops[v].kind == OpKind::load) load = static_cast<Value>(v);
        if (kernel.ops[v].kind == OpKind::store) store = static_cast<Value>(v);
    }
    kernel.orders.push_back({store, load, 1, 0});
    EXPECT_EQ(flattened(kernel).loops[0].flattened_into, -1);
    kernel.orders.back().distance = 16;
    EXPECT_EQ(flattened(kernel).loops[0].flattened_into, 1);
}

TEST(Flatten, WhatIsNotKnownOrWaitsForOthersStays) {
    Kernel kernel = sums({});
    kernel.loops[0].has_nest_orders = false;
    EXPECT_EQ(flattened(kernel).loops[0].flattened_into, -1);
    kernel = sums({});
    for (Op& op : kernel.ops)
        if (op.kind == OpKind::store) op.kind = OpKind::lock;
    EXPECT_EQ(flattened(kernel).loops[0].flattened_into, -1);
}

}  // namespace
}  // namespace tapestry::hls
