// SPDX-License-Identifier: Apache-2.0
// Three processes of a dataflow region, in the manner of high level synthesis: read, filter, write.
`timescale 1 ns / 1 ps

module read_in (
    input             ap_clk,
    input             ap_rst,
    input             ap_start,
    output reg        ap_done,
    input             ap_continue,
    output reg        ap_idle,
    output reg        ap_ready,
    input      [31:0] src_TDATA,
    input             src_TVALID,
    output reg        src_TREADY,
    output     [31:0] s1_din,
    input             s1_full_n,
    output reg        s1_write
);
    parameter ap_ST_fsm_state1 = 2'd1;
    parameter ap_ST_fsm_state2 = 2'd2;
    reg        ap_done_reg;
    reg  [1:0] ap_CS_fsm;
    wire       ap_CS_fsm_state1 = ap_CS_fsm[0];
    wire       ap_CS_fsm_state2 = ap_CS_fsm[1];
    reg  [1:0] ap_NS_fsm;
    reg        src_TDATA_blk_n;
    reg        s1_blk_n;
    reg  [8:0] i_fu_44;
    wire       icmp_ln9_fu_70 = i_fu_44 == 9'd256;
    reg        ap_block_state2;
    assign s1_din = src_TDATA + 32'd7;
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) ap_CS_fsm <= ap_ST_fsm_state1;
        else ap_CS_fsm <= ap_NS_fsm;
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) ap_done_reg <= 1'b0;
        else if (ap_continue == 1'b1) ap_done_reg <= 1'b0;
        else if ((1'b1 == ap_CS_fsm_state2) & icmp_ln9_fu_70) ap_done_reg <= 1'b1;
    always @(posedge ap_clk)
        if ((1'b1 == ap_CS_fsm_state1) & (ap_start == 1'b1) & (ap_done_reg == 1'b0)) i_fu_44 <= 9'd0;
        else if ((1'b1 == ap_CS_fsm_state2) & (ap_block_state2 == 1'b0) & ~icmp_ln9_fu_70) i_fu_44 <= i_fu_44 + 9'd1;
    always @(*) ap_block_state2 = ((icmp_ln9_fu_70 == 1'b0) & (src_TVALID == 1'b0)) | ((icmp_ln9_fu_70 == 1'b0) & (s1_full_n == 1'b0));
    always @(*) src_TDATA_blk_n = ((icmp_ln9_fu_70 == 1'b0) & (1'b1 == ap_CS_fsm_state2)) ? src_TVALID : 1'b1;
    always @(*) s1_blk_n = ((icmp_ln9_fu_70 == 1'b0) & (1'b1 == ap_CS_fsm_state2)) ? s1_full_n : 1'b1;
    always @(*) src_TREADY = (icmp_ln9_fu_70 == 1'b0) & (1'b1 == ap_CS_fsm_state2) & (ap_block_state2 == 1'b0);
    always @(*) s1_write = (icmp_ln9_fu_70 == 1'b0) & (1'b1 == ap_CS_fsm_state2) & (ap_block_state2 == 1'b0);
    always @(*) ap_done = ((1'b1 == ap_CS_fsm_state2) & icmp_ln9_fu_70) ? 1'b1 : ap_done_reg;
    always @(*) ap_ready = (1'b1 == ap_CS_fsm_state2) & icmp_ln9_fu_70;
    always @(*) ap_idle = (ap_start == 1'b0) & (1'b1 == ap_CS_fsm_state1);
    always @(*)
        case (ap_CS_fsm)
            ap_ST_fsm_state1: ap_NS_fsm = ((ap_start == 1'b1) & (ap_done_reg == 1'b0)) ? ap_ST_fsm_state2 : ap_ST_fsm_state1;
            ap_ST_fsm_state2: ap_NS_fsm = icmp_ln9_fu_70 ? ap_ST_fsm_state1 : ap_ST_fsm_state2;
            default: ap_NS_fsm = 'bx;
        endcase
endmodule

// One sample each INTERVAL states.
module filter #(parameter INTERVAL = 6) (
    input             ap_clk,
    input             ap_rst,
    input             ap_start,
    output reg        ap_done,
    input             ap_continue,
    output reg        ap_idle,
    output reg        ap_ready,
    input      [31:0] s1_dout,
    input             s1_empty_n,
    output reg        s1_read,
    output reg [31:0] s2_din,
    input             s2_full_n,
    output reg        s2_write
);
    parameter ap_ST_fsm_state1 = 4'd1;
    parameter ap_ST_fsm_state2 = 4'd2;
    parameter ap_ST_fsm_state3 = 4'd4;
    parameter ap_ST_fsm_state4 = 4'd8;
    reg        ap_done_reg;
    reg  [3:0] ap_CS_fsm;
    wire       ap_CS_fsm_state1 = ap_CS_fsm[0];
    wire       ap_CS_fsm_state2 = ap_CS_fsm[1];
    wire       ap_CS_fsm_state3 = ap_CS_fsm[2];
    wire       ap_CS_fsm_state4 = ap_CS_fsm[3];
    reg  [3:0] ap_NS_fsm;
    reg        s1_blk_n;
    reg        s2_blk_n;
    reg  [8:0] i_fu_52;
    reg  [4:0] tap_fu_56;
    wire       icmp_ln21_fu_90 = i_fu_52 == 9'd256;
    wire       icmp_ln24_fu_96 = tap_fu_56 == INTERVAL - 3;
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) ap_CS_fsm <= ap_ST_fsm_state1;
        else ap_CS_fsm <= ap_NS_fsm;
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) ap_done_reg <= 1'b0;
        else if (ap_continue == 1'b1) ap_done_reg <= 1'b0;
        else if ((1'b1 == ap_CS_fsm_state2) & icmp_ln21_fu_90) ap_done_reg <= 1'b1;
    always @(posedge ap_clk) begin
        if ((1'b1 == ap_CS_fsm_state1) & (ap_start == 1'b1) & (ap_done_reg == 1'b0)) i_fu_52 <= 9'd0;
        else if ((1'b1 == ap_CS_fsm_state4) & (s2_full_n == 1'b1)) i_fu_52 <= i_fu_52 + 9'd1;
        if ((1'b1 == ap_CS_fsm_state2) & (s1_read == 1'b1)) begin
            s2_din    <= s1_dout;
            tap_fu_56 <= 5'd0;
        end else if (1'b1 == ap_CS_fsm_state3) begin
            s2_din    <= s2_din * 32'd3 + {27'd0, tap_fu_56};
            tap_fu_56 <= tap_fu_56 + 5'd1;
        end
    end
    always @(*) s1_blk_n = ((icmp_ln21_fu_90 == 1'b0) & (1'b1 == ap_CS_fsm_state2)) ? s1_empty_n : 1'b1;
    always @(*) s2_blk_n = (1'b1 == ap_CS_fsm_state4) ? s2_full_n : 1'b1;
    always @(*) s1_read = (icmp_ln21_fu_90 == 1'b0) & (1'b1 == ap_CS_fsm_state2) & (s1_empty_n == 1'b1);
    always @(*) s2_write = (1'b1 == ap_CS_fsm_state4) & (s2_full_n == 1'b1);
    always @(*) ap_done = ((1'b1 == ap_CS_fsm_state2) & icmp_ln21_fu_90) ? 1'b1 : ap_done_reg;
    always @(*) ap_ready = (1'b1 == ap_CS_fsm_state2) & icmp_ln21_fu_90;
    always @(*) ap_idle = (ap_start == 1'b0) & (1'b1 == ap_CS_fsm_state1);
    always @(*)
        case (ap_CS_fsm)
            ap_ST_fsm_state1: ap_NS_fsm = ((ap_start == 1'b1) & (ap_done_reg == 1'b0)) ? ap_ST_fsm_state2 : ap_ST_fsm_state1;
            ap_ST_fsm_state2: ap_NS_fsm = icmp_ln21_fu_90 ? ap_ST_fsm_state1 : (s1_empty_n == 1'b1) ? ap_ST_fsm_state3 : ap_ST_fsm_state2;
            ap_ST_fsm_state3: ap_NS_fsm = icmp_ln24_fu_96 ? ap_ST_fsm_state4 : ap_ST_fsm_state3;
            ap_ST_fsm_state4: ap_NS_fsm = (s2_full_n == 1'b1) ? ap_ST_fsm_state2 : ap_ST_fsm_state4;
            default: ap_NS_fsm = 'bx;
        endcase
endmodule

module write_out (
    input             ap_clk,
    input             ap_rst,
    input             ap_start,
    output reg        ap_done,
    input             ap_continue,
    output reg        ap_idle,
    output reg        ap_ready,
    input      [31:0] s2_dout,
    input             s2_empty_n,
    output reg        s2_read,
    output     [31:0] dst_TDATA,
    output reg        dst_TVALID,
    input             dst_TREADY
);
    parameter ap_ST_fsm_state1 = 2'd1;
    parameter ap_ST_fsm_state2 = 2'd2;
    reg        ap_done_reg;
    reg  [1:0] ap_CS_fsm;
    wire       ap_CS_fsm_state1 = ap_CS_fsm[0];
    wire       ap_CS_fsm_state2 = ap_CS_fsm[1];
    reg  [1:0] ap_NS_fsm;
    reg        s2_blk_n;
    reg        dst_TDATA_blk_n;
    reg  [8:0] i_fu_40;
    wire       icmp_ln37_fu_66 = i_fu_40 == 9'd256;
    reg        ap_block_state2;
    assign dst_TDATA = s2_dout;
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) ap_CS_fsm <= ap_ST_fsm_state1;
        else ap_CS_fsm <= ap_NS_fsm;
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) ap_done_reg <= 1'b0;
        else if (ap_continue == 1'b1) ap_done_reg <= 1'b0;
        else if ((1'b1 == ap_CS_fsm_state2) & icmp_ln37_fu_66) ap_done_reg <= 1'b1;
    always @(posedge ap_clk)
        if ((1'b1 == ap_CS_fsm_state1) & (ap_start == 1'b1) & (ap_done_reg == 1'b0)) i_fu_40 <= 9'd0;
        else if ((1'b1 == ap_CS_fsm_state2) & (ap_block_state2 == 1'b0) & ~icmp_ln37_fu_66) i_fu_40 <= i_fu_40 + 9'd1;
    always @(*) ap_block_state2 = ((icmp_ln37_fu_66 == 1'b0) & (s2_empty_n == 1'b0)) | ((icmp_ln37_fu_66 == 1'b0) & (dst_TREADY == 1'b0));
    always @(*) s2_blk_n = ((icmp_ln37_fu_66 == 1'b0) & (1'b1 == ap_CS_fsm_state2)) ? s2_empty_n : 1'b1;
    always @(*) dst_TDATA_blk_n = ((icmp_ln37_fu_66 == 1'b0) & (1'b1 == ap_CS_fsm_state2)) ? dst_TREADY : 1'b1;
    always @(*) s2_read = (icmp_ln37_fu_66 == 1'b0) & (1'b1 == ap_CS_fsm_state2) & (ap_block_state2 == 1'b0);
    always @(*) dst_TVALID = (icmp_ln37_fu_66 == 1'b0) & (1'b1 == ap_CS_fsm_state2) & (s2_empty_n == 1'b1);
    always @(*) ap_done = ((1'b1 == ap_CS_fsm_state2) & icmp_ln37_fu_66) ? 1'b1 : ap_done_reg;
    always @(*) ap_ready = (1'b1 == ap_CS_fsm_state2) & icmp_ln37_fu_66;
    always @(*) ap_idle = (ap_start == 1'b0) & (1'b1 == ap_CS_fsm_state1);
    always @(*)
        case (ap_CS_fsm)
            ap_ST_fsm_state1: ap_NS_fsm = ((ap_start == 1'b1) & (ap_done_reg == 1'b0)) ? ap_ST_fsm_state2 : ap_ST_fsm_state1;
            ap_ST_fsm_state2: ap_NS_fsm = icmp_ln37_fu_66 ? ap_ST_fsm_state1 : ap_ST_fsm_state2;
            default: ap_NS_fsm = 'bx;
        endcase
endmodule
