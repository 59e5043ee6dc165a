// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/vhdl_generics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tapestry {
namespace {

const VhdlTexts& texts() {
    static const VhdlTexts all = {
        {"fifo.vhd",
         "entity Fifo is -- generic (NO : natural := 1)\n"
         "  generic (constant DEPTH, SPARE : positive := 4; WIDTH : natural := 8);\n"
         "  port (d : in std_logic_vector(WIDTH - 1 downto 0));\n"
         "end Fifo;\n"
         "architecture rtl of fifo is\n"
         "  type words is array (0 to 2 ** depth - 1) of std_logic;\n"
         "  type marks is array (spare - 1 downto 0) of std_logic;\n"
         "begin\nend rtl;\n"},
        {"top.vhd",
         "entity top is\n  generic (N : positive := 2);\n  port (clk : in std_logic);\nend top;\n"
         "architecture rtl of top is\n"
         "  component Fifo is\n    generic (DEPTH : positive := 4);\n  end component;\n"
         "begin\n"
         "  by_name : entity work.fifo generic map (WIDTH => 2 * N, depth => 16) port map (a);\n"
         "  by_place : Fifo generic map (3, (1 + 1)) port map (b);\n"
         "  lanes : for i in 0 to N - 1 generate\n"
         "    bare : component Fifo port map (c(i));\n"
         "  end generate;\n"
         "end rtl;\n"}};
    return all;
}

std::string listed() {
    std::string all;
    for (const VhdlGeneric& g : vhdl_generics(texts(), "TOP"))
        all += fmt::format("{}.{}={}{}{}\n", g.path, g.name, g.value, g.in_ports ? " ports" : "",
                           g.as_exponent ? " power" : (g.in_array ? " array" : ""));
    return all;
}

TEST(VhdlGenerics, OfInstancesByPath) {
    EXPECT_EQ(listed(),
              "top.N=2\n"
              "top.by_name.DEPTH=16 power\ntop.by_name.SPARE=4 array\n"
              "top.by_name.WIDTH=2 * N ports\n"
              "top.by_place.DEPTH=3 power\ntop.by_place.SPARE=(1 + 1) array\n"
              "top.bare.DEPTH=4 power\ntop.bare.SPARE=4 array\ntop.bare.WIDTH=8 ports\n");
}

// The line of the text in which the change is.
std::string changed(const std::string& path, const std::string& start) {
    const auto found = find_vhdl_generic(vhdl_generics(texts(), "top"), path);
    if (!found) return "none";
    const std::string text = with_generic(texts().at(found->file), *found, "64");
    const std::size_t at = text.find(start);
    return text.substr(at, text.find('\n', at) - at);
}

TEST(VhdlGenerics, GetOtherValues) {
    EXPECT_EQ(changed("top.by_name.depth", "by_name"),
              "by_name : entity work.fifo generic map (WIDTH => 2 * N, depth => 64) port map (a);");
    EXPECT_EQ(changed("TOP.BY_NAME.SPARE", "by_name"),
              "by_name : entity work.fifo generic map (SPARE => 64, WIDTH => 2 * N, depth => 16) "
              "port map (a);");
    EXPECT_EQ(changed("top.by_place.SPARE", "by_place"),
              "by_place : Fifo generic map (3, 64) port map (b);");
    EXPECT_EQ(changed("top.lanes[1].bare.DEPTH", "bare"),
              "bare : component Fifo generic map (DEPTH => 64) port map (c(i));");
    EXPECT_EQ(changed("top.N", "generic"), "generic (N : positive := 64);");
    EXPECT_EQ(changed("top.by_name.OTHER", ""), "none");
    EXPECT_EQ(changed("top.by_place.WIDTH", ""), "none");
}

}  // namespace
}  // namespace tapestry
