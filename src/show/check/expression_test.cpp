// SPDX-License-Identifier: Apache-2.0
#include "show/check/expression.h"

#include <gtest/gtest.h>

#include <random>

namespace tapestry {
namespace {

TEST(Expression, TakesTheLanguage) {
    for (const char* text :
         {"cycles < 1000", "queue(\"u_fifo\").max_occupancy < 60",
          "share(state(\"fsm\",\"WAIT\")) < 0.2", "cycles <= baseline * 1.02",
          "share(state(\"fsm\", \"WAIT\")) < 20% and not cycles > 1_000_000",
          "(cycles < 1 or cycles > 2) and cycles != 7", "-cycles + 2 * 3 / 4 >= -1e3",
          "max(queue(\"*\").max_occupancy) <= 64", "count(queue(\"*\").depth) == 3",
          "call(\"f\").mean_latency < baseline(call(\"f\").mean_latency) + 5",
          "(baseline + 10) * 2 > cycles", "share(channel(\"a\").blocked_cycles) < 0.5",
          "transition(\"fsm\", \"A\", \"B\").count == 0", "((((cycles)))) == 1"}) {
        const auto result = parse_expression(text);
        const auto* error = std::get_if<ExpressionError>(&result);
        EXPECT_FALSE(error) << text << ": " << error->column << " " << error->sentence;
    }
}

TEST(Expression, PointsAtWhatIsWrong) {
    const struct {
        const char* text;
        std::size_t column;
        const char* says;
    } cases[] = {
        {"", 0, "missing at the end"},
        {"cycles", 0, "a check compares it"},
        {"cycles <", 8, "missing at the end"},
        {"cycles < 3 3", 11, "an operator or the end"},
        {"cycels < 3", 0, "'cycels' is not known"},
        {"queue(\"a\") < 3", 10, "say which number, with a dot: depth, pushes"},
        {"queue(\"a\").depht < 3", 11, "it has: depth"},
        {"queue(a).depth < 3", 6, "in quotes"},
        {"state(\"a\").cycles < 3", 9, "','"},
        {"queue(\"a.depth < 3", 6, "no word, number, text or sign"},
        {"cycles < 3 & cycles > 1", 11, "no word, number, text or sign"},
        {"1 < cycles < 3", 11, "join two comparisons with 'and'"},
        {"cycles and cycles < 3", 0, "a condition is expected"},
        {"cycles + (cycles < 3) < 4", 10, "a number is expected"},
        {"baseline < baseline", 11, "one side only"},
        {"share(cycles) < 3", 6, "taken of things of the run"},
        {"(cycles < 3", 11, "')' is missing"},
        {"not cycles", 4, "a condition is expected"},
    };
    for (const auto& c : cases) {
        const auto result = parse_expression(c.text);
        const auto* error = std::get_if<ExpressionError>(&result);
        ASSERT_TRUE(error) << c.text;
        EXPECT_EQ(error->column, c.column) << c.text << ": " << error->sentence;
        EXPECT_NE(error->sentence.find(c.says), std::string::npos)
            << c.text << ": " << error->sentence;
    }
}

TEST(Expression, BindsAsArithmeticDoes) {
    const ExpressionPtr e =
        std::get<ExpressionPtr>(parse_expression("1 - 2 - 3 * 4 < 5 or 6 < 7 and 8 < 9"));
    EXPECT_EQ(e->op, Expression::Op::disjunction);
    EXPECT_EQ(e->children[1]->op, Expression::Op::conjunction);
    const Expression& sum = *e->children[0]->children[0];
    EXPECT_EQ(sum.op, Expression::Op::subtract);
    EXPECT_EQ(sum.children[0]->op, Expression::Op::subtract);
    EXPECT_EQ(sum.children[1]->op, Expression::Op::multiply);
}

TEST(Expression, RefusesWhatIsTooDeepOrTooLong) {
    for (const char* part : {"(", "-", "not ", "baseline("}) {
        std::string text;
        while (text.size() < 3000) text += part;
        EXPECT_TRUE(std::holds_alternative<ExpressionError>(parse_expression(text)));
    }
    EXPECT_TRUE(std::holds_alternative<ExpressionError>(
        parse_expression("cycles < 1" + std::string(5000, ' '))));
}

// Tokens of the language in any order: a condition or an error inside the text, never a crash.
TEST(Expression, SurvivesNonsense) {
    const char* const kWords[] = {"cycles", "baseline", "(",      ")",   "<",     "<=",    "and",
                                  "or",     "not",      "share",  "max", "state", "queue", "\"a\"",
                                  ",",      ".",        "cycles", "+",   "-",     "*",     "/",
                                  "1",      "0.5",      "%",      "\"",  "e",     "\xff",  "1e9"};
    std::mt19937 random(7);
    for (int round = 0; round < 50'000; ++round) {
        std::string text;
        for (unsigned n = random() % 12; n > 0; --n) {
            text += kWords[random() % std::size(kWords)];
            if (random() % 2) text += ' ';
        }
        const auto result = parse_expression(text);
        if (const auto* error = std::get_if<ExpressionError>(&result)) {
            ASSERT_LE(error->column, text.size()) << text;
        }
    }
}

}  // namespace
}  // namespace tapestry
