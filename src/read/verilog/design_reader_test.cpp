// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/design_reader.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>

#include "base/codes/sources.h"
#include "base/file.h"
#include "read/verilog/elaborated_text.h"
#include "read/verilog/json_tree.h"
#include "read/verilog/name_coding.h"
#include "read/verilog/xml_tree.h"

namespace tapestry {
namespace {

TEST(DesignReader, DecodesNames) {
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

TEST(DesignReader, RefusesWhatIsNoDesign) {
    std::string folder = (std::filesystem::temp_directory_path() / "xml_tree_test-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(folder.data()));
    for (const char* text :
         {"", "<", "<verilator_xml>", "<verilator_xml/>", "<a/>", "\xff\xfe", "{}"}) {
        Diagnostics diagnostics;
        ASSERT_TRUE(write_file(folder + "/x.xml", text, diagnostics));
        EXPECT_FALSE(load_xml_tree(folder + "/x.xml", diagnostics)) << text;
        EXPECT_EQ(diagnostics.all().at(0).code, code::elaboration_unreadable) << text;
    }
    Diagnostics diagnostics;
    EXPECT_FALSE(load_xml_tree(folder + "/nowhere.xml", diagnostics));
    std::filesystem::remove_all(folder);
}

TEST(DesignReader, ReadsATinyDesign) {
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

TEST(DesignReader, KeepsOperatorsWithTheirOperands) {
    const Elaborated elaborated = elaborate_text(R"(
        module top (input signed [7:0] a, input signed [7:0] b, output [7:0] y [0:15]);
            assign y[0] = a < b;
            assign y[1] = $unsigned(a) < $unsigned(b);
            assign y[2] = a * b;
            assign y[3] = a >> b;
            assign y[4] = ^a;
            assign y[5] = a ^ b;
            assign y[6] = {8{a[0]}};
            assign y[7] = -a;
            assign y[8] = $countones(a);
        endmodule
    )",
                                                 "top");
    const Module& top = elaborated.design.modules.at(0);
    struct Row {
        Op op;
        bool is_signed;
        std::size_t operands;
    };
    const Row rows[] = {
        {Op::less, true, 2},         {Op::less, false, 2},       {Op::multiply, true, 2},
        {Op::shift_right, false, 2}, {Op::reduce_xor, false, 1}, {Op::xor_, false, 2},
        {Op::replicate, false, 2},   {Op::negate, false, 1},     {Op::other, false, 1}};
    ASSERT_EQ(top.assignments.size(), std::size(rows));
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        const Expr* value = &top.expr(top.assignments[i].value);
        while (value->op == Op::extend || value->op == Op::select)
            value = &top.expr(value->args[0]);
        EXPECT_EQ(value->op, rows[i].op) << i;
        EXPECT_EQ(value->is_signed, rows[i].is_signed) << i;
        EXPECT_EQ(value->args.size(), rows[i].operands) << i;
    }
}

TEST(DesignReader, KeepsTheOrderOfCaseItems) {
    const Elaborated elaborated = elaborate_text(R"(
        module top (input [2:0] a, output reg [3:0] y, output reg [3:0] z);
            always @* begin
                casez (a)
                    3'b1??: y = 1;
                    3'b?1?: y = 2;
                    default: y = 0;
                endcase
                case (a)
                    3'd1: z = 1;
                    3'd2, 3'd3: z = 2;
                    default: z = 0;
                endcase
            end
        endmodule
    )",
                                                 "top");
    const Module& top = elaborated.design.modules.at(0);
    std::string seen;
    for (const Assignment& a : top.assignments) {
        const Guard& guard = a.guards.at(0);
        seen += top.var(a.target).name + (guard.holds ? " one of " : " none of ") +
                std::to_string(guard.matches.size()) + " after " +
                std::to_string(guard.earlier.size()) + "; ";
    }
    EXPECT_EQ(seen,
              "y one of 1 after 0; y one of 1 after 1; y none of 2 after 0; "
              "z one of 1 after 0; z one of 2 after 0; z none of 3 after 0; ");
}

// target[lsb] or target[element], and the value when it is a constant, of each assignment.
std::string written(const Module& module, const std::string& name) {
    std::string out;
    for (const Assignment& a : module.assignments) {
        if (a.target == kNone || module.var(a.target).name != name) continue;
        const Expr& value = module.expr(a.value);
        if (a.dynamic) out += "[?]";
        if (a.to_element) {
            const Expr& index = module.expr(a.element_index);
            out += "[" + (index.op == Op::constant ? index.value.decimal() : "?") + "]";
        } else if (!a.whole && !a.dynamic) {
            out += "[" + std::to_string(a.lsb) + "]";
        }
        out += value.op == Op::constant ? "=" + value.value.decimal() + " " : "=? ";
    }
    return out;
}

TEST(DesignReader, UnrollsLoops) {
    const Elaborated elaborated = elaborate_text(R"(
        module top (input clk, input [7:0] a, output reg [7:0] y, output reg [7:0] z,
                    output reg [7:0] w, output reg found);
            integer i, j;
            reg [3:0] store [0:2];
            always @* begin
                y = 0;
                for (i = 0; i < 8; i = i + 2) y[7 - i] = a[i];
            end
            always @(posedge clk)
                for (int k = 2; k >= 0; k--) store[k] <= k * 3;
            always_comb begin
                z = 0;
                for (i = 0; i < 2; i = i + 1)
                    for (j = 0; j <= i; j = j + 1) z[i * 4 + j] = 1;
            end
            always_comb begin
                w = 0;
                for (int k = 0; k < a; k++) w[k] = 1;
            end
            always_comb begin
                found = 0;
                for (int k = 0; k < 8; k++) begin
                    found = a[k];
                    if (a[k]) break;
                end
            end
        endmodule
    )",
                                                 "top");
    const Module& top = elaborated.design.modules.at(0);
    EXPECT_EQ(written(top, "y"), "=0 [7]=? [5]=? [3]=? [1]=? ");
    EXPECT_EQ(written(top, "store"), "[2]=6 [1]=3 [0]=0 ");
    EXPECT_EQ(written(top, "z"), "=0 [0]=1 [4]=1 [5]=1 ");
    EXPECT_EQ(written(top, "w"), "=0 [?]=1 ");
    EXPECT_EQ(written(top, "found"), "=0 =? ");
}

TEST(DesignReader, GivesEachCallItsOwnVariables) {
    const Elaborated elaborated = elaborate_text(R"(
        module top (input [3:0] a, input [3:0] b, output [3:0] x, output [3:0] y,
                    output reg [3:0] z);
            function [3:0] twice(input [3:0] v);
                begin twice = v; twice = twice << 1; end
            endfunction
            task store(input [3:0] v, output [3:0] to); to = v + 1; endtask
            assign x = twice(a);
            assign y = twice(b);
            always @* store(a, z);
        endmodule
    )",
                                                 "top");
    const Module& top = elaborated.design.modules.at(0);
    std::vector<VarId> results;
    std::vector<std::string> order;
    for (const Assignment& a : top.assignments) {
        order.push_back(top.var(a.target).name);
        if (top.expr(a.value).op == Op::call) results.push_back(top.expr(a.value).var);
    }
    ASSERT_EQ(results.size(), 2u);
    EXPECT_NE(results[0], results[1]);
    EXPECT_EQ(order, (std::vector<std::string>{"v", "twice", "twice", "x", "v", "twice", "twice",
                                               "y", "v", "to", "z"}));
}

TEST(DesignReader, RefusesJsonThatIsNoDesign) {
    std::string folder =
        (std::filesystem::temp_directory_path() / "json_tree_test-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(folder.data()));
    const std::string tree = folder + "/x.json";
    const std::string meta = folder + "/m.json";
    Diagnostics ignored;
    ASSERT_TRUE(write_file(meta, "{\"files\": {\"a\": {\"filename\": \"a.v\"}}}", ignored));
    const std::string deep(100000, '[');
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("[]"), std::string("{}"), deep,
          std::string("{\"type\": \"NETLIST\", \"modulesp\": 3}"),
          std::string("{\"type\": \"NETLIST\", \"modulesp\": [[1], null]}")}) {
        Diagnostics diagnostics;
        ASSERT_TRUE(write_file(tree, text, diagnostics));
        EXPECT_FALSE(load_json_tree(tree, meta, diagnostics)) << text.substr(0, 40);
        EXPECT_EQ(diagnostics.all().at(0).code, code::elaboration_unreadable);
    }
    {  // paths as Verilator 5.050 writes them: what is wrong is the tree
        Diagnostics diagnostics;
        const char* const files =
            "{\"files\": {\"a\": {\"filename\": \"m\\303\\274.v\", \"realpath\": "
            "\"/x\\\\1\\n/m\\303\\274.v\"}}}";
        ASSERT_TRUE(write_file(meta, files, diagnostics));
        EXPECT_FALSE(load_json_tree(tree, meta, diagnostics));
        EXPECT_EQ(diagnostics.all().at(0).place.file, tree);
    }
    for (const char* text : {"", "[]", "{}", "{\"files\": {\"a\": 1}}"}) {
        Diagnostics diagnostics;
        ASSERT_TRUE(write_file(meta, text, diagnostics));
        EXPECT_FALSE(load_json_tree(tree, meta, diagnostics)) << text;
    }
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tapestry
