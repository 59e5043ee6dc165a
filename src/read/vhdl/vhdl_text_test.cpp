// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/vhdl_text.h"

#include <gtest/gtest.h>

#include <fstream>

#include "read/vhdl/crash_place.h"
#include "read/vhdl/elaborated_instance.h"
#include "read/vhdl/verilog_use.h"

namespace tapestry {
namespace {

TEST(VhdlText, masks_comments_strings_and_characters_but_no_attributes) {
    EXPECT_EQ(masked_vhdl("a -- \"b\"\nc"), "a       \nc");
    EXPECT_EQ(masked_vhdl("x <= \"--1\" & y;"), "x <=       & y;");
    EXPECT_EQ(masked_vhdl("x <= '\"'; y"), "x <=    ; y");
    EXPECT_EQ(masked_vhdl("t'('a')"), "t'(   )");
    EXPECT_EQ(masked_vhdl("clk'event and s'length"), "clk'event and s'length");
    EXPECT_EQ(masked_vhdl("a /* b\n c */ d"), "a     \n      d");
    EXPECT_EQ(masked_vhdl("a /* never ends"), "a              ");
}

TEST(VhdlText, knows_branches_and_the_processes_around_places) {
    const std::string file = ::testing::TempDir() + "branches.vhd";
    std::ofstream(file) << "begin\n  Control : process (clk) is\n    variable v : T;\n  begin\n"
                           "    case v is\n      when A | B =>\n        x <= C when v = A else D;\n"
                           "  end process;\n  process (all) variable w : T; begin\n";
    VhdlFiles files;
    EXPECT_EQ(files.process_at(file + ":3:14"), "Control");
    EXPECT_EQ(files.process_at(file + ":9:26"), "");
    EXPECT_TRUE(files.begins_branch(file + ":6:7"));
    EXPECT_TRUE(files.begins_branch(file + ":6:14"));
    EXPECT_FALSE(files.begins_branch(file + ":7:16"));
    EXPECT_FALSE(files.begins_branch(file + ":99:1"));
}

TEST(VhdlText, tells_where_ghdl_breaks_down) {
    const std::map<std::string, std::string> texts = {
        {"top.vhd",
         "entity top is\nend;\narchitecture a of top is\nbegin\n u : entity work.low;\nend;\n"},
        {"low.vhd",
         "entity low is\nend;\narchitecture a of low is\nbegin\n process (x)\n begin\n  fine;\n"
         "  bad (x);\n end process;\nend;\n"}};
    CrashTrial trial;
    trial.crashes = [](const std::string& entity) { return entity == "top" || entity == "low"; };
    trial.crashes_with = [](const std::string&, const std::string&, const std::string& text) {
        return text.find("bad") != std::string::npos;
    };
    const CrashPlace at = crash_place("top", texts, trial);
    EXPECT_EQ(at.entity, "low");
    EXPECT_EQ(at.place.file, "low.vhd");
    EXPECT_EQ(at.place.line, 8u);
    EXPECT_EQ(crash_reason("all is well"), "");
}

TEST(VhdlText, finds_entities_literals_and_who_is_instanced) {
    VhdlNames names;
    add_names("f.vhd",
              "entity Cell is\nend entity Cell;\nentity Top is end;\n"
              "architecture a of Top is\n  type Phase_T is (Idle, 'x', Run);\nbegin\n"
              "  u1 : entity work.Cell port map (clk);\n  u2 : other port map (clk);\n"
              "  u3 : component third;\nend;\n",
              names);
    EXPECT_EQ(names.entities.at("cell"), "Cell");
    EXPECT_EQ(names.entities.at("top"), "Top");
    EXPECT_EQ(names.places.at("top"), "f.vhd:3:1");
    EXPECT_EQ(names.literals.at("idle"), "Idle");
    EXPECT_EQ(names.literals.at("run"), "Run");
    EXPECT_TRUE(names.instanced.contains("cell"));
    EXPECT_TRUE(names.instanced.contains("other"));
    EXPECT_TRUE(names.instanced.contains("third"));
    EXPECT_FALSE(names.instanced.contains("top"));
}

TEST(ElaboratedInstance, has_the_architecture_and_the_generics_of_the_first_instance) {
    const ElaboratedInstance found = elaborated_instance(
        "Lanes",
        "ghdl_rtik_architecture, D=1, sloc=1:1: sim\n"
        " ghdl_rtik_entity, D=1, sloc=4:8: tb\n"
        " ghdl_rtik_instance, sloc=15:3: dut\n"
        "  ghdl_rtik_architecture, D=1, sloc=14:14: rtl\n"
        "   filename: lanes.vhd\n"
        "   ghdl_rtik_entity, D=1, sloc=5:8: lanes\n"
        "    filename: lanes.vhd\n"
        "    ghdl_rtik_generic, D=1, sloc=6:12; n: positive := 3\n"
        "    ghdl_rtik_generic, D=1, sloc=6:20; low: integer := -4\n"
        "    ghdl_rtik_generic, D=1, sloc=7:1; name: string (1 to 3) := \"a=b\"\n"
        "    ghdl_rtik_generic, D=1, sloc=7:9; fast: boolean := true\n"
        "    ghdl_rtik_generic, D=1, sloc=8:1; level: std_logic := '1'\n"
        "    ghdl_rtik_generic, D=1, sloc=8:9; rate: real := 2.5\n"
        "    ghdl_rtik_generic, D=1, sloc=9:1; wait_for: time := 10 fs\n"
        "    ghdl_rtik_generic, D=1, sloc=9:9; sizes: ia (0 to 1) := (4, 5)\n"
        "    ghdl_rtik_generic, D=1, sloc=9:19; mask: std_ulogic_vector (1 downto 0) := \"10\"\n"
        "    ghdl_rtik_port, D=1, sloc=7:9; clk: std_logic := '0'\n"
        "   ghdl_rtik_instance, sloc=24:5: inner\n"
        "    ghdl_rtik_generic, D=1, sloc=6:12; n: positive := 9\n");
    EXPECT_EQ(found.architecture, "rtl");
    const Generics given = {
        {"n", "3"}, {"low", "-4"}, {"name", "a=b"}, {"fast", "true"}, {"level", "'1'"}};
    EXPECT_EQ(found.given, given);
    const Generics kept_out = {
        {"rate", "2.5"}, {"wait_for", "10 fs"}, {"sizes", "(4, 5)"}, {"mask", "\"10\""}};
    EXPECT_EQ(found.kept_out, kept_out);
}

TEST(ElaboratedInstance, of_something_else_is_nothing) {
    EXPECT_EQ(elaborated_instance("gone", "ghdl_rtik_entity, D=1: tb\n").architecture, "");
    EXPECT_EQ(elaborated_instance("tb", "").architecture, "");
}

TEST(VerilogUse, is_the_spelling_and_the_literal_parameters_of_an_instance) {
    const VerilogUse use = verilog_use(
        "worker",
        "// worker u (\nmodule top; Worker #(.WIDTH(8'd12), .DEPTH(N), .K(3)) u (.a(b));");
    EXPECT_EQ(use.spelling, "Worker");
    const Generics parameters = {{"WIDTH", "12"}, {"K", "3"}};
    EXPECT_EQ(use.parameters, parameters);
    EXPECT_EQ(verilog_use("Worker", "worker u_1 (.clk(clk));").spelling, "worker");
    EXPECT_EQ(verilog_use("worker", "module worker (input clk);").spelling, "");
    EXPECT_EQ(verilog_use("worker", "wire worker;").spelling, "");
}

}  // namespace
}  // namespace tapestry
