// SPDX-License-Identifier: Apache-2.0
#include "elaborate/xml_reader.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "elaborate/elaborated_text.h"

namespace tapestry {
namespace {

TEST(XmlReader, DecodesNames) {
    const std::pair<std::string, std::string> cases[] = {
        {"plain", "plain"},
        {"g__BRA__0__KET__", "g[0]"},
        {"a__DOT__b", "a.b"},
        {"a__BRA__0__KET____DOT__b", "a[0].b"},
        {"a__02Db", "a-b"},
        {"__dunder__", "__dunder__"},
        {"a__0", "a__0"},
        {"a__0zz", "a__0zz"},
        {"", ""},
    };
    for (const auto& [coded, name] : cases) EXPECT_EQ(decode_name(coded), name);
}

TEST(XmlReader, RefusesWhatIsNoDesign) {
    std::string folder =
        (std::filesystem::temp_directory_path() / "xml_reader_test-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(folder.data()));
    for (const char* text :
         {"", "<", "<verilator_xml>", "<verilator_xml/>", "<a/>", "\xff\xfe", "{}"}) {
        Diagnostics diagnostics;
        ASSERT_TRUE(write_file(folder + "/x.xml", text, diagnostics));
        EXPECT_FALSE(read_design_xml(folder + "/x.xml", diagnostics)) << text;
        EXPECT_EQ(diagnostics.all().at(0).code, Code::elaboration_unreadable) << text;
    }
    Diagnostics diagnostics;
    EXPECT_FALSE(read_design_xml(folder + "/nowhere.xml", diagnostics));
    std::filesystem::remove_all(folder);
}

TEST(XmlReader, ReadsATinyDesign) {
    const Elaborated elaborated = elaborate_text(R"(
        package words; typedef enum logic [1:0] {IDLE, BUSY = 2'd2} word_t; endpackage
        module leaf #(parameter W = 4) (input clk, input [W-1:0] d, output reg [W-1:0] q);
            always @(posedge clk) q <= d;
        endmodule
        module top (input clk, input rst_n, input [7:0] x, output [7:0] y);
            words::word_t state;
            reg [7:0] store [0:15];
            wire [3:0] low;
            always @(posedge clk or negedge rst_n)
                if (!rst_n) state <= words::IDLE;
                else case (state)
                    words::IDLE: if (x[0]) state <= words::BUSY;
                    default: state <= words::IDLE;
                endcase
            for (genvar i = 0; i < 2; i++) begin : g
                leaf #(4) u (.clk, .d(x[4*i +: 4]), .q(y[4*i +: 4]));
            end
            leaf #(4) array [1:0] (.clk(clk), .d(x), .q());
        endmodule
    )",
                                                 "top");
    const Design& design = elaborated.design;
    const Module& top = design.modules.at(static_cast<std::size_t>(design.top));
    EXPECT_EQ(top.source_name, "top");
    const Var& state = top.var(find_var(design, "top", "state").var);
    ASSERT_NE(state.enumeration, kNone);
    const Type& type = design.types.at(static_cast<std::size_t>(state.enumeration));
    ASSERT_EQ(type.items.size(), 2u);
    EXPECT_EQ(type.items[1].name, "BUSY");
    EXPECT_EQ(type.items[1].value.decimal(), "2");
    const Type& store = design.types.at(
        static_cast<std::size_t>(top.var(find_var(design, "top", "store").var).type));
    EXPECT_EQ(store.kind, Type::Kind::unpacked_array);
    EXPECT_EQ(store.elements, 16u);
    EXPECT_EQ(design.width_of(top.var(find_var(design, "top", "low").var).type), 4u);
    EXPECT_EQ(top.var(find_var(design, "top", "y").var).direction, Direction::output);

    const auto clocked =
        std::find_if(top.processes.begin(), top.processes.end(),
                     [](const Process& p) { return p.kind == Process::Kind::clocked; });
    ASSERT_NE(clocked, top.processes.end());
    ASSERT_EQ(clocked->edges.size(), 2u);
    EXPECT_EQ(clocked->edges[0].edge, Edge::positive);
    EXPECT_EQ(clocked->edges[1].edge, Edge::negative);

    std::vector<std::string> instances;
    for (const Instance& instance : top.instances)
        instances.push_back(instance.full_name() + (instance.is_array ? "[]" : ""));
    std::sort(instances.begin(), instances.end());
    EXPECT_EQ(instances, (std::vector<std::string>{"array[]", "g[0].u", "g[1].u"}));

    // Each write of the state with the conditions that lead to it.
    std::vector<std::size_t> guards;
    for (const Assignment& a : top.assignments) {
        if (a.target == find_var(design, "top", "state").var) guards.push_back(a.guards.size());
    }
    std::sort(guards.begin(), guards.end());
    EXPECT_EQ(guards, (std::vector<std::size_t>{1, 2, 3}));
}

}  // namespace
}  // namespace tapestry
