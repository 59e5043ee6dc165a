// SPDX-License-Identifier: Apache-2.0
// What states wait for, as a table of small texts, elaborated by the real Verilator in one go.
#include "find/machines/state_waits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "find/detect/found_text_test.h"

namespace tapestry {
namespace {

// Each text stands in a module with clk, rst, inputs go, in_valid, out_ready, data[3:0] and outputs
// in_ready, out_valid; `s` is the machine. Wanted: each state with its signals, `-` before a signal
// of a handshake in which no beat can move in that state.
struct WaitRow {
    std::string name;
    std::string text;
    std::string wanted;
};

const char* const kStates = "localparam A = 2'd0, B = 2'd1, C = 2'd2; reg [1:0] s; ";

const std::vector<WaitRow>& wait_table() {
    static const std::vector<WaitRow> rows = {
        {"handshakes",
         "assign in_ready = s == A; assign out_valid = s == B; always @(posedge clk) if (rst) s <= "
         "A; else case (s) A: if (in_valid) s <= B; B: if (out_ready) s <= A; default: s <= A; "
         "endcase",
         "A(in_valid) B(out_ready)"},
        {"not_ready_yet",
         "assign in_ready = s == B; assign out_valid = 0; always @(posedge clk) if (rst) s <= A; "
         "else case (s) A: if (in_valid) s <= B; B: if (in_valid) s <= A; default: s <= A; endcase",
         "A(-in_valid) B(in_valid)"},
        {"own_counter",
         "reg [3:0] n; assign in_ready = 0; assign out_valid = 0; always @(posedge clk) if (rst) "
         "begin s <= A; n <= 0; end else begin n <= n + 1; case (s) A: if (n == 9) s <= B; B: if "
         "(go) s <= A; default: s <= A; endcase end",
         "A(only registers of its own module end it) B(go)"},
        {"counted_by_the_outside",
         "reg [3:0] n; assign in_ready = 0; assign out_valid = 0; always @(posedge clk) if (rst) "
         "begin s <= A; n <= 0; end else begin if (in_valid) n <= n + 1; case (s) A: if (n == 9) s "
         "<= B; B: if (go) s <= A; default: s <= A; endcase end",
         "A() B(go)"},
        {"through_wires",
         "wire fire = in_valid && in_ready; assign in_ready = s == A && out_ready; assign "
         "out_valid = 0; always @(posedge clk) if (rst) s <= A; else case (s) A: if (fire) s <= B; "
         "default: s <= A; endcase",
         "A(in_valid out_ready) B()"},
        {"two_processes",
         "reg [1:0] n; assign in_ready = 0; assign out_valid = s == B; always @* begin n = s; case "
         "(s) A: if (go) n = B; B: if (out_ready) n = C; C: n = A; default: n = A; endcase end "
         "always @(posedge clk) if (rst) s <= A; else s <= n;",
         "A(go) B(out_ready) C()"},
        {"a_switch_is_no_wait",
         "reg done; assign in_ready = 0; assign out_valid = 0; always @* if (go) done = in_valid; "
         "else done = out_ready; always @(posedge clk) if (rst) s <= A; else case (s) A: if (done) "
         "s <= B; B: if (go ? in_valid : out_ready) s <= A; default: s <= A; endcase",
         "A(in_valid out_ready) B(in_valid out_ready)"},
        {"an_enable_is_a_wait",
         "reg done; assign in_ready = 0; assign out_valid = 0; always @* begin done = 0; if (go) "
         "done = in_valid; end always @(posedge clk) if (rst) s <= A; else case (s) A: if (done) s "
         "<= B; default: s <= A; endcase",
         "A(go in_valid) B()"},
        {"data_is_no_wait",
         "assign in_ready = 0; assign out_valid = 0; always @(posedge clk) if (rst) s <= A; else "
         "case (s) A: if (data == 3) s <= B; B: if (data[2] && go) s <= A; default: s <= A; "
         "endcase",
         "A(data) B(go)"},
        {"length_is_no_wait",
         "reg [3:0] n; assign in_ready = 0; assign out_valid = 0; always @(posedge clk) if (rst) "
         "begin s <= A; n <= 0; end else begin n <= n + 1; case (s) A: if (n == data) s <= B; B: "
         "if "
         "(go) s <= A; default: s <= A; endcase end",
         "A() B(go)"},
        {"where_to_is_no_wait",
         "assign in_ready = 0; assign out_valid = 0; always @(posedge clk) if (rst) s <= A; else "
         "case (s) A: if (go) s <= in_valid ? B : C; B: s <= out_ready ? A : C; default: s <= A; "
         "endcase",
         "A(go) B() C()"},
        {"no_way_out",
         "assign in_ready = 0; assign out_valid = 0; always @(posedge clk) if (rst) s <= A; else "
         "case (s) A: if (go) s <= B; B: s <= C; default: s <= s; endcase",
         "A(go) B() C(no way leads out of it)"},
        {"restart",
         "assign in_ready = 0; assign out_valid = 0; always @(posedge clk) if (rst) s <= A; else "
         "if (go) s <= A; else case (s) A: if (in_valid) s <= B; B: if (out_ready) s <= C; "
         "default: s <= A; endcase",
         "A(in_valid) B(out_ready) C()"},
        // A product of bits that no order of variables keeps small.
        {"too_large_to_follow",
         "reg [31:0] a, b; assign in_ready = 0; assign out_valid = 0; always @(posedge clk) begin "
         "a <= a + data; b <= b ^ a; if (rst) s <= A; else case (s) A: if (go && (&a | "
         "^(a & b))) s <= B; B: if (in_valid && (&b | ^(a & b))) s <= C; default: if (out_ready) s "
         "<= A; endcase end",
         "A() B(in_valid) C(out_ready)"},
        // Likewise, and what an instance says stands alone before all of it; but a state that is
        // left either way, or whose counter may end without the instance, does not wait for it.
        {"too_large_but_for_a_done",
         "reg [31:0] a, b; wire done, busy; partner p(clk, done, busy); assign in_ready = 0; "
         "assign "
         "out_valid = 0; always @(posedge clk) begin a <= a + data; b <= b ^ a; if (rst) s <= A; "
         "else if (done) case (s) A: if (&a | ^(a & b)) s <= B; default: s <= C; endcase else if "
         "(s "
         "== C) begin if (&b | ^(a & b)) s <= A; end end",
         "A(done) B(done) C(done)"},
        {"too_large_and_busy",
         "reg [31:0] a, b; wire done, busy; partner p(clk, done, busy); assign in_ready = 0; "
         "assign "
         "out_valid = 0; always @(posedge clk) begin a <= a + data; b <= b ^ a; if (rst) s <= A; "
         "else case (s) A: if (!busy) begin if (&a | ^(a & b)) s <= B; else if (^a) s <= C; end B: "
         "if (busy) begin if (^(a & b)) s <= A; end else if (&b) s <= C; default: if (^(a & b) & "
         "busy) s <= A; endcase end",
         "A(busy) B() C()"},
        {"ternary",
         "assign in_ready = 0; assign out_valid = 0; always @(posedge clk) s <= rst ? A : s == A ? "
         "(go ? B : A) : A;",
         "A(go) B()"},
    };
    return rows;
}

std::string text_of_waits() {
    std::string text =
        "module partner(input clk, output reg done, output reg busy);\nreg [2:0] n; "
        "always @(posedge clk) begin n <= n + 1; done <= n == 7; busy <= n[2]; "
        "end\nendmodule\n";
    std::string top =
        "module top(input clk, input rst, input go, input in_valid, input "
        "out_ready, input [3:0] data);\n";
    for (const WaitRow& row : wait_table()) {
        text += fmt::format(
            "module {}(input clk, input rst, input go, input in_valid, output in_ready, output "
            "out_valid, input out_ready, input [3:0] data, output [1:0] q);\n{}{}\nassign q = "
            "s;\nendmodule\n",
            row.name, kStates, row.text);
        top += fmt::format(
            "  {} u_{}(.clk(clk), .rst(rst), .go(go), .in_valid(in_valid), .in_ready(), "
            ".out_valid(), .out_ready(out_ready), .data(data), .q());\n",
            row.name, row.name);
    }
    return text + top + "endmodule\n";
}

std::string waits_of(const Findings& findings, const Design& design, const std::string& module) {
    for (const Finding& f : findings.taken) {
        if (!f.is(TapKind::fsm) || design.modules[f.module].source_name != module) continue;
        std::string text;
        for (const FindingState& state : f.found_states) {
            std::string signals;
            for (const StateSignal& s : state.waits)
                signals += (signals.empty() ? "" : " ") + std::string(s.moves ? "" : "-") + s.text;
            text += fmt::format("{}{}({})", text.empty() ? "" : " ", state.name, signals);
        }
        return text;
    }
    return "no machine";
}

TEST(StateWaits, Table) {
    const FoundText found(text_of_waits());
    for (const WaitRow& row : wait_table())
        EXPECT_EQ(waits_of(found.findings, found.design(), row.name), row.wanted) << row.name;
}

}  // namespace
}  // namespace tapestry
