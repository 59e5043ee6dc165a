// SPDX-License-Identifier: Apache-2.0
#include "find/logic/diagram.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

using Node = Diagram::Node;

struct Three {
    Diagram d{1000};
    Diagram::Variable va = d.add_variable();
    Diagram::Variable vb = d.add_variable();
    Diagram::Variable vc = d.add_variable();
    Node a = d.literal(va);
    Node b = d.literal(vb);
    Node c = d.literal(vc);
};

TEST(Diagram, EqualFunctionsAreEqualNodes) {
    Three t;
    // a(b + c) = ab + ac, and De Morgan.
    EXPECT_EQ(t.d.both(t.a, t.d.either(t.b, t.c)),
              t.d.either(t.d.both(t.a, t.b), t.d.both(t.a, t.c)));
    EXPECT_EQ(t.d.negated(t.d.both(t.a, t.b)), t.d.either(t.d.negated(t.a), t.d.negated(t.b)));
    EXPECT_EQ(t.d.differ(t.a, t.a), Diagram::kFalse);
}

TEST(Diagram, Implication) {
    Three t;
    EXPECT_TRUE(t.d.implies(t.d.both(t.a, t.b), t.a));
    EXPECT_FALSE(t.d.implies(t.a, t.d.both(t.a, t.b)));
}

TEST(Diagram, DifferenceIsWhereAVariableMatters) {
    Three t;
    const Node f = t.d.ite(t.a, t.b, t.c);
    EXPECT_EQ(t.d.difference(f, t.va), t.d.differ(t.b, t.c));
    EXPECT_EQ(t.d.difference(f, t.vb), t.a);
    EXPECT_EQ(t.d.difference(t.a, t.vb), Diagram::kFalse);
}

TEST(Diagram, ExistsDropsVariables) {
    Three t;
    const Node f = t.d.both(t.a, t.d.both(t.b, t.c));
    EXPECT_EQ(t.d.exists(f, [&](auto v) { return v != t.va; }), t.a);
    EXPECT_EQ(t.d.exists(f, [](auto) { return true; }), Diagram::kTrue);
}

TEST(Diagram, ComposedTakesAFunctionToAnotherDiagram) {
    Three from;
    Three to;
    const Node f = from.d.both(from.a, from.d.negated(from.b));
    const Node got = to.d.composed(from.d, f, [&](auto v) { return v == from.va ? to.c : to.a; });
    EXPECT_EQ(got, to.d.both(to.c, to.d.negated(to.a)));
}

TEST(Diagram, LiteralsAreKnown) {
    Three t;
    EXPECT_TRUE(t.d.is_literal(t.d.negated(t.b)));
    EXPECT_FALSE(t.d.literal_of(t.d.negated(t.b)).holds);
    EXPECT_EQ(t.d.literal_of(t.d.negated(t.b)).variable, t.vb);
    EXPECT_FALSE(t.d.is_literal(t.d.both(t.a, t.b)));
    EXPECT_FALSE(t.d.is_literal(Diagram::kTrue));
}

// Two words of 24 bits, one of which a condition that is known last chooses: with the condition
// behind them in the order, whether any bit is set would take 2^24 nodes.
TEST(Diagram, WordsAreAskedBehindControl) {
    Diagram d(2'000);
    std::vector<Node> words;
    for (int i = 0; i < 48; ++i) words.push_back(d.literal(d.add_variable(Diagram::Kind::word)));
    const auto chooses = d.add_variable();
    Node any = Diagram::kFalse;
    for (int i = 0; i < 24; ++i)
        any = d.either(any, d.ite(d.literal(chooses), words[i], words[24 + i]));
    EXPECT_FALSE(d.overflowed());
    EXPECT_EQ(d.support(any).size(), 49U);
    EXPECT_EQ(d.support(d.fixed(any, chooses, true)).size(), 24U);
}

TEST(Diagram, ABudgetIsKept) {
    Diagram d(20);
    Node sum = Diagram::kFalse;
    for (int i = 0; i < 40; ++i) sum = d.differ(sum, d.literal(d.add_variable()));
    EXPECT_TRUE(d.overflowed());
    EXPECT_LE(d.size(), 20U);
}

}  // namespace
}  // namespace tapestry
