// SPDX-License-Identifier: Apache-2.0
// Second process: a three-tap blur, one word in four cycles, from FIFO `pix` to FIFO `res`.
`timescale 1 ns / 1 ps

module blur_compute (
        ap_clk,
        ap_rst,
        ap_start,
        ap_done,
        ap_continue,
        ap_idle,
        ap_ready,
        pix_dout,
        pix_empty_n,
        pix_read,
        res_din,
        res_full_n,
        res_write,
        words
);

parameter    ap_ST_fsm_state1 = 5'd1;
parameter    ap_ST_fsm_state2 = 5'd2;
parameter    ap_ST_fsm_state3 = 5'd4;
parameter    ap_ST_fsm_state4 = 5'd8;
parameter    ap_ST_fsm_state5 = 5'd16;

input   ap_clk;
input   ap_rst;
input   ap_start;
output   ap_done;
input   ap_continue;
output   ap_idle;
output   ap_ready;
input  [31:0] pix_dout;
input   pix_empty_n;
output   pix_read;
output  [31:0] res_din;
input   res_full_n;
output   res_write;
input  [31:0] words;

reg ap_done;
reg ap_idle;
reg ap_ready;
reg pix_read;
reg res_write;

reg    ap_done_reg;
(* fsm_encoding = "none" *) reg   [4:0] ap_CS_fsm;
wire    ap_CS_fsm_state1;
wire    ap_CS_fsm_state2;
wire    ap_CS_fsm_state3;
wire    ap_CS_fsm_state4;
wire    ap_CS_fsm_state5;
reg    pix_blk_n;
reg    res_blk_n;
reg    ap_block_state1;
reg    ap_block_state2;
wire   [0:0] icmp_ln34_fu_102_p2;
reg   [30:0] i_fu_54;
reg   [31:0] pix_read_reg_140;
reg   [31:0] prev_fu_58;
reg   [31:0] prev_1_fu_62;
reg   [31:0] add_ln37_reg_145;
reg   [31:0] add_ln37_1_reg_150;
reg   [4:0] ap_NS_fsm;

// power-on initialization
initial begin
#0 ap_done_reg = 1'b0;
#0 ap_CS_fsm = 5'd1;
#0 i_fu_54 = 31'd0;
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
        end else if (((icmp_ln34_fu_102_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
            ap_done_reg <= 1'b1;
        end
    end
end

always @ (posedge ap_clk) begin
    if ((~(1'b1 == ap_block_state1) & (1'b1 == ap_CS_fsm_state1))) begin
        i_fu_54 <= 31'd0;
        prev_fu_58 <= 32'd0;
        prev_1_fu_62 <= 32'd0;
    end else if (((res_full_n == 1'b1) & (1'b1 == ap_CS_fsm_state5))) begin
        i_fu_54 <= (i_fu_54 + 31'd1);
        prev_fu_58 <= pix_read_reg_140;
        prev_1_fu_62 <= prev_fu_58;
    end
end

always @ (posedge ap_clk) begin
    if ((~(1'b1 == ap_block_state2) & (1'b1 == ap_CS_fsm_state2))) begin
        pix_read_reg_140 <= pix_dout;
    end
end

always @ (posedge ap_clk) begin
    if ((1'b1 == ap_CS_fsm_state3)) begin
        add_ln37_reg_145 <= (pix_read_reg_140 + prev_1_fu_62);
    end
end

always @ (posedge ap_clk) begin
    if ((1'b1 == ap_CS_fsm_state4)) begin
        add_ln37_1_reg_150 <= (add_ln37_reg_145 + {{prev_fu_58[30:0]}, {1'b0}});
    end
end

always @ (*) begin
    if (((icmp_ln34_fu_102_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
        ap_done = 1'b1;
    end else begin
        ap_done = ap_done_reg;
    end
end

always @ (*) begin
    if (((ap_start == 1'b0) & (1'b1 == ap_CS_fsm_state1))) begin
        ap_idle = 1'b1;
    end else begin
        ap_idle = 1'b0;
    end
end

always @ (*) begin
    if (((icmp_ln34_fu_102_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
        ap_ready = 1'b1;
    end else begin
        ap_ready = 1'b0;
    end
end

always @ (*) begin
    if (((icmp_ln34_fu_102_p2 == 1'd0) & (1'b1 == ap_CS_fsm_state2))) begin
        pix_blk_n = pix_empty_n;
    end else begin
        pix_blk_n = 1'b1;
    end
end

always @ (*) begin
    if ((~(1'b1 == ap_block_state2) & (icmp_ln34_fu_102_p2 == 1'd0) & (1'b1 == ap_CS_fsm_state2))) begin
        pix_read = 1'b1;
    end else begin
        pix_read = 1'b0;
    end
end

always @ (*) begin
    if ((1'b1 == ap_CS_fsm_state5)) begin
        res_blk_n = res_full_n;
    end else begin
        res_blk_n = 1'b1;
    end
end

always @ (*) begin
    if (((res_full_n == 1'b1) & (1'b1 == ap_CS_fsm_state5))) begin
        res_write = 1'b1;
    end else begin
        res_write = 1'b0;
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
            if (((icmp_ln34_fu_102_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
                ap_NS_fsm = ap_ST_fsm_state1;
            end else if ((~(1'b1 == ap_block_state2) & (1'b1 == ap_CS_fsm_state2))) begin
                ap_NS_fsm = ap_ST_fsm_state3;
            end else begin
                ap_NS_fsm = ap_ST_fsm_state2;
            end
        end
        ap_ST_fsm_state3 : begin
            ap_NS_fsm = ap_ST_fsm_state4;
        end
        ap_ST_fsm_state4 : begin
            ap_NS_fsm = ap_ST_fsm_state5;
        end
        ap_ST_fsm_state5 : begin
            if (((res_full_n == 1'b1) & (1'b1 == ap_CS_fsm_state5))) begin
                ap_NS_fsm = ap_ST_fsm_state2;
            end else begin
                ap_NS_fsm = ap_ST_fsm_state5;
            end
        end
        default : begin
            ap_NS_fsm = 'bx;
        end
    endcase
end

assign ap_CS_fsm_state1 = ap_CS_fsm[32'd0];
assign ap_CS_fsm_state2 = ap_CS_fsm[32'd1];
assign ap_CS_fsm_state3 = ap_CS_fsm[32'd2];
assign ap_CS_fsm_state4 = ap_CS_fsm[32'd3];
assign ap_CS_fsm_state5 = ap_CS_fsm[32'd4];

always @ (*) begin
    ap_block_state1 = ((ap_start == 1'b0) | (ap_done_reg == 1'b1));
end

always @ (*) begin
    ap_block_state2 = ((icmp_ln34_fu_102_p2 == 1'd0) & (pix_empty_n == 1'b0));
end

assign icmp_ln34_fu_102_p2 = ((i_fu_54 == words[30:0]) ? 1'b1 : 1'b0);

assign res_din = {{2'd0}, {add_ln37_1_reg_150[31:2]}};

endmodule //blur_compute
