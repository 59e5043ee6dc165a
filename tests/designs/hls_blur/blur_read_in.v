// SPDX-License-Identifier: Apache-2.0
// First process: copies N words of the input stream into the FIFO `pix` and starts the next one.
`timescale 1 ns / 1 ps

(* CORE_GENERATION_INFO = "blur_read_in" *)
module blur_read_in (
        ap_clk,
        ap_rst,
        ap_start,
        start_full_n,
        ap_done,
        ap_continue,
        ap_idle,
        ap_ready,
        start_out,
        start_write,
        in_r_TDATA,
        in_r_TVALID,
        in_r_TREADY,
        pix_din,
        pix_full_n,
        pix_write,
        words
);

parameter    ap_ST_fsm_state1 = 2'd1;
parameter    ap_ST_fsm_state2 = 2'd2;

input   ap_clk;
input   ap_rst;
input   ap_start;
input   start_full_n;
output   ap_done;
input   ap_continue;
output   ap_idle;
output   ap_ready;
output   start_out;
output   start_write;
input  [31:0] in_r_TDATA;
input   in_r_TVALID;
output   in_r_TREADY;
output  [31:0] pix_din;
input   pix_full_n;
output   pix_write;
input  [31:0] words;

reg ap_done;
reg ap_idle;
reg start_write;
reg in_r_TREADY;
reg pix_write;

reg    real_start;
reg    start_once_reg;
reg    ap_done_reg;
(* fsm_encoding = "none" *) reg   [1:0] ap_CS_fsm;
wire    ap_CS_fsm_state1;
reg    internal_ap_ready;
reg    in_r_TDATA_blk_n;
wire    ap_CS_fsm_state2;
wire   [0:0] icmp_ln21_fu_90_p2;
reg    pix_blk_n;
reg    ap_block_state1;
reg   [30:0] i_fu_50;
wire   [30:0] i_1_fu_96_p2;
reg    ap_block_state2;
reg   [1:0] ap_NS_fsm;
reg    ap_ST_fsm_state1_blk;
reg    ap_ST_fsm_state2_blk;

// power-on initialization
initial begin
#0 start_once_reg = 1'b0;
#0 ap_done_reg = 1'b0;
#0 ap_CS_fsm = 2'd1;
#0 i_fu_50 = 31'd0;
end

always @ (posedge ap_clk) begin
    if (ap_rst == 1'b1) begin
        ap_CS_fsm <= ap_ST_fsm_state1;
    end else begin
        ap_CS_fsm <= ap_NS_fsm;
    end
end

always @ (posedge ap_clk) begin
    if (ap_rst == 1'b1) begin
        ap_done_reg <= 1'b0;
    end else begin
        if ((ap_continue == 1'b1)) begin
            ap_done_reg <= 1'b0;
        end else if ((~(1'b1 == ap_block_state2) & (icmp_ln21_fu_90_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
            ap_done_reg <= 1'b1;
        end
    end
end

always @ (posedge ap_clk) begin
    if (ap_rst == 1'b1) begin
        start_once_reg <= 1'b0;
    end else begin
        if (((real_start == 1'b1) & (internal_ap_ready == 1'b0))) begin
            start_once_reg <= 1'b1;
        end else if ((internal_ap_ready == 1'b1)) begin
            start_once_reg <= 1'b0;
        end
    end
end

always @ (posedge ap_clk) begin
    if ((~(1'b1 == ap_block_state1) & (1'b1 == ap_CS_fsm_state1))) begin
        i_fu_50 <= 31'd0;
    end else if ((~(1'b1 == ap_block_state2) & (icmp_ln21_fu_90_p2 == 1'd0) & (1'b1 == ap_CS_fsm_state2))) begin
        i_fu_50 <= i_1_fu_96_p2;
    end
end

always @ (*) begin
    if ((~(1'b1 == ap_block_state2) & (icmp_ln21_fu_90_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
        ap_done = 1'b1;
    end else begin
        ap_done = ap_done_reg;
    end
end

always @ (*) begin
    if (((real_start == 1'b0) & (1'b1 == ap_CS_fsm_state1))) begin
        ap_idle = 1'b1;
    end else begin
        ap_idle = 1'b0;
    end
end

always @ (*) begin
    if (((icmp_ln21_fu_90_p2 == 1'd0) & (1'b1 == ap_CS_fsm_state2))) begin
        in_r_TDATA_blk_n = in_r_TVALID;
    end else begin
        in_r_TDATA_blk_n = 1'b1;
    end
end

always @ (*) begin
    if ((~(1'b1 == ap_block_state2) & (icmp_ln21_fu_90_p2 == 1'd0) & (1'b1 == ap_CS_fsm_state2))) begin
        in_r_TREADY = 1'b1;
    end else begin
        in_r_TREADY = 1'b0;
    end
end

always @ (*) begin
    if ((~(1'b1 == ap_block_state2) & (icmp_ln21_fu_90_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
        internal_ap_ready = 1'b1;
    end else begin
        internal_ap_ready = 1'b0;
    end
end

always @ (*) begin
    if (((icmp_ln21_fu_90_p2 == 1'd0) & (1'b1 == ap_CS_fsm_state2))) begin
        pix_blk_n = pix_full_n;
    end else begin
        pix_blk_n = 1'b1;
    end
end

always @ (*) begin
    if ((~(1'b1 == ap_block_state2) & (icmp_ln21_fu_90_p2 == 1'd0) & (1'b1 == ap_CS_fsm_state2))) begin
        pix_write = 1'b1;
    end else begin
        pix_write = 1'b0;
    end
end

always @ (*) begin
    if (((start_once_reg == 1'b0) & (start_full_n == 1'b0))) begin
        real_start = 1'b0;
    end else begin
        real_start = ap_start;
    end
end

always @ (*) begin
    if (((real_start == 1'b1) & (start_once_reg == 1'b0))) begin
        start_write = 1'b1;
    end else begin
        start_write = 1'b0;
    end
end

always @ (*) begin
    if ((1'b1 == ap_block_state1)) begin
        ap_ST_fsm_state1_blk = 1'b1;
    end else begin
        ap_ST_fsm_state1_blk = 1'b0;
    end
end

always @ (*) begin
    if ((1'b1 == ap_block_state2)) begin
        ap_ST_fsm_state2_blk = 1'b1;
    end else begin
        ap_ST_fsm_state2_blk = 1'b0;
    end
end

always @ (*) begin
    case (ap_CS_fsm)
        ap_ST_fsm_state1 : begin
            if ((~(1'b1 == ap_block_state1) & (1'b1 == ap_CS_fsm_state1))) begin
                ap_NS_fsm = ap_ST_fsm_state2;
            end else begin
                ap_NS_fsm = ap_ST_fsm_state1;
            end
        end
        ap_ST_fsm_state2 : begin
            if ((~(1'b1 == ap_block_state2) & (icmp_ln21_fu_90_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
                ap_NS_fsm = ap_ST_fsm_state1;
            end else begin
                ap_NS_fsm = ap_ST_fsm_state2;
            end
        end
        default : begin
            ap_NS_fsm = 'bx;
        end
    endcase
end

assign ap_CS_fsm_state1 = ap_CS_fsm[32'd0];

assign ap_CS_fsm_state2 = ap_CS_fsm[32'd1];

always @ (*) begin
    ap_block_state1 = ((real_start == 1'b0) | (ap_done_reg == 1'b1));
end

always @ (*) begin
    ap_block_state2 = (((icmp_ln21_fu_90_p2 == 1'd0) & (pix_full_n == 1'b0)) | ((icmp_ln21_fu_90_p2 == 1'd0) & (in_r_TVALID == 1'b0)));
end

assign ap_ready = internal_ap_ready;

assign i_1_fu_96_p2 = (i_fu_50 + 31'd1);

assign icmp_ln21_fu_90_p2 = ((i_fu_50 == words[30:0]) ? 1'b1 : 1'b0);

assign pix_din = in_r_TDATA;

assign start_out = real_start;

endmodule //blur_read_in
