// SPDX-License-Identifier: Apache-2.0
// All detectors together, on designs whose parts lie in several modules.
#include "find/detect/detect.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "read/verilog/elaborated_text.h"

namespace tapestry {
namespace {

// The state machines of a text whose top is `top`: "register: STATE STATE (reset)".
std::string machines_of(const std::string& text) {
    const Elaborated elaborated = elaborate_text(text, "top");
    const NameSource names{[&](const SourcePlace& place) {
        return elaborated.source_text.name_at(
            elaborated.design.files.at(static_cast<std::size_t>(place.file)), place);
    }};
    Diagnostics diagnostics;
    const auto found = detect(elaborated.design, names, {}, diagnostics);
    std::string all;
    for (const Finding& f : found->taken) {
        if (!f.is(TapKind::fsm)) continue;
        all += (all.empty() ? "" : ", ") + f.observe[0].second + ":";
        for (const FindingState& state : f.found_states) all += " " + state.name;
        all += " (" + f.clock.reset_text + ")";
    }
    return all;
}

// The names of all streams of a text.
std::string streams_of(const std::string& text) {
    const Elaborated elaborated = elaborate_text(text, "top");
    const NameSource names{[](const SourcePlace&) { return std::string(); }};
    Diagnostics diagnostics;
    const auto found = detect(elaborated.design, names, {}, diagnostics);
    std::string all;
    for (const Finding& f : found->taken) {
        if (f.is(TapKind::stream)) all += (all.empty() ? "" : " ") + f.name;
    }
    return all;
}

TEST(Detect, StreamsOfOneNameAreToldApart) {
    EXPECT_EQ(streams_of(R"(
module top (input clk, input data_valid_i, output data_ready_o, input [7:0] data_i,
            output data_valid_o, input data_ready_i, output reg [7:0] data_o);
    reg held;
    assign data_ready_o = !held, data_valid_o = held;
    always @(posedge clk) begin
        if (!held && data_valid_i) begin held <= 1; data_o <= data_i; end
        else if (data_ready_i) held <= 0;
    end
endmodule)"),
              "data_in data_out");
}

// A dealer has no registers, and behind it is the edge: no block hears both sides, only names tell.
TEST(Detect, NetsOfStructuresThatOnlyTheirNamesTell) {
    const std::string text = R"(
typedef struct packed { logic valid; logic [15:0] data; } req_t;
typedef struct packed { logic ready; } rsp_t;
module dealer (input req_t i_req, output rsp_t i_rsp, output req_t a_req, input rsp_t a_rsp,
               output req_t b_req, input rsp_t b_rsp);
    wire turn = i_req.data[2];
    assign i_rsp.ready = turn ? b_rsp.ready : a_rsp.ready;
    assign a_req.valid = i_req.valid && !turn, a_req.data = i_req.data;
    assign b_req.valid = i_req.valid && turn, b_req.data = i_req.data;
endmodule
module worker (input clk, input req_t i_req, output rsp_t i_rsp, output reg [15:0] kept);
    reg [1:0] left;
    assign i_rsp.ready = left == 0;
    always @(posedge clk)
        if (left != 0) left <= left - 1;
        else if (i_req.valid) begin kept <= i_req.data; left <= 3; end
endmodule
module top (input clk, input iValid, output iReady, input [15:0] iData, output [15:0] x, y);
    req_t w0_req, w1_req, w3_req;
    rsp_t w0_rsp, w1_rsp, w3_rsp;
    assign w0_req.valid = iValid, w0_req.data = iData, iReady = w0_rsp.ready;
    dealer u_deal (w0_req, w0_rsp, w1_req, w1_rsp, w3_req, w3_rsp);
    worker u_a (clk, w1_req, w1_rsp, x);
    worker u_b (clk, w3_req, w3_rsp, y);
endmodule)";
    // `w0` is the net of `i`, which is measured once.
    EXPECT_EQ(streams_of(text), "i w0_req w1_req w3_req");
}

const std::string kMachine = R"(
    localparam [1:0] IDLE = 0, WORK = 1, LAST = 2;
    wire [1:0] state; reg [1:0] next;
    always @* begin
        next = state;
        case (state)
            IDLE: if (go) next = WORK;
            WORK: if (stop) next = LAST;
            default: next = IDLE;
        endcase
    end
    assign busy = state != IDLE;
endmodule
)";
const std::string kPorts = "(input clk, input rst_n, input go, input stop, output busy);";

TEST(Detect, AMachineWhoseRegisterLiesInAFlopModule) {
    EXPECT_EQ(
        machines_of("module flop #(parameter W = 1, parameter [W-1:0] INIT = 0) (input clk, "
                    "input rst_n, input en, input [W-1:0] d, output reg [W-1:0] q);\n"
                    "always @(posedge clk or negedge rst_n) if (!rst_n) q <= INIT; else if "
                    "(en) q <= d;\nendmodule\nmodule top " +
                    kPorts + " flop #(.W(2)) u (.clk, .rst_n, .en(1'b1), .d(next), .q(state));" +
                    kMachine),
        "state: IDLE WORK LAST (!rst_n)");
}

TEST(Detect, AFlopModuleWithACopyOfItsRegister) {
    EXPECT_EQ(machines_of("module flop (input clk, input rst_n, input [1:0] d, output [1:0] q);\n"
                          "reg [1:0] r; assign q = r; always @(posedge clk) if (!rst_n) r <= 0; "
                          "else r <= d;\nendmodule\nmodule top " +
                          kPorts + " flop u (.clk, .rst_n, .d(next), .q(state));" + kMachine),
              "state: IDLE WORK LAST (!rst_n)");
}

// Flop modules that are made of flop modules, with a multiplexer between, and bits of a register in
// several.
TEST(Detect, AMachineBehindTwoLevelsOfFlopModules) {
    const std::string cells =
        "module dff #(parameter W = 1) (input clk, input rst_n, input [W-1:0] d, output reg "
        "[W-1:0] q);\nalways @(posedge clk or negedge rst_n) if (!rst_n) q <= 0; else q <= d;\n"
        "endmodule\n"
        "module dffe #(parameter W = 1) (input clk, input rst_n, input en, input [W-1:0] d, "
        "output [W-1:0] q);\nwire [W-1:0] n = en ? d : q;\n"
        "dff #(W) u (.clk(clk), .rst_n(rst_n), .d(n), .q(q));\nendmodule\n"
        "module held #(parameter W = 1) (input clk, input rst_n, input en, input [W-1:0] d, "
        "output [W-1:0] q);\ndffe #(W) u (.clk(clk), .rst_n(rst_n), .en(en), .d(d), .q(q));\n"
        "endmodule\n";
    const std::string wanted = "state: IDLE WORK LAST (!rst_n)";
    EXPECT_EQ(
        machines_of(cells + "module top " + kPorts +
                    " held #(2) u (.clk, .rst_n, .en(1'b1), .d(next), .q(state));" + kMachine),
        wanted);
    EXPECT_EQ(
        machines_of(cells + "module top " + kPorts +
                    " dffe #(2) u (.clk, .rst_n, .en(go | stop), .d(next), .q(state));" + kMachine),
        wanted);
}

// Machines in the elements of an array, written in a loop.
std::string array_of_machines(const std::string& type, const std::string& range) {
    return machines_of(
        "module top (input clk, input rst, input [1:0] go, output [1:0] busy);\n"
        "localparam [1:0] IDLE = 0, WORK = 1, LAST = 2;\n" +
        type + " s " + range +
        ";\ninteger i;\n"
        "always @(posedge clk) for (i = 0; i < 2; i = i + 1)\n"
        "if (rst) s[i] <= IDLE; else case (s[i]) IDLE: if (go[i]) s[i] <= WORK;\n"
        "WORK: s[i] <= LAST; default: s[i] <= IDLE; endcase\n"
        "assign busy = {s[1] != IDLE, s[0] != IDLE};\nendmodule\n");
}

TEST(Detect, AnArrayOfMachinesInALoop) {
    const std::string wanted = "s[0]: IDLE WORK LAST (rst), s[1]: IDLE WORK LAST (rst)";
    EXPECT_EQ(array_of_machines("reg [1:0]", "[0:1]"), wanted);
    EXPECT_EQ(array_of_machines("reg [1:0][1:0]", ""), wanted);
}

TEST(Detect, AnArrayOfMachinesChosenByAVariableIsRejected) {
    const Elaborated elaborated = elaborate_text(
        "module top (input clk, input [1:0] n, input go, output busy);\n"
        "reg [1:0] s [0:3];\nalways @(posedge clk) case (s[n]) 0: if (go) s[n] <= 1; 1: s[n] <= "
        "2; default: s[n] <= 0; endcase\nassign busy = s[n] != 0;\nendmodule\n",
        "top");
    Diagnostics diagnostics;
    const NameSource names{[](const SourcePlace&) { return std::string(); }};
    const auto found = detect(elaborated.design, names, {}, diagnostics);
    const auto is_told = [](const Rejection& r) {
        return r.name == "s" && r.reason == "its elements have indices that vary";
    };
    EXPECT_TRUE(std::any_of(found->rejected.begin(), found->rejected.end(), is_told));
}

// A module that does something with its input is no flop.
TEST(Detect, ARegisterThatAddsIsNoFlop) {
    EXPECT_EQ(
        machines_of("module adder (input clk, input rst_n, input [1:0] d, output reg [1:0] q);\n"
                    "always @(posedge clk) if (!rst_n) q <= 0; else q <= d + q;\nendmodule\n"
                    "module top " +
                    kPorts + " adder u (.clk, .rst_n, .d(next), .q(state));" + kMachine),
        "");
}

}  // namespace
}  // namespace tapestry
