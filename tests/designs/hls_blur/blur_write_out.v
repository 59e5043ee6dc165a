// SPDX-License-Identifier: Apache-2.0
// Third process: copies N words from FIFO `res` to the output stream.
`timescale 1 ns / 1 ps

module blur_write_out (
        ap_clk,
        ap_rst,
        ap_start,
        ap_done,
        ap_continue,
        ap_idle,
        ap_ready,
        res_dout,
        res_empty_n,
        res_read,
        out_r_TDATA,
        out_r_TVALID,
        out_r_TREADY,
        words
);

parameter    ap_ST_fsm_state1 = 3'd1;
parameter    ap_ST_fsm_state2 = 3'd2;
parameter    ap_ST_fsm_state3 = 3'd4;

input   ap_clk;
input   ap_rst;
input   ap_start;
output   ap_done;
input   ap_continue;
output   ap_idle;
output   ap_ready;
input  [31:0] res_dout;
input   res_empty_n;
output   res_read;
output  [31:0] out_r_TDATA;
output   out_r_TVALID;
input   out_r_TREADY;
input  [31:0] words;

reg ap_done;
reg ap_idle;
reg ap_ready;
reg res_read;

reg    ap_done_reg;
(* fsm_encoding = "none" *) reg   [2:0] ap_CS_fsm;
wire    ap_CS_fsm_state1;
wire    ap_CS_fsm_state2;
wire    ap_CS_fsm_state3;
reg    res_blk_n;
reg    ap_block_state1;
reg    ap_block_state2;
wire   [0:0] icmp_ln48_fu_80_p2;
reg   [30:0] i_fu_44;
reg   [31:0] res_read_reg_100;
reg   [2:0] ap_NS_fsm;

// power-on initialization
initial begin
#0 ap_done_reg = 1'b0;
#0 ap_CS_fsm = 3'd1;
#0 i_fu_44 = 31'd0;
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
        end else if (((icmp_ln48_fu_80_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
            ap_done_reg <= 1'b1;
        end
    end
end

always @ (posedge ap_clk) begin
    if ((~(1'b1 == ap_block_state1) & (1'b1 == ap_CS_fsm_state1))) begin
        i_fu_44 <= 31'd0;
    end else if (((out_r_TREADY == 1'b1) & (1'b1 == ap_CS_fsm_state3))) begin
        i_fu_44 <= (i_fu_44 + 31'd1);
    end
    if ((~(1'b1 == ap_block_state2) & (1'b1 == ap_CS_fsm_state2))) begin
        res_read_reg_100 <= res_dout;
    end
end

always @ (*) begin
    if (((icmp_ln48_fu_80_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
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
    if (((icmp_ln48_fu_80_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
        ap_ready = 1'b1;
    end else begin
        ap_ready = 1'b0;
    end
end

always @ (*) begin
    if (((icmp_ln48_fu_80_p2 == 1'd0) & (1'b1 == ap_CS_fsm_state2))) begin
        res_blk_n = res_empty_n;
    end else begin
        res_blk_n = 1'b1;
    end
end

always @ (*) begin
    if ((~(1'b1 == ap_block_state2) & (icmp_ln48_fu_80_p2 == 1'd0) & (1'b1 == ap_CS_fsm_state2))) begin
        res_read = 1'b1;
    end else begin
        res_read = 1'b0;
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
            if (((icmp_ln48_fu_80_p2 == 1'd1) & (1'b1 == ap_CS_fsm_state2))) begin
                ap_NS_fsm = ap_ST_fsm_state1;
            end else if ((~(1'b1 == ap_block_state2) & (1'b1 == ap_CS_fsm_state2))) begin
                ap_NS_fsm = ap_ST_fsm_state3;
            end else begin
                ap_NS_fsm = ap_ST_fsm_state2;
            end
        end
        ap_ST_fsm_state3 : begin
            if (((out_r_TREADY == 1'b1) & (1'b1 == ap_CS_fsm_state3))) begin
                ap_NS_fsm = ap_ST_fsm_state2;
            end else begin
                ap_NS_fsm = ap_ST_fsm_state3;
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

always @ (*) begin
    ap_block_state1 = ((ap_start == 1'b0) | (ap_done_reg == 1'b1));
end

always @ (*) begin
    ap_block_state2 = ((icmp_ln48_fu_80_p2 == 1'd0) & (res_empty_n == 1'b0));
end

assign icmp_ln48_fu_80_p2 = ((i_fu_44 == words[30:0]) ? 1'b1 : 1'b0);

assign out_r_TDATA = res_read_reg_100;

assign out_r_TVALID = ap_CS_fsm_state3;

endmodule //blur_write_out
