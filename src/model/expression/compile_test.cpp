// SPDX-License-Identifier: Apache-2.0
#include "model/expression/compile.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tapestry {
namespace {

// a: 4 bits 0110, b: 4 bits 1x01, wide: 100 bits with bits 0 and 99 set, up: [0:3] 0001,
// s: 4 signed bits 1010, P = 3.
class ExpressionTest : public ::testing::Test {
protected:
    ExpressionTest() {
        set(add("a", 4, 3, 0), 0b0110, 0);
        set(add("b", 4, 3, 0), 0b1001, 0b0100);
        const std::uint32_t wide = add("wide", 100, 99, 0);
        const std::uint64_t ones[] = {1, std::uint64_t{1} << 35};
        const std::uint64_t unknown[] = {0, 0};
        values_.set(wide, ones, unknown);
        set(add("up", 4, 0, 3), 0b0001, 0);
        set(add("s", 4, 3, 0), 0b1010, 0);
        names_.back().is_signed = true;
    }

    // A packed array of `outer` elements of the last range.
    void add_packed(const std::string& name, std::vector<PackedRange> outer, std::uint32_t width,
                    std::int64_t left, std::int64_t right, std::uint64_t ones) {
        set(add(name, width, left, right), ones, 0);
        names_.back().outer = std::move(outer);
    }

    std::uint32_t add(const std::string& name, std::uint32_t width, std::int64_t left,
                      std::int64_t right) {
        names_.push_back({name, values_.add(width), width, left, right, {}, false});
        return names_.back().slot;
    }
    void set(std::uint32_t slot, std::uint64_t ones, std::uint64_t unknown) {
        values_.set(slot, &ones, &unknown);
    }

    std::optional<NameMeaning> find(const std::vector<NamePart>& parts, std::string& why) const {
        NameMeaning meaning;
        meaning.used = 1;
        if (parts[0].name == "P") {
            meaning.constant = Bits::of(3, 32);
            return meaning;
        }
        for (const Known& known : names_) {
            if (known.name != parts[0].name) continue;
            meaning.slot = known.slot;
            meaning.width = known.width;
            meaning.left = known.left;
            meaning.right = known.right;
            meaning.outer = known.outer;
            meaning.is_signed = known.is_signed;
            return meaning;
        }
        why = "no " + parts[0].name;
        return std::nullopt;
    }

    // The digits of the value, or the reason for its absence.
    std::string value_of(const std::string& text) {
        std::string why;
        const auto program = compile_expression(
            text, [this](const auto& parts, std::string& reason) { return find(parts, reason); },
            why);
        if (!program) return why;
        const std::string any = digits(evaluator_.any(*program, values_));
        if (program->is_narrow()) {
            const NarrowBits narrow = evaluator_.narrow(*program, values_);
            const std::string text_of_narrow =
                digits({program->width(), {narrow.ones}, {narrow.unknown}});
            EXPECT_EQ(any, text_of_narrow) << text;
        }
        return any;
    }
    static std::string digits(const Bits& bits) {
        std::string text;
        for (std::uint32_t i = bits.width; i-- > 0;) {
            text += (bits.unknown[i / 64] >> i % 64 & 1) ? 'x'
                    : (bits.ones[i / 64] >> i % 64 & 1)  ? '1'
                                                         : '0';
        }
        return text;
    }

    struct Known {
        std::string name;
        std::uint32_t slot;
        std::uint32_t width;
        std::int64_t left;
        std::int64_t right;
        std::vector<PackedRange> outer;
        bool is_signed;
    };
    std::vector<Known> names_;
    SignalValues values_;
    Evaluator evaluator_;
};

TEST_F(ExpressionTest, ValuesFollowTheRulesOfVerilog) {
    const std::pair<const char*, std::string> table[] = {
        {"a", "0110"},
        {"b", "1x01"},
        {"~a", "1001"},
        {"!a", "0"},
        {"!b[2]", "x"},
        {"b[2]", "x"},
        {"a[2:1]", "11"},
        {"a[1 +: 2]", "11"},
        {"a[2 -: 2]", "11"},
        {"up[3]", "1"},
        {"up[0:1]", "00"},
        {"a & b", "0x00"},
        {"a | b", "1111"},
        {"a ^ b", "1x11"},
        {"&a", "0"},
        {"|a", "1"},
        {"^a", "0"},
        {"~|a", "0"},
        {"^b", "x"},
        {"a && b", "1"},
        {"a[0] && b[2]", "0"},
        {"a[1] && b[2]", "x"},
        {"a[1] || b[2]", "1"},
        {"a == 6", "1"},
        {"a == b", "0"},  // known bits differ
        {"b == 4'b1x01", "x"},
        {"b === 4'b1x01", "1"},
        {"b !== 4'b1x01", "0"},
        {"a != 4'd6", "0"},
        {"a < 7", "1"},
        {"a <= 6", "1"},
        {"a > 6", "0"},
        {"a >= b", "x"},
        {"a + a", "1100"},
        {"a + 4'd10 == 16", "1"},    // the carry is kept: the comparison has 32 bits
        {"a + 4'd10 == 4'd0", "1"},  // and here it is lost
        {"{a + 4'd10} == 16", "0"},  // as inside braces
        {"a - 4'd7", "1111"},
        {"-a", "1010"},
        {"a * 3 == 18", "1"},
        {"a / 0 == 0", "x"},
        {"a % 4 == 2", "1"},
        {"a << 1", "1100"},
        {"a >> 1", "0011"},
        {"b << 1", "x010"},
        {"{a, 2'b01}", "011001"},
        {"{2{a[1:0]}}", "1010"},
        {"a[1] ? 2'b01 : 2'b10", "01"},
        {"b[2] ? 2'b01 : 2'b11", "x1"},
        {"a[b[0]]", "1"},
        {"a[b]", "x"},
        {"a == P + 3", "1"},
        {"wide[99]", "1"},
        {"wide[99:98]", "10"},
        {"wide == 100'h8000000000000000000000001", "1"},
        {"wide != 0", "1"},
        {"^wide", "0"},
        {"wide + wide == 2", "1"},  // the top bit is lost, for the other number has 32 bits
        {"(wide >> 99) == 1", "1"},
        {"{wide, 1'b0} == 101'h10000000000000000000000002", "1"},
        {"wide < 100'd5", "0"},
        {"\\a [1]", "1"},
        {"a ~^ b", "0x00"},
        {"a ^~ 4'b0011", "1010"},
        {"(a ~^ 4'b0110) == 32'hffffffff", "1"},  // the operands are extended, not the result
        {"~&a", "1"},
        {"~^b", "x"},
        {"^~a", "1"},
        {"a <<< 1", "1100"},
        {"a >>> 1", "0011"},
        {"s >>> 2", "1110"},
        {"s >> 2", "0010"},
        {"(s >>> 2) + a", "1000"},  // a is unsigned, and so is all of it
        {"s < 0", "1"},
        {"s < a", "0"},
        {"s[3:0] < 0", "0"},
        {"s == -6", "1"},
        {"s / 4'sd4", "1111"},
        {"s % 4'sd4", "1110"},
        {"+s < 4'sd0", "1"},
        {"s + 8'sd0", "11111010"},
        {"a == '1", "0"},
        {"4'hf == '1", "1"},
        {"{100{1'b1}} == '1", "1"},
        {"8'bx === 8'bxxxxxxxx", "1"},
        {"8 'h f", "00001111"},
        {"up[a]", "x"},
        {"up[a[1:0]]", "0"},
        {"up[a[1:0] + 2'd1]", "1"},
        {"a[b[0] +: 2]", "11"},
        {"a[a[1:0] +: 3]", "x01"},
        {"a[a[0] -: 2]", "0x"},
        {"up[a[0] +: 2]", "00"},
        {"a[P - 1]", "1"},
        {"wide * 3 == 100'h8000000000000000000000003", "1"},
        {"wide / 100'h4000000000000000000000000", std::string(98, '0') + "10"},
        {"wide % 100'd7", std::string(97, '0') + "010"},
        {"wide >>> 99", std::string(99, '0') + "1"},
    };
    for (const auto& [text, expected] : table) EXPECT_EQ(value_of(text), expected) << text;
}

TEST_F(ExpressionTest, AnIndexIntoAPackedArrayTakesAnElement) {
    add_packed("lanes", {{3, 0}}, 16, 3, 0, 0xa5c1);            // [3:0][3:0]
    add_packed("rising", {{0, 1}}, 8, 3, 0, 0x3c);              // [0:1][3:0]
    add_packed("cube", {{1, 0}, {1, 0}}, 8, 1, 0, 0b11100100);  // [1:0][1:0][1:0]
    const std::pair<const char*, const char*> table[] = {
        {"lanes[0]", "0001"},
        {"lanes[3]", "1010"},
        {"lanes[3][1]", "1"},
        {"lanes[1][3:2]", "11"},
        {"rising[0]", "0011"},
        {"rising[1]", "1100"},
        {"cube[1]", "1110"},
        {"cube[1][0]", "10"},
        {"cube[1][0][1]", "1"},
        {"lanes[2:1]", "01011100"},
        {"lanes[1 +: 2]", "01011100"},
        {"lanes == 16'ha5c1", "1"},
        {"lanes[4]", "a select is beyond its range"},
        {"lanes[a[2:1]]", "1010"},
        {"lanes[a[0] +: 2]", "11000001"},
        {"rising[a[1]]", "1100"},
    };
    for (const auto& [text, expected] : table) EXPECT_EQ(value_of(text), expected) << text;
}

TEST_F(ExpressionTest, WhatIsNotUnderstoodIsRefusedWithAReason) {
    const std::pair<const char*, const char*> table[] = {
        {"", "it ends too early"},
        {"a +", "it ends too early"},
        {"(a", "it ends too early"},
        {"nowhere", "no nowhere"},
        {"$signed(a)", "an expression cannot begin with '$signed'"},
        {"a ** 2", "'**' cannot stand behind 'a'"},
        {"a <<<= 2", "'<<<=' cannot stand behind 'a'"},
        {"a[7]", "a select is beyond its range"},
        {"a[b:0]", "a constant is needed"},
        {"2'b2", "'2'b2' is no number of Verilog"},
        {"0'b1", "'0'b1' is no number of Verilog"},
        {"{50{wide}} * 3", "it multiplies or divides values of more than 4096 bits"},
    };
    for (const auto& [text, expected] : table) EXPECT_EQ(value_of(text), expected) << text;
    EXPECT_EQ(value_of(std::string(100'000, '(')), "it is nested too deeply");
    EXPECT_EQ(value_of(std::string(100'000, '~')), "it is nested too deeply");
    std::string sum = "a";
    for (int i = 0; i < 5000; ++i) sum += "+a";
    EXPECT_EQ(value_of(sum), "it has too many operands");
    EXPECT_EQ(value_of("{1000{{1000{{1000{1'b1}}}}}}"), "a concatenation is too wide");
}

TEST(BitsOfDecimal, AreAsWideAsTheyMustBe) {
    EXPECT_EQ(bits_of_decimal("0")->width, 1u);
    EXPECT_EQ(bits_of_decimal("4")->width, 3u);
    const auto large = bits_of_decimal("36893488147419103233");  // 2^65 + 1
    ASSERT_TRUE(large);
    EXPECT_EQ(large->width, 66u);
    EXPECT_EQ(large->ones, (std::vector<std::uint64_t>{1, 2}));
    EXPECT_FALSE(bits_of_decimal("12a"));
    EXPECT_FALSE(bits_of_decimal(""));
}

}  // namespace
}  // namespace tapestry
