// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: the queue of a stream: first in, first out, one element per cycle on each side.
//
// Parameters: WIDTH: bits of an element. DEPTH: capacity in elements, at least 1.
// Timing: an element can leave in the cycle after it arrived. in_ready_o and out_valid_o depend on registers only.
module hls_fifo #(
    parameter WIDTH = 32,
    parameter DEPTH = 2
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire in_valid_i,
    output wire in_ready_o,
    input  wire [WIDTH-1:0] in_data_i,
    output wire out_valid_o,
    input  wire out_ready_i,
    output wire [WIDTH-1:0] out_data_o
);
    localparam BITS = DEPTH <= 1 ? 1 : $clog2(DEPTH);
    localparam [31:0] LAST = DEPTH - 1;
    localparam [31:0] FULL = DEPTH;
    reg [WIDTH-1:0] elements [0:DEPTH-1];
    reg [BITS-1:0] first, next;
    reg [BITS:0] level;
    wire put = in_valid_i && in_ready_o;
    wire take = out_valid_o && out_ready_i;

    assign in_ready_o = level != FULL[BITS:0];
    assign out_valid_o = level != 0;
    assign out_data_o = elements[first];

    always @(posedge clk_i) begin
        if (put) elements[next] <= in_data_i;
        if (rst_i) begin
            first <= 0;
            next <= 0;
            level <= 0;
        end else begin
            if (put) next <= next == LAST[BITS-1:0] ? {BITS{1'b0}} : next + 1'b1;
            if (take) first <= first == LAST[BITS-1:0] ? {BITS{1'b0}} : first + 1'b1;
            level <= level + {{BITS{1'b0}}, put} - {{BITS{1'b0}}, take};
        end
    end
endmodule
`default_nettype wire
