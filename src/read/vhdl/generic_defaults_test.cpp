// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/generic_defaults.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(GenericDefaults, LiteralsAreExactOrNone) {
    EXPECT_EQ(literal_of("1e+08"), "1.0e+08");
    EXPECT_EQ(literal_of("2.5"), "2.5");
    EXPECT_EQ(literal_of("-3"), "-3.0");
    EXPECT_EQ(literal_of("20000000000 fs"), "20000000000 fs");
    EXPECT_EQ(literal_of("\"01X\""), "\"01X\"");
    EXPECT_EQ(literal_of("\"a\"\"b\""), std::nullopt);
    EXPECT_EQ(literal_of("0.333333"), std::nullopt);
    EXPECT_EQ(literal_of("1.23457e+06"), std::nullopt);
    EXPECT_EQ(literal_of("(1, 2)"), std::nullopt);
    EXPECT_EQ(literal_of(""), std::nullopt);
}

TEST(GenericDefaults, RecordsKeepTheTypesOfTheirElements) {
    RecordElements elements;
    add_record_elements(
        "type c is record\n depth, room : natural range 0 to 9; Gain : real; -- x : real;\n"
        " code : std_logic_vector(3 downto 0); pol : std_logic;\nend record; type d is record "
        "gain2 : "
        "real; pol : real; end record;",
        elements);
    EXPECT_EQ(literal_of("(depth => 3, gain => 2, code => \"1,0\", pol => '1')", elements),
              "(depth => 3, gain => 2.0, code => \"1,0\", pol => '1')");
    EXPECT_EQ(literal_of("(room => 3, c => (fast => true, gain2 => -1))", elements),
              "(room => 3, c => (fast => true, gain2 => -1.0))");
    EXPECT_EQ(literal_of("(code => '1', sign => ',', depth => 2)", elements),
              "(code => '1', sign => ',', depth => 2)");
    EXPECT_EQ(literal_of("(pol => 1)", elements), std::nullopt);
    EXPECT_EQ(literal_of("(gain => 0.333333)", elements), std::nullopt);
    EXPECT_EQ(literal_of("2", elements), "2.0");
}

const std::string kText =
    "entity Other is generic (rate : real); end entity;\n"
    "entity E is\n  generic (\n    n, m : natural; -- rate : real\n    Rate : real;\n"
    "    span : time := 5 ns\n      + 1 ns);\nend entity;\n";

TEST(GenericDefaults, ADeclarationGetsItsDefault) {
    const auto rate = with_default(kText, "e", "rate", "1.0e+08");
    ASSERT_TRUE(rate);
    EXPECT_NE(rate->find("Rate : real := 1.0e+08;"), std::string::npos);
    EXPECT_NE(rate->find("(rate : real);"), std::string::npos);
    const auto span = with_default(kText, "e", "span", "7 fs");
    ASSERT_TRUE(span);
    EXPECT_NE(span->find("span : time  := 7 fs\n);"), std::string::npos);
    EXPECT_EQ(with_default(kText, "e", "m", "1.0"), std::nullopt);
    EXPECT_EQ(with_default(kText, "e", "n", "1.0"), std::nullopt);
    EXPECT_EQ(with_default(kText, "f", "rate", "1.0"), std::nullopt);
}

}  // namespace
}  // namespace tapestry
