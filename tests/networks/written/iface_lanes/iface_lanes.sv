// SPDX-License-Identifier: Apache-2.0
// Packets are sprayed over three inspectors, in turns, and gathered in turns. Arrays of interfaces, a generate loop.
interface pkt_if;
    logic        vld;
    logic        rdy;
    logic [23:0] hdr;
    modport tx (output vld, hdr, input rdy);
    modport rx (input vld, hdr, output rdy);
endinterface

module sprayer #(parameter int N = 3) (
    input logic clk,
    input logic rst,
    pkt_if.rx   in,
    pkt_if.tx   out[N]
);
    logic [1:0]   turn;
    logic [N-1:0] rdy;
    assign in.rdy = rdy[turn];
    for (genvar i = 0; i < N; i++) begin : g_out
        assign out[i].vld = in.vld && turn == i;
        assign out[i].hdr = in.hdr;
        assign rdy[i]     = out[i].rdy;
    end
    always_ff @(posedge clk)
        if (rst) turn <= '0;
        else if (in.vld && in.rdy) turn <= turn == N - 1 ? '0 : turn + 1'b1;
endmodule

module inspector (
    input logic       clk,
    input logic       rst,
    input logic [5:0] rules,
    pkt_if.rx         in,
    pkt_if.tx         out
);
    typedef enum logic [1:0] {EMPTY, MATCH, PASS} inspect_e;
    inspect_e   state;
    logic [5:0] rule;
    assign in.rdy  = state == EMPTY;
    assign out.vld = state == PASS;
    always_ff @(posedge clk)
        if (rst) begin
            state   <= EMPTY;
            rule    <= '0;
            out.hdr <= '0;
        end else
            case (state)
                EMPTY: if (in.vld) begin
                    out.hdr <= in.hdr;
                    rule    <= '0;
                    state   <= MATCH;
                end
                MATCH: begin
                    if (out.hdr[7:0] == {2'b10, rule}) out.hdr[23] <= 1'b1;
                    rule <= rule + 1'b1;
                    if (rule == rules - 1) state <= PASS;
                end
                default: if (out.rdy) state <= EMPTY;
            endcase
endmodule

module gatherer #(parameter int N = 3) (
    input logic       clk,
    input logic       rst,
    input logic [5:0] gap,
    pkt_if.rx         in[N],
    pkt_if.tx         out
);
    logic [1:0]         turn;
    logic [5:0]         wait_left;
    logic [N-1:0]       vld;
    logic [N-1:0][23:0] hdr;
    for (genvar i = 0; i < N; i++) begin : g_in
        assign vld[i]    = in[i].vld;
        assign hdr[i]    = in[i].hdr;
        assign in[i].rdy = out.rdy && turn == i && wait_left == 0;
    end
    assign out.vld = vld[turn] && wait_left == 0;
    assign out.hdr = hdr[turn];
    always_ff @(posedge clk)
        if (rst) begin
            turn      <= '0;
            wait_left <= '0;
        end else if (out.vld && out.rdy) begin
            turn      <= turn == N - 1 ? '0 : turn + 1'b1;
            wait_left <= gap;
        end else if (wait_left != 0) wait_left <= wait_left - 1'b1;
endmodule

module iface_lanes (
    input  logic        clk,
    input  logic        rst,
    input  logic [5:0]  rules,
    input  logic [5:0]  gap,
    input  logic        pkt_vld,
    output logic        pkt_rdy,
    input  logic [23:0] pkt_hdr,
    output logic        out_vld,
    input  logic        out_rdy,
    output logic [23:0] out_hdr
);
    pkt_if in_if (), out_if ();
    pkt_if to_lane[3] (), from_lane[3] ();
    assign in_if.vld  = pkt_vld;
    assign in_if.hdr  = pkt_hdr;
    assign pkt_rdy    = in_if.rdy;
    assign out_vld    = out_if.vld;
    assign out_hdr    = out_if.hdr;
    assign out_if.rdy = out_rdy;
    sprayer u_spray (.clk, .rst, .in(in_if), .out(to_lane));
    for (genvar i = 0; i < 3; i++) begin : g_lane
        inspector u_inspect (.clk, .rst, .rules, .in(to_lane[i]), .out(from_lane[i]));
    end
    gatherer u_gather (.clk, .rst, .gap, .in(from_lane), .out(out_if));
endmodule
