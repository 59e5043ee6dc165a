// SPDX-License-Identifier: Apache-2.0
// Handshakes at the ports of the top, in many spellings, as a table. The outside is not seen: the
// design alone says which side offers, and when each signal is active.
#include "find/streams/edge_stream.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "find/detect/found_text_test.h"

namespace tapestry {
namespace {

// A block that takes a word, works on it and gives it away. `~` in front of a name: active low.
struct EdgeRow {
    std::string in_valid, in_ready, out_valid, out_ready;
    std::string wanted;  // "valid/ready" of each stream
};

std::string bare(const std::string& name) { return name.starts_with("~") ? name.substr(1) : name; }

std::string text_of_row(const EdgeRow& row) {
    auto drive = [](const std::string& name, const std::string& value) {
        return fmt::format("assign {} = {}({});\n", bare(name), name.starts_with("~") ? "!" : "",
                           value);
    };
    auto hear = [](const std::string& name) {
        return name.starts_with("~") ? "!" + bare(name) : name;
    };
    return fmt::format(
               "module top (input clk, input rst, input {}, output {}, input [7:0] d, output {}, "
               "input {}, output reg [7:0] q);\nreg [1:0] state; reg [3:0] n;\n",
               bare(row.in_valid), bare(row.in_ready), bare(row.out_valid), bare(row.out_ready)) +
           drive(row.in_ready, "state == 0") + drive(row.out_valid, "state == 2") +
           fmt::format(
               "always @(posedge clk) if (rst) begin state <= 0; n <= 0; end else case (state)\n"
               "0: if ({}) begin q <= d; state <= 1; n <= 3; end\n"
               "1: begin n <= n - 1; if (n == 0) state <= 2; end\n"
               "2: if ({}) state <= 0;\ndefault: state <= 0;\nendcase\nendmodule\n",
               hear(row.in_valid), hear(row.out_ready));
}

std::string streams_in(const std::string& text) {
    const FoundText found(text);
    std::string all;
    for (const Finding& f : found.findings.taken) {
        if (!f.is(TapKind::stream)) continue;
        all += (all.empty() ? "" : " ") + f.observe[0].second + "/" + f.observe[1].second;
    }
    return all;
}

TEST(EdgeStream, Spellings) {
    const std::vector<EdgeRow> rows = {
        {"in_val", "in_rdy", "out_val", "out_rdy", "in_val/in_rdy out_val/out_rdy"},
        {"inValid", "inReady", "outValid", "outReady", "inValid/inReady outValid/outReady"},
        {"in_stb", "in_ack", "out_stb", "out_ack", "in_stb/in_ack out_stb/out_ack"},
        {"in_req", "in_ack", "out_req", "out_ack", "in_req/in_ack out_req/out_ack"},
        {"in_valid", "~in_stall", "out_valid", "~out_stall",
         "in_valid/!in_stall out_valid/!out_stall"},
        {"i_dv", "~i_busy", "o_dv", "~o_busy", "i_dv/!i_busy o_dv/!o_busy"},
        {"push", "~full", "out_valid", "out_ready", "out_valid/out_ready push/!full"},
        {"in_valid", "in_ready", "~empty", "pop", "in_valid/in_ready !empty/pop"},
        {"~src_rdy_n", "~dst_rdy_n", "send", "accept", "!src_rdy_n/!dst_rdy_n send/accept"},
        {"offer", "take", "can_get", "get", "offer/take can_get/get"},
        {"wr_pvld", "wr_prdy", "rd_pvld", "rd_prdy", "wr_pvld/wr_prdy rd_pvld/rd_prdy"},
        {"p0", "p1", "out_valid", "p3", "p0/p1 out_valid/p3"},
        // An output that nothing calls an offer may as well be a state that is shown.
        {"p0", "p1", "p2", "p3", "p0/p1"},
        // Names that say the opposite of what the logic does.
        {"in_req", "~in_ack", "out_req", "out_ack", "out_req/out_ack"},
    };
    for (const EdgeRow& row : rows)
        EXPECT_EQ(streams_in(text_of_row(row)), row.wanted) << row.in_valid;
}

// Two flags say what a machine would: nothing but the names shows that `q` waits for its taker.
std::string text_with_flags(const EdgeRow& row) {
    std::string text = text_of_row(row);
    const auto begin = text.find("reg [1:0] state"), end = text.find("assign");
    text.replace(begin, end - begin, "reg busy, full; reg [3:0] n;\n");
    auto put = [&](const std::string& what, const std::string& with) {
        text.replace(text.find(what), what.size(), with);
    };
    put("state == 0", "!busy & !full");
    put("state == 2", "full");
    text.erase(text.find("always"));
    auto hear = [](const std::string& name) {
        return name.starts_with("~") ? "!" + bare(name) : name;
    };
    return text +
           fmt::format(
               "always @(posedge clk) if (rst) begin busy <= 0; full <= 0; n <= 0; end else begin\n"
               "if (!busy & !full & {}) begin q <= d; busy <= 1; n <= 3; end\n"
               "else if (busy) begin if (n == 0) begin busy <= 0; full <= 1; q <= q + 1; end\n"
               "else n <= n - 1; end\nif (full & {}) full <= 0;\nend\nendmodule\n",
               hear(row.in_valid), hear(row.out_ready));
}

TEST(EdgeStream, NamesSayWhatNoDataShows) {
    const std::vector<EdgeRow> rows = {
        {"in_val", "in_rdy", "out_val", "out_rdy", "in_val/in_rdy out_val/out_rdy"},
        {"inValid", "inReady", "outValid", "outReady", "inValid/inReady outValid/outReady"},
        {"in_stb", "in_ack", "out_stb", "out_ack", "in_stb/in_ack out_stb/out_ack"},
        {"i_wr", "~i_busy", "o_wr", "~o_busy", "i_wr/!i_busy o_wr/!o_busy"},
        {"~in_nvalid", "~in_nready", "~out_nvalid", "~out_nready",
         "!in_nvalid/!in_nready !out_nvalid/!out_nready"},
        {"strobe", "~waitreq", "strobe_o", "~waitreq_i", "strobe/!waitreq strobe_o/!waitreq_i"},
        {"vi", "~stop_o", "out_req", "out_ack", "vi/!stop_o out_req/out_ack"},
        // One name alone, or two of different stems, say too little of an output.
        {"in_val", "in_rdy", "out_val", "p3", "in_val/in_rdy"},
        {"in_val", "in_rdy", "a_val", "b_rdy", "in_val/in_rdy"},
    };
    for (const EdgeRow& row : rows)
        EXPECT_EQ(streams_in(text_with_flags(row)), row.wanted) << row.in_valid;
}

// The block lies two modules below, and only its ports lead to the edge.
TEST(EdgeStream, OfAnInstance) {
    std::string text = text_of_row({"in_stb", "in_ack", "out_val", "~out_stall", ""});
    const std::string ports =
        "(input clk, input rst, input in_stb, output in_ack, input [7:0] d, output out_val, input "
        "out_stall, output [7:0] q);\n";
    text.replace(text.find("top"), 3, "block");
    EXPECT_EQ(streams_in(text + "module shell " + ports + "block u (.*);\nendmodule\nmodule top " +
                         ports + "shell u (.*);\nendmodule\n"),
              "in_stb/in_ack out_val/!out_stall");
}

// The module and clock of each stream.
std::set<std::string> clocks_in(const std::string& text) {
    const FoundText found(text);
    std::set<std::string> all;
    for (const Finding& f : found.findings.taken)
        if (f.is(TapKind::stream))
            all.insert(found.design().modules[f.module].source_name + " " + f.clock.clock_text);
    return all;
}

// A stream is not measured at an edge whose clock cannot be named there: that of most of the design
// may be another one, and saw 584 beats of 710. It is where its clock is known.
TEST(EdgeStream, OnlyWhereItsClockIsKnown) {
    std::string block = text_of_row({"in_valid", "in_ready", "out_valid", "out_ready", ""});
    block.replace(block.find("top"), 3, "block");
    const auto lanes = [&](const std::string& clocks) {
        return block +
               "module top (input clk, input clk_b, input rst, input [1:0] in_valid, output [1:0] "
               "in_ready, input [15:0] d, output [1:0] out_valid, input [1:0] out_ready, output "
               "[15:0] q, output reg [3:0] n);\nwire [1:0] clks = {clk_b, clk};\n"
               "always @(posedge clk) if (rst) n <= 0; else n <= n + 1;\n"
               "for (genvar i = 0; i < 2; i = i + 1) begin : g block u (.clk(" +
               clocks +
               "), .rst(rst), .in_valid(in_valid[i]), .in_ready(in_ready[i]), .d(d[8 * i +: 8]), "
               ".out_valid(out_valid[i]), .out_ready(out_ready[i]), .q(q[8 * i +: 8])); end\n"
               "endmodule\n";
    };
    EXPECT_EQ(clocks_in(lanes("clks[i]")), std::set<std::string>({"block clk"}));
    EXPECT_EQ(clocks_in(lanes("clk")), std::set<std::string>({"block clk", "top clk"}));
}

// Inverters lead to the edge. What the block is told there it tells others at once, so that only
// the block itself shows that it listens while it offers.
TEST(EdgeStream, OfAnInstanceBehindInverters) {
    std::string text = text_of_row({"in_valid", "in_ready", "out_valid", "out_ready", ""});
    text.replace(text.find("top"), 3, "worker");
    EXPECT_EQ(
        streams_in(text + R"(
module slice (input clk, input rst, input in_valid, output in_ready, input [7:0] d,
              output out_empty, input out_read, output reg [7:0] q);
    reg full;
    assign in_ready = !full || out_read, out_empty = !full;
    always @(posedge clk)
        if (rst) full <= 0;
        else if (in_ready) begin full <= in_valid; q <= d; end
endmodule
module top (input clk, input rst, input in_valid, output in_ready, input [7:0] d, output o_push,
            input o_full, output [7:0] q);
    wire valid, ready, none;
    wire [7:0] between;
    assign o_push = ~none;
    worker u_a (clk, rst, in_valid, in_ready, d, valid, ready, between);
    slice u_b (clk, rst, valid, ready, between, none, ~o_full, q);
endmodule
)"),
        "in_valid/in_ready out_valid/out_ready in_valid/in_ready in_valid/in_ready valid/ready "
        "o_push/!o_full")
        << "of worker, slice and top";
}

TEST(EdgeStream, AStartIsNoOffer) {
    EXPECT_EQ(streams_in(text_of_row({"start", "idle", "done", "clear", ""})), "");
}

// A register that takes whatever is there while it may: the names say which value is an offer.
TEST(EdgeStream, RegisterThatTakesEitherValue) {
    const auto stage = [](const std::string& valid, const std::string& stop) {
        return "module top (input clk, input rst, input " + valid + ", output " + stop +
               ", input [7:0] i_data, output reg o_full, input o_wait, output reg [7:0] o_data);\n"
               "assign " +
               stop +
               " = o_full & o_wait;\nalways @(posedge clk) if (rst) o_full <= 0; "
               "else if (!" +
               stop + ") begin o_full <= " + valid + "; o_data <= i_data; end\nendmodule\n";
    };
    EXPECT_EQ(streams_in(stage("i_stb", "i_stall")).substr(0, 14), "i_stb/!i_stall");
    EXPECT_EQ(streams_in(stage("i_mode", "i_level")).find("i_mode"), std::string::npos);
}

}  // namespace
}  // namespace tapestry
