// SPDX-License-Identifier: Apache-2.0
#include "show/check/interval.h"

#include <gtest/gtest.h>

#include <random>

namespace tapestry {
namespace {

TEST(Interval, ComparesOnlyWhatIsSure) {
    const Interval five = Interval::point(5);
    const Interval from_five = Interval::at_least(5);
    const Interval anything = Interval::anything();
    const struct {
        Interval a;
        const char* sign;
        Interval b;
        Truth truth;
    } cases[] = {{five, "<", Interval::point(6), Truth::yes},
                 {five, "<", five, Truth::no},
                 {five, "<=", five, Truth::yes},
                 {five, "==", five, Truth::yes},
                 {five, "!=", five, Truth::no},
                 {from_five, "<", Interval::point(9), Truth::unknown},
                 {from_five, "<", Interval::point(5), Truth::no},
                 {from_five, ">=", Interval::point(5), Truth::yes},
                 {from_five, "==", Interval::point(4), Truth::no},
                 {from_five, "==", Interval::point(5), Truth::unknown},
                 {anything, "<", anything, Truth::unknown},
                 {anything, ">", five, Truth::unknown}};
    for (const auto& c : cases) {
        EXPECT_EQ(compare(c.a, c.sign, c.b), c.truth)
            << static_cast<double>(c.a.least) << c.sign << static_cast<double>(c.b.least);
    }
}

TEST(Interval, KeepsWhatIsTrueForEveryValue) {
    std::mt19937 random(3);
    auto some = [&] { return static_cast<long double>(static_cast<int>(random() % 21) - 10); };
    auto between = [&](Interval i) {
        return i.least + (i.most - i.least) * static_cast<long double>(random() % 5) / 4;
    };
    auto holds = [](Interval i, long double value) {
        constexpr long double kRounding = 1e-12L;
        return i.least <= value + kRounding && value <= i.most + kRounding;
    };
    for (int round = 0; round < 20'000; ++round) {
        Interval a{some(), some()}, b{some(), some()};
        if (a.least > a.most) std::swap(a.least, a.most);
        if (b.least > b.most) std::swap(b.least, b.most);
        const long double x = between(a), y = between(b);
        ASSERT_TRUE(holds(a + b, x + y));
        ASSERT_TRUE(holds(a - b, x - y));
        ASSERT_TRUE(holds(a * b, x * y));
        ASSERT_TRUE(holds(max(a, b), std::max(x, y)));
        ASSERT_TRUE(holds(min(a, b), std::min(x, y)));
        if (y != 0) {
            ASSERT_TRUE(holds(a / b, x / y));
        }
        for (const char* sign : {"<", "<=", ">", ">=", "==", "!="}) {
            const Truth truth = compare(a, sign, b);
            const Truth real = compare(Interval::point(x), sign, Interval::point(y));
            ASSERT_TRUE(truth == Truth::unknown || truth == real);
        }
    }
}

TEST(Interval, InfinityIsABoundAndNotAValue) {
    const Interval zero = Interval::point(0);
    const Interval product = zero * Interval::at_least(3);
    EXPECT_EQ(product.least, 0);
    EXPECT_EQ(product.most, 0);
    const Interval difference = Interval::at_least(3) - Interval::at_least(3);
    EXPECT_EQ(compare(difference, "==", zero), Truth::unknown);
    EXPECT_EQ(compare(Interval::point(1) / zero, ">", zero), Truth::unknown);
    const Interval quotient = Interval::at_least(4) / Interval::at_least(2);
    EXPECT_EQ(compare(quotient, ">=", zero), Truth::yes);
}

}  // namespace
}  // namespace tapestry
