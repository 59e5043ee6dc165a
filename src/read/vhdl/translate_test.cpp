// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/translate.h"

#include <gtest/gtest.h>

#include <fstream>

namespace tapestry {
namespace {

// A machine as GHDL 2.0 writes it, in both of its forms.
constexpr const char* kVerilog = R"(module gate
  (input  clk,
   input  push,
   output q);
  wire [1:0] state;
  wire n4_o;
  wire [1:0] n6_o;
  wire n8_o;
  reg [1:0] n10_o;
  reg [1:0] n12_q;
  wire u_core_q;
  assign q = u_core_q;
  /* gate.vhd:8:10  */
  assign state = n12_q; // (signal)
  /* gate.vhd:14:9  */
  assign n4_o = state == 2'b00;
  /* gate.vhd:14:22  */
  assign n6_o = push ? 2'b01 : state;
  /* gate.vhd:15:9  */
  assign n8_o = state == 2'b01;
  /* gate.vhd:13:7  */
  always @*
    case (n8_o)
      1'b1: n10_o <= 2'b10;
    endcase
  /* gate.vhd:12:5  */
  always @(posedge clk)
    n12_q <= n10_o;
  /* gate.vhd:20:3  */
  core #(
    .WIDTH(32'b00000000000000000000000000001000))
    u_core (
    .clk(clk),
    .d(n6_o),
    .q(u_core_q));
endmodule
)";
constexpr const char* kVhdl =
    "architecture rtl of gate is\nbegin\n  with n8_o select n10_o <=\n"
    "    \"10\" when '1',\n    n6_o when others;\nend rtl;\n";

TEST(Netlist, may_break_off_anywhere) {
    for (const char* text :
         {"always @* x =", "always @* x = ;", "always @* case", "core # (", "core #"})
        read_netlist(std::string("module gate\n  (input clk);\n  ") + text + "\nendmodule\n", "");
}

TEST(Netlist, has_what_when_others_gives_and_the_parameters_of_instances) {
    const std::vector<NetModule> modules = read_netlist(kVerilog, kVhdl);
    ASSERT_EQ(modules.size(), 1u);
    EXPECT_EQ(modules[0].ports.size(), 3u);
    const NetStatement& core = modules[0].statements.back();
    EXPECT_EQ(core.kind, NetStatement::Kind::instance);
    EXPECT_EQ(core.module, "core");
    EXPECT_EQ(core.target, "u_core");
    EXPECT_EQ(text_of(core.parameters), "# (. WIDTH (32'b00000000000000000000000000001000))");
    bool has_default = false;
    for (const NetStatement& s : modules[0].statements) {
        if (s.target == "n10_o") has_default = s.value.back() == "n6_o";
    }
    EXPECT_TRUE(has_default);
}

class Translated : public ::testing::Test {
protected:
    Translation translated(std::vector<NetModule> modules) {
        TranslateOptions options;
        options.top = modules.back().name;
        options.verilog_file = "gate.sv";
        options.elaborated = &scope_;
        options.other_modules = {"Core"};
        return translate(std::move(modules), options, names_);
    }
    Translated() {
        names_.entities["gate"] = "Gate";
        NamedSignal state;
        state.name = "state";
        state.width = 2;
        state.literals = {"shut", "opening", "wide"};
        scope_.signals.push_back(state);
    }
    VhdlNames names_;
    NamedScope scope_;
};

TEST_F(Translated, registers_have_their_names_and_states_their_literals) {
    const Translation translation = translated(read_netlist(kVerilog, kVhdl));
    EXPECT_NE(translation.verilog.find("always @ (posedge clk) state <= "), std::string::npos)
        << translation.verilog;
    EXPECT_NE(translation.verilog.find("Core #"), std::string::npos) << translation.verilog;
    const SourceFact* wide = translation.facts.of_state("gate", "state", "2");
    ASSERT_NE(wide, nullptr);
    EXPECT_EQ(wide->name, "wide");
    EXPECT_EQ(translation.facts.of_state("gate", "state", "1")->source, "gate.vhd:15");
    EXPECT_EQ(translation.entities.at("gate"), "Gate");
}

TEST_F(Translated, parameters_that_verilog_sets_are_declared_and_checked) {
    std::vector<NetModule> modules = read_netlist(kVerilog, kVhdl);
    modules.back().parameters = {{"WIDTH", "8"}};
    const Translation translation = translated(std::move(modules));
    EXPECT_NE(translation.verilog.find("module gate #(parameter WIDTH = 8) ("), std::string::npos);
    EXPECT_NE(translation.verilog.find("if (WIDTH != 8) $error("), std::string::npos);
}

TEST_F(Translated, modules_of_one_entity_share_the_names_of_states) {
    std::vector<NetModule> modules = read_netlist(kVerilog, kVhdl);
    modules.push_back(modules[0]);
    modules[0].name = "gate_2";
    const Translation translation = translated(std::move(modules));
    const SourceFact* wide = translation.facts.of_state("gate_2", "state", "2");
    ASSERT_NE(wide, nullptr) << "the names of gate, which is elaborated, hold for gate_2";
    EXPECT_EQ(wide->name, "wide");
}

std::string translated(const char* verilog, const char* top) {
    TranslateOptions options;
    options.top = top;
    return translate(read_netlist(verilog, ""), options, {}).verilog;
}

TEST(TranslatedText, names_that_are_words_of_verilog_and_extended_ones_are_escaped) {
    const std::string text = translated(R"(module wire
  (input  clk,
   input  \In-Put\,
   output output);
  wire always;
  wire u_\end\;
  reg [1:0] n7_q;
  assign output = u_\end\;
  assign always = n7_q; // (signal)
  always @(posedge clk)
    n7_q <= \In-Put\;
  reg casez (
    .wire(always),
    .\end\(u_\end\));
endmodule
)",
                                        "wire");
    EXPECT_EQ(text.find("module \\wire  ("), 0u) << text;
    EXPECT_NE(text.find("input \\\\In-Put\\ ,"), std::string::npos) << text;
    EXPECT_NE(text.find("\\always  <= \\\\In-Put\\ ;"), std::string::npos) << text;
    EXPECT_NE(text.find("\\reg  \\casez (. \\wire  (\\always ), . \\\\end\\  (\\u_\\end\\ ))"),
              std::string::npos)
        << text;
}

TEST(TranslatedText, a_constant_at_a_port_is_no_second_declaration) {
    const std::string text = translated(R"(module gate
  (output q);
  localparam n7_o = 1'b0;
  assign q = n7_o;
endmodule
)",
                                        "gate");
    EXPECT_EQ(text.find("localparam"), std::string::npos) << text;
    EXPECT_NE(text.find("assign q = 1'b0;"), std::string::npos) << text;
}

TEST_F(Translated, parts_of_signals_have_the_names_of_members_and_elements) {
    NamedSignal pair;
    pair.name = "pair";
    pair.width = 4;
    pair.fields = {{"(1)", 2, {"shut", "opening", "wide"}, {}},
                   {"(0)", 2, {"shut", "opening", "wide"}, {}}};
    scope_.signals.push_back(pair);
    const Translation translation = translated(read_netlist(R"(module gate
  (input  clk,
   input  d);
  wire [3:0] pair;
  wire [3:0] n6_o;
  reg [1:0] n7_q;
  reg [1:0] n8_q;
  assign pair = n6_o; // (signal)
  always @(posedge clk)
    n7_q <= {d, d};
  always @(posedge clk)
    n8_q <= {d, d};
  assign n6_o = {n7_q, n8_q};
endmodule
)",
                                                            ""));
    EXPECT_NE(translation.verilog.find("\\pair(0)  <= {d, d};"), std::string::npos)
        << translation.verilog;
    EXPECT_EQ(translation.facts.of_state("gate", "pair(0)", "2")->name, "wide");
    EXPECT_EQ(in_vhdl_names(translation, "gate", "\\pair(0) "), "(pair[3:2])");
}

// As GHDL 2.0 writes a record of which `if rst = '1' then r.state <= TAKE;` resets one member.
TEST(TranslatedText, members_without_a_reset_keep_their_value_under_it) {
    const std::string verilog = R"(module gate
  (input  clk,
   input  rst,
   input  [2:0] rin,
   output [2:0] q);
  wire [2:0] r;
  wire n5_o;
  wire [2:0] n6_o;
  wire n7_o;
  wire n8_o;
  wire [1:0] n9_o;
  wire [1:0] n10_o;
  wire [1:0] n11_o;
  wire [2:0] n12_o;
  assign q = r;
  assign r = n12_o; // (signal)
  /* gate.vhd:9:5  */
  assign n5_o = 1'b0; // posedge
  /* gate.vhd:9:5  */
  assign n6_o = n5_o ? rin : r;
  assign n7_o = n6_o[0];
  /* gate.vhd:8:5  */
  assign n8_o = rst ? 1'b0 : n7_o;
  assign n9_o = n6_o[2:1];
  assign n10_o = r[2:1];
  /* gate.vhd:8:5  */
  assign n11_o = rst ? n10_o : n9_o;
  assign n12_o = {n11_o, n8_o};
endmodule
)";
    const std::string vhdl =
        "architecture rtl of gate is\nbegin\n"
        "  n5_o <= '1' when rising_edge (clk) else '0';\nend rtl;\n";
    TranslateOptions options;
    options.top = "gate";
    const std::string text = translate(read_netlist(verilog, vhdl), options, {}).verilog;
    for (const char* line :
         {"always @ (posedge clk or posedge rst) if (rst) \\r[0]  <= 1'b0; else \\r[0]  <= rin[0];",
          "always @ (posedge clk) \\r[2:1]  <= (rst ? \\r[2:1] : rin[2: 1]);"})
        EXPECT_NE(text.find(line), std::string::npos) << text;
    EXPECT_EQ(text.find("n5_o"), std::string::npos) << text;
}

TEST(TranslatedText, a_register_that_is_a_variable_has_its_name) {
    const std::string text = translated(R"(module gate
  (input  clk,
   input  d,
   output q);
  reg n1_left;
  wire n4_o;
  reg n7_q;
  assign q = n1_left;
  always @*
    n1_left = n7_q; // (isignal)
  initial
    n1_left <= 1'b0;
  assign n4_o = n1_left ^ d;
  always @(posedge clk)
    n7_q <= n4_o;
  initial
    n7_q <= 1'b0;
endmodule
)",
                                        "gate");
    EXPECT_NE(text.find("left <= (left ^ d);"), std::string::npos) << text;
    EXPECT_NE(text.find("initial left = 1'b0;"), std::string::npos) << text;
    EXPECT_EQ(text.find("n7_q"), std::string::npos) << text;
}

TEST(TranslatedText, a_variable_of_a_process_with_a_label_is_called_after_both) {
    const std::string file = ::testing::TempDir() + "variable.vhd";
    std::ofstream(file) << "begin\n  Control : process (clk) variable left : bit; begin\n";
    const std::string text = translated((R"(module gate
  (input  clk,
   input  d);
  reg control_left;
  reg n7_q;
  /* )" + file + R"(:2:37  */
  always @*
    control_left = n7_q; // (isignal)
  always @(posedge clk)
    n7_q <= d;
endmodule
)")
                                            .c_str(),
                                        "gate");
    EXPECT_NE(text.find("\\Control.left  <= d;"), std::string::npos) << text;
}

TEST(TranslatedText, registers_of_an_array_have_its_name_and_lead_to_instances) {
    const std::string text = translated(R"(module gate
  (input  clk,
   input  d);
  wire [2:0] fills;
  wire [2:0] n6_o;
  reg [1:0] n7_q;
  reg n8_q;
  assign fills = n6_o; // (signal)
  always @(posedge clk)
    n7_q <= {d, d};
  always @(posedge clk)
    n8_q <= d;
  assign n6_o = {n7_q, n8_q};
  core u (
    .a(fills[2:1]),
    .b(fills[1:0]));
endmodule
)",
                                        "gate");
    EXPECT_NE(text.find("\\fills[2:1]  <= {d, d};"), std::string::npos) << text;
    EXPECT_NE(text.find(". a (\\fills[2:1] ), . b (fills[1: 0])"), std::string::npos) << text;
}

TEST(TranslatedText, registers_beside_what_nobody_assigns_have_their_names) {
    const std::string text = translated(R"(module gate
  (input  clk,
   input  d);
  wire [4:0] fills;
  wire [4:0] n6_o;
  reg [1:0] n7_q;
  reg n8_q;
  assign fills = n6_o; // (signal)
  always @(posedge clk)
    n7_q <= {d, d};
  always @(posedge clk)
    n8_q <= d;
  assign n6_o = {n7_q, 2'bZ, n8_q};
endmodule
)",
                                        "gate");
    EXPECT_NE(text.find("\\fills[4:3]  <= {d, d};"), std::string::npos) << text;
}

}  // namespace
}  // namespace tapestry
