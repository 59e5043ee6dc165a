// SPDX-License-Identifier: Apache-2.0
#include "expression.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <stdexcept>

namespace recount {
namespace {

// A dump with one scope of each kind, and values for its variables.
class ExpressionTest : public testing::Test {
protected:
    ExpressionTest() : input_(kHeader), reader_(input_) {
        for (int i = 0; i < reader_.signal_count(); ++i) {
            values_.push_back(Bits::all_unknown(reader_.width_of(i)));
        }
        inner_ = reader_.root().child("tb")->child("dut")->child("u_inner");
        set("a", "1100");
        set("b", "0101");
        set("one", "1");
        set("zero", "0");
        set("wide", std::string(1, '1') + std::string(99, '0'));
        set("up", "1000");
        set("high", "0010");
        set("partly", "0x01");
    }

    void set(const std::string& name, const std::string& digits) {
        const auto& variable = inner_->variables.at(name);
        values_[static_cast<std::size_t>(variable.signal)] = Bits::from_vcd(digits, variable.width);
    }

    void set_in(const Scope* scope, const std::string& name, const std::string& digits) {
        const auto& variable = scope->variables.at(name);
        values_[static_cast<std::size_t>(variable.signal)] = Bits::from_vcd(digits, variable.width);
    }

    // The value as digits, most significant first.
    std::string digits(const std::string& text, std::vector<Field> fields = {}) {
        const Bits value = Expression::parse(text, {inner_, std::move(fields)}).evaluate(values_);
        std::string result;
        for (int i = value.width() - 1; i >= 0; --i) {
            result += value.bit_is_unknown(i) ? 'x' : value.bit_is_one(i) ? '1' : '0';
        }
        return result;
    }

    static constexpr const char* kHeader =
        "$timescale 1ns $end\n"
        "$scope module tb $end\n"
        "$var wire 1 ! outer_net $end\n"
        "$scope module dut $end\n"
        "$var wire 8 A near_top [7:0] $end\n"
        "$scope module u_inner $end\n"
        "$var wire 4 \" a [3:0] $end\n"
        "$var wire 4 # b[3:0] $end\n"
        "$var wire 1 $ one $end\n"
        "$var wire 1 % zero $end\n"
        "$var wire 100 & wide [99:0] $end\n"
        "$var wire 4 ' up [0:3] $end\n"
        "$var wire 4 ( high [7:4] $end\n"
        "$var wire 4 ) partly [3:0] $end\n"
        "$var wire 8 * mem[0] [7:0] $end\n"
        "$var wire 8 + mem[1] [7:0] $end\n"
        "$var wire 2 , \\odd.name [1:0] $end\n"
        "$var wire 2 - rg$EN [1:0] $end\n"
        "$var wire 8 . packed [7:0] $end\n"
        "$scope begin g[0] $end\n"
        "$var wire 2 / x [1:0] $end\n"
        "$upscope $end\n"
        "$scope begin g[1] $end\n"
        "$var wire 2 0 x [1:0] $end\n"
        "$upscope $end\n"
        "$scope struct record $end\n"
        "$var wire 2 1 state [1:0] $end\n"
        "$upscope $end\n"
        "$upscope $end\n"
        "$upscope $end\n"
        "$upscope $end\n"
        "$enddefinitions $end\n";

    std::istringstream input_;
    VcdReader reader_;
    std::vector<Bits> values_;
    const Scope* inner_ = nullptr;
};

TEST_F(ExpressionTest, BitwiseAndLogical) {
    EXPECT_EQ(digits("a & b"), "0100");
    EXPECT_EQ(digits("a | b"), "1101");
    EXPECT_EQ(digits("a ^ b"), "1001");
    EXPECT_EQ(digits("~a"), "0011");
    EXPECT_EQ(digits("a && zero"), "0");
    EXPECT_EQ(digits("a && !zero"), "1");
    EXPECT_EQ(digits("zero || one"), "1");
    EXPECT_EQ(digits("!a"), "0");
}

TEST_F(ExpressionTest, ReductionsBindTighterThanBinaryOperators) {
    EXPECT_EQ(digits("&a"), "0");
    EXPECT_EQ(digits("|a"), "1");
    EXPECT_EQ(digits("^a"), "0");
    EXPECT_EQ(digits("~|a"), "0");
    EXPECT_EQ(digits("~&a"), "1");
    EXPECT_EQ(digits("one & |b"), "1");
    EXPECT_EQ(digits("one & & b"), "0");
}

TEST_F(ExpressionTest, PrecedenceIsThatOfVerilog) {
    EXPECT_EQ(digits("zero & one | one"), "1");
    EXPECT_EQ(digits("one | one & zero"), "1");
    EXPECT_EQ(digits("one || one && zero"), "1");
    EXPECT_EQ(digits("b & a == a"), "0001");  // b & (a == a)
    EXPECT_EQ(digits("a - b - 4'd1"), "0110");
    EXPECT_EQ(digits("zero ? a : one ? b : a"), "0101");
}

TEST_F(ExpressionTest, ComparisonsExtendToTheWiderOperand) {
    EXPECT_EQ(digits("a == 4'b1100"), "1");
    EXPECT_EQ(digits("a == 12"), "1");
    EXPECT_EQ(digits("a != b"), "1");
    EXPECT_EQ(digits("b < a"), "1");
    EXPECT_EQ(digits("a <= a"), "1");
    EXPECT_EQ(digits("a > 8'd12"), "0");
    EXPECT_EQ(digits("a >= 8'hc"), "1");
    // ~a is taken in the width of the other side, so its upper bits are 1.
    EXPECT_EQ(digits("~a == 8'b0000_0011"), "0");
    EXPECT_EQ(digits("~a == 8'b1111_0011"), "1");
    EXPECT_EQ(digits("wide > 100'd5"), "1");
}

TEST_F(ExpressionTest, ArithmeticWrapsInItsWidth) {
    EXPECT_EQ(digits("a + b"), "0001");
    EXPECT_EQ(digits("b - a"), "1001");
    EXPECT_EQ(digits("a + 8'd10"), "00010110");
    EXPECT_EQ(digits("-b"), "1011");
    EXPECT_EQ(digits("a >> 2"), "0011");
    EXPECT_EQ(digits("a << one"), "1000");
    EXPECT_EQ(digits("(a + b) == 32'd17"), "1");
}

TEST_F(ExpressionTest, UnknownBits) {
    EXPECT_EQ(digits("partly & 4'b1011"), "0001");
    EXPECT_EQ(digits("partly | 4'b0100"), "0101");
    EXPECT_EQ(digits("partly == 4'b0001"), "x");
    EXPECT_EQ(digits("partly == 4'b1001"), "0");
    EXPECT_EQ(digits("partly === 4'b0x01"), "1");
    EXPECT_EQ(digits("partly !== 4'b0001"), "1");
    EXPECT_EQ(digits("partly + 1'b1"), "xxxx");
    EXPECT_EQ(digits("|partly"), "1");
    EXPECT_EQ(digits("&partly"), "0");
    EXPECT_EQ(digits("^partly"), "x");
    EXPECT_EQ(digits("partly[2] ? 2'b10 : 2'b11"), "1x");
    EXPECT_EQ(digits("!partly[2]"), "x");
    EXPECT_EQ(digits("zero && partly[2]"), "0");
    EXPECT_EQ(digits("one || partly[2]"), "1");
    EXPECT_EQ(digits("partly[2] || zero"), "x");
}

TEST_F(ExpressionTest, SelectsFollowTheDeclaredRange) {
    EXPECT_EQ(digits("a[3]"), "1");
    EXPECT_EQ(digits("a[0]"), "0");
    EXPECT_EQ(digits("a[3:2]"), "11");
    EXPECT_EQ(digits("a[1 +: 2]"), "10");
    EXPECT_EQ(digits("wide[99]"), "1");
    EXPECT_EQ(digits("wide[99:97]"), "100");
    EXPECT_EQ(digits("up[0]"), "1");  // declared [0:3]
    EXPECT_EQ(digits("up[0:1]"), "10");
    EXPECT_EQ(digits("high[5]"), "1");  // declared [7:4]
    EXPECT_EQ(digits("high[5:4]"), "10");
    EXPECT_EQ(digits("a[b[1:0] + 2'd1]"), "1");
    EXPECT_EQ(digits("a[7]"), "x");
    EXPECT_EQ(digits("(a & b)[2]"), "1");
}

TEST_F(ExpressionTest, Concatenation) {
    EXPECT_EQ(digits("{a, one, 2'b01}"), "1100101");
    EXPECT_EQ(digits("{a[3], b} == 5'b10101"), "1");
    EXPECT_EQ(digits("{3{2'b10}}"), "101010");
    EXPECT_EQ(digits("&{one, one}"), "1");
}

TEST_F(ExpressionTest, Numbers) {
    EXPECT_EQ(digits("8'hA5"), "10100101");
    EXPECT_EQ(digits("4'o17"), "1111");
    EXPECT_EQ(digits("4'b1_0x1"), "10x1");
    EXPECT_EQ(digits("3"), std::string(30, '0') + "11");
    EXPECT_EQ(digits("70'd1180591620717411303423"), std::string(70, '1'));
    EXPECT_EQ(digits("4'sd3"), "0011");
}

TEST_F(ExpressionTest, NamesInOtherScopes) {
    set_in(inner_->child("g[0]"), "x", "01");
    set_in(inner_->child("g[1]"), "x", "10");
    set_in(inner_->child("record"), "state", "11");
    set_in(inner_->parent, "near_top", "10000001");
    set_in(inner_->parent->parent, "outer_net", "1");
    set("mem[1]", "11110000");
    set("odd.name", "10");
    set("rg$EN", "01");
    EXPECT_EQ(digits("g[0].x"), "01");
    EXPECT_EQ(digits("g[1].x[1]"), "1");
    EXPECT_EQ(digits("record.state == 2'd3"), "1");
    EXPECT_EQ(digits("mem[1]"), "11110000");
    EXPECT_EQ(digits("mem[1][7:4]"), "1111");
    EXPECT_EQ(digits("near_top[7]"), "1");  // found one scope up
    EXPECT_EQ(digits("outer_net"), "1");
    EXPECT_EQ(digits("\\odd.name [1]"), "1");
    EXPECT_EQ(digits("rg$EN"), "01");
    EXPECT_EQ(digits("dut.u_inner.g[1].x"), "10");
}

TEST_F(ExpressionTest, FieldsOfAStructThatIsOneVector) {
    set("packed", "11001010");
    EXPECT_THROW(digits("packed.state"), std::runtime_error);
    const std::vector<Field> fields{{inner_, "packed.state", 5, 3}};
    EXPECT_EQ(digits("packed.state", fields), "001");
    EXPECT_EQ(digits("packed.state == 3'd1", fields), "1");
    EXPECT_EQ(digits("packed.state[0]", fields), "1");
}

TEST_F(ExpressionTest, BadTextIsRefused) {
    EXPECT_THROW(digits("nowhere"), std::runtime_error);
    EXPECT_THROW(digits("a +"), std::runtime_error);
    EXPECT_THROW(digits("(a"), std::runtime_error);
    EXPECT_THROW(digits("a b"), std::runtime_error);
    EXPECT_THROW(digits("4'q1"), std::runtime_error);
    EXPECT_THROW(digits("a[b:0]"), std::runtime_error);
}

}  // namespace
}  // namespace recount
