// SPDX-License-Identifier: Apache-2.0
// The rules of stream.h, as a table of small modules, elaborated by the real Verilator in one go.
#include "find/streams/stream.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "find/detect/detected_text_test.h"

namespace tapestry {
namespace {

struct Row {
    TextModule module;
    // "name protocol bytes: valid / ready" of each stream in order, or "no: " and the reason of the
    // rejections when there is none.
    std::string wanted;
};

const std::vector<Row>& table() {
    static const std::vector<Row> rows = {
        {{"plain", "input in_valid, output reg in_ready, input [15:0] in_data",
          "always @(posedge clk) in_ready <= in_valid;"},
         "in valid_ready 2: in_valid / in_ready"},
        {{"called_dat", "input a_vld, output reg a_rdy, input [15:0] a_dat",
          "always @(posedge clk) a_rdy <= a_vld;"},
         "a valid_ready 2: a_vld / a_rdy"},
        {{"called_msg", "input a_vld, output reg a_rdy, input [23:0] a_msg",
          "always @(posedge clk) a_rdy <= a_vld;"},
         "a valid_ready 3: a_vld / a_rdy"},
        {{"axi_stream", "input s_axis_tvalid, output reg s_axis_tready, input [31:0] s_axis_tdata",
          "always @(posedge clk) s_axis_tready <= s_axis_tvalid;"},
         "s_axis axi_stream 4: s_axis_tvalid / s_axis_tready"},
        {{"sides_in_front",
          "input i_tvalid, output i_tready, input [7:0] i_tdata, output reg o_tvalid, input "
          "o_tready, output reg [15:0] o_tdata",
          "assign i_tready = !o_tvalid; always @(posedge clk) if (i_tready) begin o_tvalid <= "
          "i_tvalid; o_tdata <= {8'd0, i_tdata}; end else if (o_tready) o_tvalid <= 0;"},
         "i axi_stream 1: i_tvalid / i_tready, o axi_stream 2: o_tvalid / o_tready"},
        {{"directions_in_front",
          "input i_valid, output o_ready, input [7:0] i_data, output reg o_valid, input i_ready, "
          "output reg [15:0] o_data",
          "assign o_ready = !o_valid; always @(posedge clk) if (o_ready) begin o_valid <= "
          "i_valid; o_data <= {8'd0, i_data}; end else if (i_ready) o_valid <= 0;"},
         "i valid_ready 1: i_valid / o_ready, o valid_ready 2: o_valid / i_ready"},
        {{"bare", "output reg valid, input ready", "always @(posedge clk) valid <= ready;"},
         "out valid_ready 0: valid / ready"},
        {{"one_way", "input a_valid, input a_ready, output reg q",
          "always @(posedge clk) q <= a_valid & a_ready;"},
         "no: both ports point in the same direction"},
        {{"half_port", "output reg a_valid, input go",
          "reg a_ready; always @(posedge clk) begin a_valid <= go; a_ready <= go; end"},
         "no: one side is a port, the other is not"},
        {{"unlike_widths", "input [1:0] a_valid, output reg [2:0] a_ready",
          "always @(posedge clk) a_ready <= {1'b0, a_valid};"},
         "no: the two sides are not equally many bits"},
        {{"too_many", "input [64:0] a_valid, output reg [64:0] a_ready",
          "always @(posedge clk) a_ready <= a_valid;"},
         "no: more bits than a vector of handshakes has"},
        {{"vector", "input [1:0] a_valid, output reg [1:0] a_ready, input [15:0] a_data",
          "always @(posedge clk) a_ready <= a_valid;"},
         "a[0] valid_ready 1: a_valid[0] / a_ready[0], a[1] valid_ready 1: a_valid[1] / "
         "a_ready[1]"},
        {{"timer", "input rst, input valid, output ready",
          "reg [2:0] c; assign ready = c == 0; always @(posedge clk) if (rst) c <= 0; else if "
          "(valid) c <= 5; else if (!ready) c <= c - 1;"},
         "no: an offer that waits is never taken: they start a time and tell that it is over"},
        {{"timer_inside", "input rst, input act, output ok",
          "reg [2:0] c = 0; reg tras_ready = 1; wire tras_valid = act; assign ok = tras_ready; "
          "always @(posedge clk) begin if (tras_valid) begin c <= 5; tras_ready <= 0; end else if "
          "(!tras_ready) begin c <= c - 1; if (c == 1) tras_ready <= 1; end if (rst) begin c <= "
          "0; tras_ready <= 1; end end"},
         "no: an offer that waits is never taken: they start a time and tell that it is over"},
        {{"slow_taker", "input rst, input valid, output ready",
          "reg [2:0] c; assign ready = c == 0; always @(posedge clk) if (rst) c <= 0; else if "
          "(ready && valid) c <= 5; else if (!ready) c <= c - 1;"},
         "in valid_ready 0: valid / ready"},
        {{"never_together", "input go",
          "reg a_valid, a_ready; always @(posedge clk) begin a_valid <= go; a_ready <= !go; end"},
         "no: both sides are driven by this module and nothing looks at them together"},
        {{"internal", "input go, output reg q",
          "reg a_valid, a_ready; always @(posedge clk) begin a_valid <= go; a_ready <= !go; if "
          "(a_valid && a_ready) q <= go; end"},
         "a valid_ready 0: a_valid / a_ready"},
        {{"same_instance", "output q",
          "wire a_valid, a_ready; both u (.clk(clk), .v(a_valid), .r(a_ready)); assign q = a_valid "
          "& a_ready;"},
         "no: both sides are driven by the same instance"},
        {{"hls_write",
          "input out_full_n, output reg out_write, output [7:0] out_din, input out_blk_n",
          "assign out_din = 0; always @(posedge clk) out_write <= out_full_n;"},
         "out full_n_write 1: out_write || !out_blk_n / out_full_n"},
        {{"hls_read", "input in_empty_n, output in_read, input [15:0] in_dout, input st",
          "assign in_read = st & in_empty_n; reg q; always @(posedge clk) q <= in_read;"},
         "in empty_n_read 2: in_empty_n / in_read || (st)"},
        {{"hls_axis_read", "input in_TVALID, output in_TREADY, input [15:0] in_TDATA, input st",
          "reg in_TDATA_blk_n, q; always @(*) if (st) in_TDATA_blk_n = in_TVALID; else "
          "in_TDATA_blk_n = 1'b1; assign in_TREADY = st & in_TVALID; always @(posedge clk) q <= "
          "in_TREADY;"},
         "in axi_stream 2: in_TVALID / in_TREADY || !in_TDATA_blk_n"},
        {{"hls_axis_write", "output out_TVALID, input out_TREADY, output [7:0] out_TDATA, input st",
          "reg out_TDATA_blk_n, q; always @(*) if (st) out_TDATA_blk_n = out_TREADY; else "
          "out_TDATA_blk_n = 1'b1; assign out_TVALID = st & out_TREADY; assign out_TDATA = 0; "
          "always @(posedge clk) q <= out_TVALID;"},
         "out axi_stream 1: out_TVALID || !out_TDATA_blk_n / out_TREADY"},
        {{"block_net_of_another",
          "input in_TVALID, output in_TREADY, input [15:0] in_TDATA, "
          "input st, input other",
          "reg in_TDATA_blk_n, q; always @(*) if (st) in_TDATA_blk_n = other; else "
          "in_TDATA_blk_n = 1'b1; assign in_TREADY = st & in_TVALID; always @(posedge clk) q <= "
          "in_TREADY;"},
         "in axi_stream 2: in_TVALID / in_TREADY"},
        {{"of_interface", "", "link_if l (.clk(clk)); assign l.tvalid = clk; assign l.tready = 1;"},
         "l axi_stream 2: l.tvalid / l.tready"},
    };
    return rows;
}

constexpr const char* kSupport =
    "module both (input clk, output reg v, output reg r); always @(posedge clk) {v, r} <= {r, "
    "!v}; endmodule\n"
    "interface link_if (input clk); logic tvalid; logic tready; logic [15:0] tdata; reg seen; "
    "always @(posedge clk) seen <= tvalid; endinterface\n";

std::string verdict(const DetectedText& text, const std::string& module) {
    std::string all;
    for (const Finding* f : text.taken(module))
        all +=
            fmt::format("{}{} {} {}: {} / {}", all.empty() ? "" : ", ", f->name, f->protocol(),
                        f->stream().bytes_per_beat, observed(*f, "valid"), observed(*f, "ready"));
    for (const Rejection* r : text.rejected(module)) {
        EXPECT_TRUE(all.empty()) << module;
        all = "no: " + r->reason;
    }
    return all;
}

TEST(Stream, Table) {
    std::vector<TextModule> modules;
    for (const Row& row : table()) modules.push_back(row.module);
    const DetectedText text(modules, {find_streams}, kSupport);
    for (const Row& row : table())
        EXPECT_EQ(verdict(text, row.module.name), row.wanted) << row.module.name;
}

}  // namespace
}  // namespace tapestry
