// SPDX-License-Identifier: Apache-2.0
#include "hls/loop_limit.h"

#include <gtest/gtest.h>

#include <map>

namespace tapestry::hls {
namespace {

// A loop whose operations are on lines 10, 11, … and use one memory.
struct SmallLoop {
    Kernel kernel;
    Problem problem;
    std::vector<Value> ops;

    explicit SmallLoop(const std::vector<OpKind>& kinds, Memory::Where where) {
        Memory m;
        m.where = where;
        m.name = m.c_name = "la";
        kernel.memories = {m};
        problem.is_loop = true;
        problem.resources = {{"port of la", where == Memory::Where::local ? 2U : 1U}};
        for (const OpKind kind : kinds) {
            Op op;
            op.kind = kind;
            op.memory = is_memory(kind) ? 0 : -1;
            op.place.at = {"a.c", static_cast<unsigned>(10 + ops.size())};
            ops.push_back(static_cast<Value>(kernel.ops.size()));
            kernel.ops.push_back(op);
            problem.operations.push_back(
                {is_float(kind) ? 4U : 1U, 1, 1, is_memory(kind) ? 0 : -1});
        }
    }

    LoopLimit limit() const {
        const Bounds b = bounds_of(problem);
        return limit_of(kernel, problem, ops, b, b.interval());
    }
};

TEST(LoopLimit, A_Sum_Waits_For_Itself) {
    SmallLoop loop({OpKind::fadd}, Memory::Where::external);
    loop.problem.dependences = {{0, 0, 1}};
    EXPECT_EQ(loop.limit().why, "recurrence of fadd (line 10)");
    EXPECT_EQ(loop.limit().advice,
              "make 4 sums in turn on line 10, and add them up after the loop");
}

TEST(LoopLimit, What_Goes_Through_Memory_Is_Named_With_Its_Array) {
    SmallLoop loop({OpKind::load, OpKind::add, OpKind::store}, Memory::Where::local);
    loop.problem.dependences = {{0, 1, 0}, {1, 2, 0}};
    loop.problem.precedences = {{2, 0, 1, 1}};
    EXPECT_NE(loop.limit().why.find("store to la (line 12)"), std::string::npos)
        << loop.limit().why;
    EXPECT_NE(loop.limit().advice.find("through la"), std::string::npos);
}

// As in a round of a cipher: the next one waits for what was looked up.
TEST(LoopLimit, A_Table_That_Is_Only_Read_Hands_Nothing_Over) {
    SmallLoop loop({OpKind::load, OpKind::bit_xor, OpKind::add}, Memory::Where::local);
    loop.problem.dependences = {{0, 1, 0}, {1, 2, 0}, {2, 0, 1}};
    EXPECT_NE(loop.limit().why.find("load of la"), std::string::npos) << loop.limit().why;
    EXPECT_EQ(loop.limit().advice,
              "let an iteration work on several independent pieces at once, or hand less to the "
              "next one");
    EXPECT_TRUE(loop.limit().is_more_at_once);
}

TEST(LoopLimit, A_Port_That_All_Share) {
    const std::vector<OpKind> loads(8, OpKind::load);
    EXPECT_EQ(SmallLoop(loads, Memory::Where::local).limit().advice, "partition la by 4");
    const LoopLimit outside = SmallLoop(loads, Memory::Where::external).limit();
    EXPECT_EQ(outside.why, "the port of la, which 8 accesses of an iteration share");
    EXPECT_NE(outside.advice.find("local array"), std::string::npos);
}

// A load of one cycle, a sum of four and a store of one are a recurrence of six cycles or more.
TEST(LoopLimit, The_Lines_Of_A_Recurrence_Have_Their_Cycles_Of_It) {
    SmallLoop loop({OpKind::load, OpKind::fadd, OpKind::store}, Memory::Where::local);
    loop.problem.dependences = {{0, 1, 0}, {1, 2, 0}};
    loop.problem.precedences = {{2, 0, 1, 1}};
    std::map<unsigned, unsigned> weights;
    for (const auto& [place, weight] : loop.limit().lines) weights[place.line] = weight;
    EXPECT_EQ(weights, (std::map<unsigned, unsigned>{{10, 1}, {11, 4}, {12, 1}}));
}

TEST(LoopLimit, The_Lines_Of_A_Port_Have_Their_Accesses) {
    const SmallLoop loop(std::vector<OpKind>(3, OpKind::load), Memory::Where::external);
    EXPECT_EQ(loop.limit().lines.size(), 3U);
}

TEST(LoopLimit, Nothing_In_The_Way) {
    EXPECT_EQ(SmallLoop({OpKind::fadd}, Memory::Where::local).limit().why, "");
}

}  // namespace
}  // namespace tapestry::hls
