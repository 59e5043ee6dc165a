// SPDX-License-Identifier: Apache-2.0
// The rule of fsm.h as a table of small texts, elaborated by the real Verilator in one go.
#include "find/machines/fsm.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "read/verilog/elaborated_text.h"

namespace tapestry {
namespace {

// Each text stands in a module with clk, rst, go and in[3:0]; `s` is the register in question.
struct Row {
    std::string name;
    std::string text;
    std::string wanted;  // the states of a machine, or "no: " and part of the reason
};

const std::vector<Row>& table() {
    static const std::vector<Row> rows = {
        {"one_process",
         "localparam A = 2'd0, B = 2'd1; reg [1:0] s; always @(posedge clk) if (rst) s <= A; else "
         "case (s) A: if (go) s <= B; default: s <= A; endcase",
         "A B"},
        {"two_processes",
         "localparam A = 2'd0, B = 2'd1; reg [1:0] s, n; always @* begin n = s; case (s) A: if "
         "(go) n = B; B: n = A; default: n = A; endcase end always @(posedge clk) if (rst) s <= A; "
         "else s <= n;",
         "A B"},
        {"enumeration",
         "typedef enum logic [1:0] {RED, GREEN, BLUE} c_t; c_t s; always_ff @(posedge clk) if "
         "(rst) s <= RED; else if (s == RED && go) s <= GREEN; else s <= RED;",
         "RED GREEN BLUE"},
        {"one_hot",
         "reg [2:0] s; always @(posedge clk) if (rst) s <= 3'b001; else case (1'b1) s[0]: if (go) "
         "s <= 3'b010; s[1]: s <= 3'b100; default: s <= 3'b001; endcase",
         "1 2 4"},
        {"one_hot_by_bits",
         "localparam A = 0, B = 1, C = 2; reg [2:0] s; wire [2:0] n; assign n[A] = s[A] & !go | "
         "s[C], n[B] = s[A] & go | s[B] & in[0], n[C] = s[B] & !in[0]; always @(posedge clk) if "
         "(rst) s <= 3'b001; else s <= n;",
         "A B C"},
        {"shift_register_from_one",
         "reg [2:0] s; wire [2:0] n; assign n[0] = s[2] ^ s[1], n[1] = s[0], n[2] = s[1]; always "
         "@(posedge clk) if (rst) s <= 3'b001; else s <= n;",
         "no: its bits are written apart"},
        {"masked_values",
         "localparam A = 2'd0, B = 2'd1, C = 2'd2; reg [1:0] s; wire from_a = s == A & go, from_b "
         "= s == B & in[0], from_c = s == C; wire [1:0] n = {2{from_a}} & B | {2{from_b}} & C | "
         "{2{from_c}} & A; always @(posedge clk) if (rst) s <= A; else if (from_a | from_b | "
         "from_c) s <= n;",
         "A B C"},
        {"masked_data",
         "localparam A = 2'd0; reg [1:0] s; wire a = s == A & go, b = s != A; wire [1:0] n = "
         "{2{a}} & in[1:0] | {2{b}} & A; always @(posedge clk) if (rst) s <= A; else s <= n;",
         "no: it takes its value from input"},
        {"ternary",
         "localparam A = 2'd0, B = 2'd3; reg [1:0] s; always @(posedge clk) s <= rst ? A : s == A "
         "? (go ? B : A) : A;",
         "A B"},
        {"function_next",
         "localparam A = 2'd0, B = 2'd1; reg [1:0] s; function [1:0] next(input [1:0] x); next = x "
         "== A ? B : A; endfunction always @(posedge clk) if (rst) s <= A; else s <= next(s);",
         "A B"},
        {"packed_struct",
         "typedef enum logic [1:0] {OFF, ON} p_t; struct packed { p_t mode; logic [3:0] n; } s; "
         "always_ff @(posedge clk) if (rst) s.mode <= OFF; else if (s.mode == OFF && go) s.mode <= "
         "ON; else s.mode <= OFF;",
         "OFF ON"},
        {"one_bit_named",
         "localparam OFF = 1'b0, ON = 1'b1; reg s; always @(posedge clk) if (rst) s <= OFF; else "
         "case (s) OFF: if (go) s <= ON; ON: s <= OFF; endcase",
         "OFF ON"},
        {"strobes",
         "reg [3:0] s; always @(posedge clk) if (rst) s <= 0; else if (|s && go) s <= s; else "
         "case (in) 4'd1: s <= 4'd1; 4'd2: s <= 4'd2; 4'd3: s <= 4'd4; default: s <= 4'd8; endcase",
         "no: told apart"},
        {"one_bit",
         "reg s; always @(posedge clk) if (rst) s <= 0; else case (s) 0: if (go) s <= 1; 1: s <= "
         "0; endcase",
         "no: names"},
        // Elaboration folds `if (c) s <= ON; else s <= OFF;` on one bit to `s <= c`: only an
        // enumeration is left to name it.
        {"one_bit_kept",
         "typedef enum logic {OFF, ON} k_t; k_t s; always_ff @(posedge clk) if (rst) s <= OFF; "
         "else case (s) OFF: if (go) s <= ON; ON: if (in[0]) s <= OFF; endcase",
         "OFF ON"},
        {"one_bit_chosen",
         "typedef enum logic {OFF, ON} b_t; b_t s; always_ff @(posedge clk) s <= rst ? OFF : s == "
         "ON ? (in[0] ? OFF : ON) : (go ? ON : OFF);",
         "OFF ON"},
        {"one_bit_two_processes",
         "typedef enum logic {OFF, ON} w_t; w_t s, n; always_comb n = s == ON ? (in[0] ? OFF : s) "
         ": (go ? ON : s); always_ff @(posedge clk) s <= rst ? OFF : n;",
         "OFF ON"},
        {"one_bit_copied",
         "typedef enum logic {OFF, ON} y_t; y_t s, t; always_ff @(posedge clk) begin t <= in[1] ? "
         "ON : OFF; s <= rst ? OFF : go ? t : s; end",
         "no: itself"},
        {"one_bit_sticky",
         "typedef enum logic {OFF, ON} i_t; i_t s; always_ff @(posedge clk) s <= rst ? OFF : go ? "
         "ON "
         ": s;",
         "no: itself"},
        {"one_bit_flag", "reg s; always @(posedge clk) s <= !rst && (go || (s && !in[0]));",
         "no: itself"},
        {"one_bit_folded",
         "localparam OFF = 1'b0, ON = 1'b1; reg s; always @(posedge clk) if (s == OFF && go) s <= "
         "ON; else s <= OFF;",
         "no: computed"},
        {"counter",
         "reg [1:0] s; always @(posedge clk) if (rst) s <= 0; else if (s == 3) s <= 0; else s <= s "
         "+ 1;",
         "no: counts"},
        {"down_counter", "reg [3:0] s; always @(posedge clk) if (s == 0) s <= 9; else s <= s - 1;",
         "no: counts"},
        {"data", "reg [3:0] s; always @(posedge clk) if (s == 0) s <= in; else s <= 0;",
         "no: input 'in'"},
        {"shift_register",
         "reg [3:0] s; always @(posedge clk) if (rst) s <= 1; else s <= {s[2:0], s[3]};", "no: "},
        {"flag", "reg [1:0] s; always @(posedge clk) if (rst) s <= 0; else if (go) s <= 3;",
         "no: depends on itself"},
        {"one_value", "reg [1:0] s; always @(posedge clk) if (s != 2 && go) s <= 2;",
         "no: fewer than two"},
        {"memory",
         "reg [1:0] t [0:3]; reg [1:0] s; always @(posedge clk) begin t[in[1:0]] <= 2; if (s == 0) "
         "s <= t[in[3:2]]; else s <= 0; end",
         "no: "},
        {"arithmetic",
         "reg [3:0] s; always @(posedge clk) if (s == 0) s <= in ^ 4'd3; else s <= 0;", "no: "},
    };
    return rows;
}

std::string text_of_table() {
    std::string text;
    std::string top = "module top (input clk, input rst, input go, input [3:0] in);\n";
    for (const Row& row : table()) {
        text += fmt::format(
            "module {} (input clk, input rst, input go, input [3:0] in);\n{}\nendmodule\n",
            row.name, row.text);
        top += fmt::format("{0} u_{0} (.*);\n", row.name);
    }
    return text + top + "endmodule\n";
}

// What the detector says about `s` of a module.
std::string verdict(const Findings& findings, const Design& design, const std::string& module) {
    auto is_here = [&](ModuleId id, const std::string& name) {
        return design.modules[id].source_name == module && name.starts_with("s");
    };
    for (const Finding& f : findings.taken) {
        if (!is_here(f.module, f.name)) continue;
        std::string states;
        for (const FindingState& state : f.found_states)
            states += (states.empty() ? "" : " ") + state.name;
        return states;
    }
    for (const Rejection& r : findings.rejected) {
        if (is_here(r.module, r.name)) return "no: " + r.reason;
    }
    return "not looked at";
}

TEST(Fsm, Table) {
    const Elaborated elaborated = elaborate_text(text_of_table(), "top");
    const Design& design = elaborated.design;
    IdTable<ModuleId, ModuleIndex> indexes;
    for (const Module& module : design.modules) indexes.emplace_back(module);
    Clocking clocking(design, indexes);
    const NameSource names{[&](const SourcePlace& place) {
        return elaborated.source_text.name_at(design.files.at(static_cast<std::size_t>(place.file)),
                                              place);
    }};
    DesignLogic logic(design, clocking.inactive_resets());
    Observability listening(logic);
    Findings findings;
    for (std::size_t i = 0; i < indexes.size(); ++i)
        find_fsms({design, ModuleId(i), indexes, clocking, listening, names, findings});
    for (const Row& row : table()) {
        const std::string got = verdict(findings, design, row.name);
        if (row.wanted.starts_with("no: ")) {
            EXPECT_TRUE(got.starts_with("no: ") &&
                        got.find(row.wanted.substr(4)) != std::string::npos)
                << row.name << ": " << got;
        } else {
            EXPECT_EQ(got, row.wanted) << row.name;
        }
    }
}

}  // namespace
}  // namespace tapestry
