// SPDX-License-Identifier: Apache-2.0
`timescale 1 ns / 1 ps
module hls_calls_table_RAM (
    input             clk,
    input      [5:0]  address0,
    input             ce0,
    input             we0,
    input      [15:0] d0,
    output reg [15:0] q0
);
    reg [15:0] ram[0:63];
    always @(posedge clk)
        if (ce0) begin
            if (we0) ram[address0] <= d0;
            q0 <= ram[address0];
        end
endmodule

module hls_calls #(parameter FILL = 64, parameter SEARCH = 64) (
    input             ap_clk,
    input             ap_rst,
    input             ap_start,
    output reg        ap_done,
    output reg        ap_idle,
    output reg        ap_ready,
    output     [15:0] ap_return
);
    parameter ap_ST_fsm_state1 = 4'd1;
    parameter ap_ST_fsm_state2 = 4'd2;
    parameter ap_ST_fsm_state3 = 4'd4;
    parameter ap_ST_fsm_state4 = 4'd8;
    reg  [3:0]  ap_CS_fsm;
    wire        ap_CS_fsm_state1 = ap_CS_fsm[0];
    wire        ap_CS_fsm_state2 = ap_CS_fsm[1];
    wire        ap_CS_fsm_state3 = ap_CS_fsm[2];
    wire        ap_CS_fsm_state4 = ap_CS_fsm[3];
    reg  [3:0]  ap_NS_fsm;
    reg         grp_top_Pipeline_FILL_fu_40_ap_start_reg;
    reg         grp_top_search_fu_52_ap_start_reg;
    wire        grp_top_Pipeline_FILL_fu_40_ap_done, grp_top_Pipeline_FILL_fu_40_ap_idle, grp_top_Pipeline_FILL_fu_40_ap_ready;
    wire        grp_top_search_fu_52_ap_done, grp_top_search_fu_52_ap_idle, grp_top_search_fu_52_ap_ready;
    wire [5:0]  fill_address, search_address;
    wire        fill_ce, fill_we, search_ce;
    wire [15:0] fill_d, table_q0;
    top_Pipeline_FILL #(.TRIPS(FILL)) grp_top_Pipeline_FILL_fu_40 (
        .ap_clk(ap_clk), .ap_rst(ap_rst), .ap_start(grp_top_Pipeline_FILL_fu_40_ap_start_reg), .ap_done(grp_top_Pipeline_FILL_fu_40_ap_done),
        .ap_idle(grp_top_Pipeline_FILL_fu_40_ap_idle), .ap_ready(grp_top_Pipeline_FILL_fu_40_ap_ready),
        .table_address0(fill_address), .table_ce0(fill_ce), .table_we0(fill_we), .table_d0(fill_d));
    top_search #(.TRIPS(SEARCH)) grp_top_search_fu_52 (
        .ap_clk(ap_clk), .ap_rst(ap_rst), .ap_start(grp_top_search_fu_52_ap_start_reg), .ap_done(grp_top_search_fu_52_ap_done),
        .ap_idle(grp_top_search_fu_52_ap_idle), .ap_ready(grp_top_search_fu_52_ap_ready),
        .table_address0(search_address), .table_ce0(search_ce), .table_q0(table_q0), .ap_return(ap_return));
    hls_calls_table_RAM table_U (
        .clk(ap_clk), .address0((1'b1 == ap_CS_fsm_state2) ? fill_address : search_address),
        .ce0((1'b1 == ap_CS_fsm_state2) ? fill_ce : search_ce), .we0((1'b1 == ap_CS_fsm_state2) & fill_we), .d0(fill_d), .q0(table_q0));
    initial begin
        #0 ap_CS_fsm = 4'd1;
        #0 grp_top_Pipeline_FILL_fu_40_ap_start_reg = 1'b0;
        #0 grp_top_search_fu_52_ap_start_reg = 1'b0;
    end
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) ap_CS_fsm <= ap_ST_fsm_state1;
        else ap_CS_fsm <= ap_NS_fsm;
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) grp_top_Pipeline_FILL_fu_40_ap_start_reg <= 1'b0;
        else if ((1'b1 == ap_CS_fsm_state1) & (ap_start == 1'b1)) grp_top_Pipeline_FILL_fu_40_ap_start_reg <= 1'b1;
        else if (grp_top_Pipeline_FILL_fu_40_ap_ready == 1'b1) grp_top_Pipeline_FILL_fu_40_ap_start_reg <= 1'b0;
    always @(posedge ap_clk)
        if (ap_rst == 1'b1) grp_top_search_fu_52_ap_start_reg <= 1'b0;
        else if (1'b1 == ap_CS_fsm_state3) grp_top_search_fu_52_ap_start_reg <= 1'b1;
        else if (grp_top_search_fu_52_ap_ready == 1'b1) grp_top_search_fu_52_ap_start_reg <= 1'b0;
    always @(*) ap_done = (1'b1 == ap_CS_fsm_state4) & (grp_top_search_fu_52_ap_done == 1'b1);
    always @(*) ap_ready = (1'b1 == ap_CS_fsm_state4) & (grp_top_search_fu_52_ap_done == 1'b1);
    always @(*) ap_idle = (ap_start == 1'b0) & (1'b1 == ap_CS_fsm_state1);
    always @(*)
        case (ap_CS_fsm)
            ap_ST_fsm_state1: ap_NS_fsm = (ap_start == 1'b1) ? ap_ST_fsm_state2 : ap_ST_fsm_state1;
            ap_ST_fsm_state2: ap_NS_fsm = (grp_top_Pipeline_FILL_fu_40_ap_done == 1'b1) ? ap_ST_fsm_state3 : ap_ST_fsm_state2;
            ap_ST_fsm_state3: ap_NS_fsm = ap_ST_fsm_state4;
            ap_ST_fsm_state4: ap_NS_fsm = (grp_top_search_fu_52_ap_done == 1'b1) ? ap_ST_fsm_state1 : ap_ST_fsm_state4;
            default: ap_NS_fsm = 'bx;
        endcase
endmodule
