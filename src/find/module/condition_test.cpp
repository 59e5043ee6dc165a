// SPDX-License-Identifier: Apache-2.0
#include "find/module/condition.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "read/verilog/elaborated_text.h"

namespace tapestry {
namespace {

// The conditions c0, c1, … over a, b, the unknown z, and the wire w = a & b.
struct ConditionRow {
    std::string condition;
    std::string truth;  // for (a, b) = 00 01 10 11; ? where it depends on something else
    std::string text;   // as Verilog; "-" when it cannot be written
};

const std::vector<ConditionRow> kTable = {
    {"a", "0011", "a"},
    {"!a", "1100", "!a"},
    {"a && b", "0001", "(a && b)"},
    {"a || !b", "1011", "(a || !b)"},
    {"a && z", "00??", "(a && z)"},
    {"a || z", "??11", "(a || z)"},
    {"w", "0001", "w"},
    {"z", "????", "z"},
    {"n == 4'd5", "????", "(4'h5 == n)"},  // elaboration puts the constant first
    {"a ^ b", "????", "-"},
};

TEST(Condition, Table) {
    std::string text =
        "module top (input clk, input rst, input a, input b, input z, input [3:0] n, output reg "
        "[15:0] q);\nwire w = a & b;\nalways @(posedge clk) begin\n";
    for (std::size_t i = 0; i < kTable.size(); ++i)
        text += fmt::format("if (!rst && ({})) q[{}] <= !q[{}];\n", kTable[i].condition, i, i);
    const Elaborated elaborated = elaborate_text(text + "end\nendmodule\n", "top");
    const Module& top =
        elaborated.design.modules.at(static_cast<std::size_t>(elaborated.design.top));
    const ModuleIndex index(top);
    auto var = [&](const char* name) { return find_var(elaborated.design, "top", name).var; };
    for (const Assignment& a : top.assignments) {
        if (a.target != var("q")) continue;
        const ConditionRow& row = kTable.at(a.lsb);
        std::string truth;
        for (const auto& [va, vb] :
             {std::pair{false, false}, {false, true}, {true, false}, {true, true}}) {
            const auto value =
                evaluate(index, a.guards, {{var("rst"), false}, {var("a"), va}, {var("b"), vb}});
            truth += !value ? '?' : *value ? '1' : '0';
        }
        EXPECT_EQ(truth, row.truth) << row.condition;
        const std::string rendered = render(index, a.guards, "none").value_or("-");
        const std::string wanted = row.text == "-" ? "-" : "(!rst && " + row.text + ")";
        EXPECT_EQ(rendered, wanted) << row.condition;
    }
}

TEST(Condition, TheResetIsLeftOut) {
    const Elaborated elaborated = elaborate_text(
        "module top (input clk, input rst, input a, output reg q); always @(posedge clk) if (rst) "
        "q <= 0; else if (a) q <= !q; endmodule",
        "top");
    const Module& top =
        elaborated.design.modules.at(static_cast<std::size_t>(elaborated.design.top));
    const ModuleIndex index(top);
    ASSERT_EQ(top.assignments.size(), 2u);
    EXPECT_EQ(render(index, top.assignments[1].guards, "rst"), "a");
    EXPECT_EQ(render(index, top.assignments[1].guards, ""), "!rst && a");
    EXPECT_EQ(render(index, top.assignments[0].guards, "rst"), std::nullopt) << "nothing is left";
}

}  // namespace
}  // namespace tapestry
