// SPDX-License-Identifier: Apache-2.0
// Two loops that high level synthesis left as functions: one fills a table, one searches it.
`timescale 1 ns / 1 ps
module top_Pipeline_FILL (
    input            ap_clk,
    input            ap_rst,
    input            ap_start,
    output           ap_done,
    output           ap_idle,
    output           ap_ready,
    output reg [5:0] table_address0,
    output           table_ce0,
    output           table_we0,
    output [15:0]    table_d0
);
    parameter TRIPS = 64;
    reg       ap_loop_running;
    reg [6:0] i;
    wire      ap_loop_exit = ap_loop_running & (i == TRIPS - 1);
    assign ap_done   = ap_loop_exit;
    assign ap_ready  = ap_loop_exit;
    assign ap_idle   = ~ap_start & ~ap_loop_running;
    assign table_ce0 = ap_loop_running;
    assign table_we0 = ap_loop_running;
    assign table_d0  = {9'd0, i} * 16'd37;
    always @(*) table_address0 = i[5:0];
    always @(posedge ap_clk)
        if (ap_rst) begin
            ap_loop_running <= 1'b0;
            i               <= 7'd0;
        end else if (!ap_loop_running) begin
            ap_loop_running <= ap_start;
            i               <= 7'd0;
        end else begin
            i <= i + 7'd1;
            if (ap_loop_exit) ap_loop_running <= 1'b0;
        end
endmodule

module top_search (
    input             ap_clk,
    input             ap_rst,
    input             ap_start,
    output reg        ap_done,
    output reg        ap_idle,
    output reg        ap_ready,
    output reg [5:0]  table_address0,
    output reg        table_ce0,
    input      [15:0] table_q0,
    output reg [15:0] ap_return
);
    parameter TRIPS = 64;
    parameter ap_ST_fsm_state1 = 4'd1;
    parameter ap_ST_fsm_state2 = 4'd2;
    parameter ap_ST_fsm_state3 = 4'd4;
    parameter ap_ST_fsm_state4 = 4'd8;
    reg  [3:0] ap_CS_fsm;
    wire       ap_CS_fsm_state1 = ap_CS_fsm[0];
    wire       ap_CS_fsm_state2 = ap_CS_fsm[1];
    wire       ap_CS_fsm_state3 = ap_CS_fsm[2];
    wire       ap_CS_fsm_state4 = ap_CS_fsm[3];
    reg  [3:0] ap_NS_fsm;
    reg  [6:0] j_fu_30;
    wire       icmp_ln14_fu_55 = j_fu_30 == TRIPS;
    initial begin
        #0 ap_CS_fsm = 4'd1;
    end
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) ap_CS_fsm <= ap_ST_fsm_state1;
        else ap_CS_fsm <= ap_NS_fsm;
    always @(posedge ap_clk) begin
        if ((1'b1 == ap_CS_fsm_state1) & (ap_start == 1'b1)) begin
            j_fu_30   <= 7'd0;
            ap_return <= 16'd0;
        end else if (1'b1 == ap_CS_fsm_state4) begin
            j_fu_30 <= j_fu_30 + 7'd1;
            if (table_q0[7:0] > ap_return[7:0]) ap_return <= table_q0;
        end
    end
    always @(*) table_address0 = j_fu_30[5:0];
    always @(*) table_ce0 = (1'b1 == ap_CS_fsm_state2) | (1'b1 == ap_CS_fsm_state3);
    always @(*) ap_done = ((1'b1 == ap_CS_fsm_state2) & icmp_ln14_fu_55) | ((ap_start == 1'b0) & (1'b1 == ap_CS_fsm_state1));
    always @(*) ap_ready = (1'b1 == ap_CS_fsm_state2) & icmp_ln14_fu_55;
    always @(*) ap_idle = (ap_start == 1'b0) & (1'b1 == ap_CS_fsm_state1);
    always @(*)
        case (ap_CS_fsm)
            ap_ST_fsm_state1: ap_NS_fsm = (ap_start == 1'b1) ? ap_ST_fsm_state2 : ap_ST_fsm_state1;
            ap_ST_fsm_state2: ap_NS_fsm = icmp_ln14_fu_55 ? ap_ST_fsm_state1 : ap_ST_fsm_state3;
            ap_ST_fsm_state3: ap_NS_fsm = ap_ST_fsm_state4;
            ap_ST_fsm_state4: ap_NS_fsm = ap_ST_fsm_state2;
            default: ap_NS_fsm = 'bx;
        endcase
endmodule
