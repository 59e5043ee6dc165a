// SPDX-License-Identifier: Apache-2.0
#include "hls/exclusive.h"

#include <gtest/gtest.h>

#include "hls/solve.h"

namespace tapestry::hls {
namespace {

// A kernel of values of one bit, and loads with them as predicates.
struct Bits {
    Kernel kernel;

    Value add(OpKind kind, std::vector<Value> operands, const char* digits = "") {
        Op op;
        op.kind = kind;
        op.width = 1;
        op.operands = std::move(operands);
        op.digits = digits;
        kernel.ops.push_back(op);
        return static_cast<Value>(kernel.ops.size()) - 1;
    }
    Value load(Value predicate) {
        const Value v = add(OpKind::load, {});
        kernel.ops.back().predicate = predicate;
        return v;
    }
};

TEST(Exclusive, TheArmsOfAnIfAreAndWhatTheyJoinIsNot) {
    Bits b;
    const Value one = b.add(OpKind::constant, {}, "1");
    const Value x = b.add(OpKind::argument, {}), y = b.add(OpKind::argument, {});
    const Value not_x = b.add(OpKind::bit_xor, {x, one});
    const Value then = b.load(x), otherwise = b.load(not_x);
    const Value inner = b.load(b.add(OpKind::bit_and, {not_x, y}));
    const Value joined = b.load(b.add(OpKind::bit_or, {x, b.add(OpKind::bit_and, {not_x, y})}));
    const Value always = b.load(kNone), other = b.load(y);
    Exclusions e(b.kernel);
    EXPECT_TRUE(e.are_exclusive(then, otherwise));
    EXPECT_TRUE(e.are_exclusive(inner, then));
    EXPECT_FALSE(e.are_exclusive(inner, otherwise));
    EXPECT_FALSE(e.are_exclusive(joined, then));
    EXPECT_FALSE(e.are_exclusive(joined, inner));
    EXPECT_FALSE(e.are_exclusive(always, then));
    EXPECT_FALSE(e.are_exclusive(other, then));
    EXPECT_FALSE(e.are_exclusive(then, then));
}

TEST(Exclusive, NegatedConditionsOfSeveralPartsAre) {
    Bits b;
    const Value one = b.add(OpKind::constant, {}, "1");
    const Value x = b.add(OpKind::argument, {}), y = b.add(OpKind::argument, {});
    const Value both = b.add(OpKind::bit_and, {x, y});
    const Value not_both = b.add(OpKind::bit_xor, {both, one});
    const Value any = b.add(OpKind::bit_or, {x, y});
    const Value none = b.add(OpKind::bit_xor, {any, one});
    Exclusions e(b.kernel);
    EXPECT_TRUE(e.are_exclusive(b.load(both), b.load(not_both)));
    EXPECT_TRUE(e.are_exclusive(b.load(none), b.load(x)));
    EXPECT_FALSE(e.are_exclusive(b.load(not_both), b.load(x)));
}

// Two constants that one number may equal.
TEST(Exclusive, CasesOfASwitchAre) {
    Bits b;
    const Value two = b.add(OpKind::constant, {}, "2"), three = b.add(OpKind::constant, {}, "3");
    const Value n = b.add(OpKind::argument, {}), m = b.add(OpKind::argument, {});
    const Value is_two = b.add(OpKind::eq, {n, two}), is_three = b.add(OpKind::eq, {n, three});
    const Value other = b.add(OpKind::eq, {m, three});
    Exclusions e(b.kernel);
    EXPECT_TRUE(e.are_exclusive(b.load(is_two), b.load(is_three)));
    EXPECT_FALSE(e.are_exclusive(b.load(is_two), b.load(other)));
}

// Three accesses of a port, of which two exclude each other: two cycles, and only in one of them.
TEST(Exclusive, ArmsUseAPortInTheSameCycleOfAnIteration) {
    Problem p;
    p.is_loop = true;
    p.resources = {{"port", 1}};
    p.operations.assign(3, {1, 1, 1, 0});
    EXPECT_EQ(solve(p)->interval, 3U);
    p.exclusive = {{0, 1}};
    const auto s = solve(p);
    ASSERT_TRUE(s);
    EXPECT_EQ(s->interval, 2U);
    EXPECT_EQ(s->cycle[0], s->cycle[1]);
    EXPECT_EQ(verify(p, *s), "");
    Schedule apart = *s;  // arms of different iterations may both take effect
    apart.cycle[1] += 2;
    apart.length += 2;
    EXPECT_NE(verify(p, apart), "");
}

}  // namespace
}  // namespace tapestry::hls
