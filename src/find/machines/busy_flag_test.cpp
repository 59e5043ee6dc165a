// SPDX-License-Identifier: Apache-2.0
// When a module works where only a flag at its edge tells, on small texts elaborated by the real
// Verilator.
#include "find/machines/busy_flag.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "find/detect/found_text_test.h"

namespace tapestry {
namespace {

// A serial output: `go` loads it, and a counter says when it is through.
std::string shifter(const std::string& flag, const std::string& more = "") {
    return "module top (input clk, input rst, input go, input [7:0] d, input line, output q, "
           "output "
           "reg flag, output other" +
           more +
           ");\nreg [7:0] shifts; reg [3:0] left; reg own; assign q = shifts[0], other = !own;\n"
           "always @(posedge clk) if (rst) begin left <= 0; flag <= 0; own <= 0; end else begin\n"
           "if (go) begin shifts <= d; left <= 9; end\n"
           "else if (left != 0) begin left <= left - 1; shifts <= {line, shifts[7:1]}; end\n" +
           flag + "\nend\nendmodule\n";
}

// "flag 0<go 1": the register, its state at rest with what ends it, and its other one.
std::string found_in(const std::string& text) {
    const FoundText found(text);
    for (const Finding& f : found.findings.taken) {
        if (!f.is(TapKind::fsm)) continue;
        std::string said = f.observe[0].second;
        for (const FindingState& state : f.found_states) {
            said += " " + state.name + "=" + state.code.decimal();
            for (const StateSignal& wait : state.waits) said += "<" + wait.text;
        }
        return said;
    }
    return "";
}

TEST(BusyFlag, Table) {
    const std::pair<const char*, const char*> rows[] = {
        {"if (go) flag <= 0; else if (left == 0) flag <= 1;", "flag works=0 waits=1<go"},
        {"if (go) flag <= 1; else if (left == 0) flag <= 0;", "flag works=1 waits=0<go"},
        {"flag <= go ? 1'b1 : left == 0 ? 1'b0 : flag;", "flag works=1 waits=0<go"},
        {"if (go && d[0]) own <= 1; else if (left == 1) own <= 0;", "own works=1 waits=0<go"},
        // No output says it; the counter does.
        {"flag <= go;", "(|left) works=1 waits=0<go"},
        {"flag <= 0; if (go) flag <= 1;", "(|left) works=1 waits=0<go"},
        {"if (go) flag <= 1; else if (line) flag <= 0;", "(|left) works=1 waits=0<go"},
        {"if (go) flag <= 1; else if (left == d) flag <= 0;", "(|left) works=1 waits=0<go"},
        {"if (left == 4) flag <= 1; else if (left == 0) flag <= 0;", "(|left) works=1 waits=0<go"},
        // It may be a pulse at the end of the work.
        {"if (go) flag <= 0; else if (left != 1) flag <= 0; else flag <= 1;",
         "(|left) works=1 waits=0<go"},
        {"flag <= !go && left == 1;", "(|left) works=1 waits=0<go"},
        // Beats of the outside are counted, or something else is.
        {"if (line && left != 0) left <= left - 1;", ""},
        {"if (left == 3) left <= 7;", ""},
        {"left <= left + 1;", ""},
    };
    for (const auto& [flag, wanted] : rows) EXPECT_EQ(found_in(shifter(flag)), wanted) << flag;
}

// A machine or a handshake tells more.
TEST(BusyFlag, IsLeftToOthers) {
    const std::string flag = "if (go) flag <= 1; else if (left == 0) flag <= 0;";
    std::string beside =
        shifter(flag, ", input s_valid, output s_ready, input [7:0] s_data, output reg [7:0] t");
    beside.insert(
        beside.find("endmodule"),
        "reg full; assign s_ready = !full; always @(posedge clk) if (rst) full <= 0; else "
        "if (s_valid && s_ready) begin full <= 1; t <= s_data; end else full <= 0;\n");
    EXPECT_EQ(found_in(beside), "");
}

}  // namespace
}  // namespace tapestry
