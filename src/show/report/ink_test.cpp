// SPDX-License-Identifier: Apache-2.0
#include "show/report/ink.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

const Ink kUnicode(ReportStyle{80, false, true, 10});
const Ink kAscii(ReportStyle{80, false, false, 10});
const Ink kColour(ReportStyle{80, true, true, 10});

TEST(Ink, GroupsDigits) {
    EXPECT_EQ(thousands(0), "0");
    EXPECT_EQ(thousands(999), "999");
    EXPECT_EQ(thousands(1000), "1,000");
    EXPECT_EQ(thousands(1048576), "1,048,576");
    EXPECT_EQ(thousands(-100), "-100");
    EXPECT_EQ(thousands(INT64_MIN), "-9,223,372,036,854,775,808");
}

TEST(Ink, RoundsNothingToNoneOrAll) {
    EXPECT_EQ(percent(0), "0%");
    EXPECT_EQ(percent(1e-9), "<0.1%");
    EXPECT_EQ(percent(0.4871), "48.7%");
    EXPECT_EQ(percent(1 - 1e-9), ">99.9%");
    EXPECT_EQ(percent(1), "100%");
    EXPECT_EQ(decimal(16), "16.0");
    EXPECT_EQ(decimal(0), "0.00");
    EXPECT_EQ(decimal(0.012), "0.01");
    EXPECT_EQ(decimal(0.0001), "<0.01");
    EXPECT_EQ(decimal(1417.4), "1,417");
    EXPECT_EQ(decimal(1e300), "?");
}

TEST(Ink, DrawsBarsToTheEighth) {
    EXPECT_EQ(kUnicode.bar(0, 4, Colour::plain), "");
    EXPECT_EQ(kUnicode.bar(1e-9, 4, Colour::plain), "▏");
    EXPECT_EQ(kUnicode.bar(0.375, 4, Colour::plain), "█▌");
    EXPECT_EQ(kUnicode.bar(1, 4, Colour::plain), "████");
    EXPECT_EQ(kUnicode.bar(7, 4, Colour::plain), "████");
    EXPECT_EQ(kAscii.bar(0.5, 4, Colour::plain), "##");
    EXPECT_EQ(kColour.bar(1, 1, Colour::red), "\x1b[31m█\x1b[0m");
    EXPECT_EQ(display_width(kColour.bar(1, 9, Colour::red)), 9);
}

TEST(Ink, StackedBarsFillTheirWidth) {
    EXPECT_EQ(kUnicode.stacked_bar({{0.5, 0}, {0.25, 1}, {0.25, 3}}, 8), "████▓▓░░");
    EXPECT_EQ(kAscii.stacked_bar({{0.001, 0}, {0.998, 1}, {0, 2}, {0.001, 3}}, 8), "#xxxxxx.");
    for (int width = 4; width < 50; ++width) {
        for (double a = 0; a <= 1; a += 0.07) {
            const auto bar =
                kAscii.stacked_bar({{a, 0}, {(1 - a) / 3, 1}, {(1 - a) * 2 / 3, 2}}, width);
            EXPECT_EQ(display_width(bar), width);
        }
    }
}

TEST(Ink, DrawsSparklines) {
    EXPECT_EQ(kUnicode.sparkline({0, 1, 4, 8}, 9), "·▁▄█");
    EXPECT_EQ(kAscii.sparkline({0, 1, 4, 8}, 9), "_.=@");
    EXPECT_EQ(kUnicode.sparkline({1, 1, 0, 0, 2, 2}, 3), "▄·█");
    EXPECT_EQ(kUnicode.sparkline({}, 9), "");
}

TEST(Ink, DefusesStrangeText) {
    EXPECT_EQ(kUnicode.printable("a\x1b[31m\n\x7f"), "a?[31m??");
    EXPECT_EQ(kUnicode.printable("\xc2\x9b"), "??");
    EXPECT_EQ(kUnicode.printable("\xff\xe2\x96"), "???");
    EXPECT_EQ(kUnicode.printable("é"), "é");
    EXPECT_EQ(kUnicode.printable("a\u202eb\u2066c\u200bd\u061ce\ufefff"), "a???b???c???d??e???f");
    EXPECT_EQ(kUnicode.printable("–…█"), "–…█");
    EXPECT_EQ(kAscii.printable("é"), "?");
    EXPECT_EQ(kUnicode.tail("dut.u_core.state", 10), "…ore.state");
    EXPECT_EQ(kAscii.tail("dut.u_core.state", 10), "...e.state");
    EXPECT_EQ(kUnicode.tail("short", 10), "short");
}

}  // namespace
}  // namespace tapestry
