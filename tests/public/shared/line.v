// SPDX-License-Identifier: Apache-2.0
// Queue, adapter of widths, queue.
module line #(parameter NARROW = 8, ROOM = 64) (
    input  wire              clk,
    input  wire              rst,
    input  wire [63:0]       s_tdata,
    input  wire              s_tvalid,
    output wire              s_tready,
    input  wire              s_tlast,
    output wire [NARROW-1:0] m_tdata,
    output wire              m_tvalid,
    input  wire              m_tready,
    output wire              m_tlast
);
    wire [63:0] wide;
    wire [7:0] wide_keep;
    wire wide_valid, wide_ready, wide_last;
    wire [NARROW-1:0] thin;
    wire [NARROW/8-1:0] thin_keep;
    wire thin_valid, thin_ready, thin_last;
    axis_fifo #(.DEPTH(ROOM), .DATA_WIDTH(64)) u_in (
        .clk(clk), .rst(rst), .s_axis_tdata(s_tdata), .s_axis_tkeep(8'hff), .s_axis_tvalid(s_tvalid), .s_axis_tready(s_tready),
        .s_axis_tlast(s_tlast), .s_axis_tid(8'd0), .s_axis_tdest(8'd0), .s_axis_tuser(1'b0), .m_axis_tdata(wide),
        .m_axis_tkeep(wide_keep), .m_axis_tvalid(wide_valid), .m_axis_tready(wide_ready), .m_axis_tlast(wide_last),
        .m_axis_tid(), .m_axis_tdest(), .m_axis_tuser(), .pause_req(1'b0), .pause_ack(), .status_depth(),
        .status_depth_commit(), .status_overflow(), .status_bad_frame(), .status_good_frame());
    axis_adapter #(.S_DATA_WIDTH(64), .M_DATA_WIDTH(NARROW)) u_adapter (
        .clk(clk), .rst(rst), .s_axis_tdata(wide), .s_axis_tkeep(wide_keep), .s_axis_tvalid(wide_valid), .s_axis_tready(wide_ready),
        .s_axis_tlast(wide_last), .s_axis_tid(8'd0), .s_axis_tdest(8'd0), .s_axis_tuser(1'b0), .m_axis_tdata(thin),
        .m_axis_tkeep(thin_keep), .m_axis_tvalid(thin_valid), .m_axis_tready(thin_ready), .m_axis_tlast(thin_last),
        .m_axis_tid(), .m_axis_tdest(), .m_axis_tuser());
    axis_fifo #(.DEPTH(16), .DATA_WIDTH(NARROW)) u_out (
        .clk(clk), .rst(rst), .s_axis_tdata(thin), .s_axis_tkeep(thin_keep), .s_axis_tvalid(thin_valid), .s_axis_tready(thin_ready),
        .s_axis_tlast(thin_last), .s_axis_tid(8'd0), .s_axis_tdest(8'd0), .s_axis_tuser(1'b0), .m_axis_tdata(m_tdata),
        .m_axis_tkeep(), .m_axis_tvalid(m_tvalid), .m_axis_tready(m_tready), .m_axis_tlast(m_tlast),
        .m_axis_tid(), .m_axis_tdest(), .m_axis_tuser(), .pause_req(1'b0), .pause_ack(), .status_depth(),
        .status_depth_commit(), .status_overflow(), .status_bad_frame(), .status_good_frame());
endmodule
