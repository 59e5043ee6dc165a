// SPDX-License-Identifier: Apache-2.0
// What press.v does not have: connections by position, some left open; generate constructs without begin, one in
// another; macros over several lines and with strings; a header; data; parameters. Its black boxes have a body in a
// simulation (SIMULATED), so that what an edit does to them is seen there.
`include "corner.vh"

(* blackbox *)
module mixer (input clk, output reg q, input a, input b, input c);
`ifdef SIMULATED
    always @(posedge clk) q <= a ^ (b & (c !== 1'b1));
`endif
endmodule

(* blackbox *)
module labelled #(parameter LABEL = "none") (input a, output y);
`ifdef SIMULATED
    assign y = a ^ (LABEL == "left  right");
`endif
endmodule

module chooser #(parameter WIDE = 1, parameter FAST = 0) (input [`WIDTH-1:0] a, output [`WIDTH-1:0] y);
    generate
        if (WIDE)
            if (FAST) assign y = a;
            else assign y = ~a;
    endgenerate
endmodule

module stage #(parameter ADD = 1) (clk, rst, go, d, q, busy);
    input clk, rst, go;
    input [3:0] d;
    output reg [3:0] q;
    output busy;
    reg [1:0] state;
    assign busy = state != 0;
    always @(posedge clk)
        if (rst) begin
            state <= 0;
            q <= 0;
        end else
            case (state)
                0: if (go) state <= 1;
                1: begin
                    q <= d + ADD;
                    state <= 2;
                end
                2: if (!go) state <= 3;
                default: state <= 0;
            endcase
endmodule

module corner #(parameter DEPTH = 3, parameter START = 2) (
    input        clk,
    input        rst,
    input        in_valid,
    output       in_ready,
    input  [3:0] in_data,
    output [3:0] sum,
    output [3:0] word,
    output [3:0] chosen,
    output [3:0] other,
    output       mixed,
    output       told,
    output       busy,
    output [DEPTH*4-1:0] line,
    output reg [3:0] level
);
    reg [3:0] cells [0:3];
    initial $readmemh("corner.hex", cells);
    reg [1:0] at;
    assign word = cells[at];
    always @(posedge clk)
        if (rst) at <= START;
        else if (in_valid) at <= `STEP(at);

    localparam REST = 2'd0, FILL = 2'd1, FULL = 2'd2;
    reg [1:0] state;
    assign in_ready = state != FULL;
    always @(posedge clk)
        if (rst) state <= REST;
        else
            case (state)
                REST: if (in_valid) state <= FILL;
                FILL: if (level > 9) state <= FULL;
                FULL: if (level == 0) state <= REST;
                default: state <= REST;
            endcase
    always @(posedge clk)
        if (rst) level <= 0;
        else if (in_valid && in_ready)
            if (in_data[0]) level <= level + 1;
            else level <= level + 2;
        else if (state == FULL) level <= level == 0 ? 0 : level - 1;

    assign sum = `TWICE(in_data) & (`MASK);
    chooser u_choose (in_data, chosen);
    chooser #(1, 1) u_other (in_data, other);
    mixer u_mix (clk, mixed, in_data[0], in_data[1], );
    labelled #(.LABEL(`NAME(left  right))) u_told (in_data[2], told);

    wire [DEPTH:0] busies;
    assign busies[0] = 1'b0;
    assign busy = |busies;
    genvar i;
    generate
        for (i = 0; i < DEPTH; i = i + 1) begin : g_line
            if (i == 0) stage u_first (clk, rst, in_valid, in_data, line[3:0], busies[1]);
            else stage #(i) u_next (clk, rst, busies[i], line[4*i-1 -: 4], line[4*i +: 4], busies[i+1]);
        end
    endgenerate
endmodule
