// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: a barrier for THREADS threads. A thread that arrives (comes_i) need not keep requesting: its arrival is
//          remembered, and so is its permission to pass (passes_o), until it passes (both high in one cycle).
module hls_barrier #(
    parameter THREADS = 2
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [THREADS-1:0] comes_i,
    output reg  [THREADS-1:0] passes_o,
    output reg  opens_o
);
    reg [THREADS-1:0] here;
    wire [THREADS-1:0] all = here | (comes_i & ~passes_o);
    wire open = &all;
    always @(posedge clk_i) begin
        if (rst_i) begin
            here <= 0;
            passes_o <= 0;
            opens_o <= 1'b0;
        end else begin
            here <= open ? {THREADS{1'b0}} : all;
            passes_o <= open ? {THREADS{1'b1}} : passes_o & ~comes_i;
            opens_o <= open;
        end
    end
endmodule
`default_nettype wire
