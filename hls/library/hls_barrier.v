// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: a barrier for THREADS threads. A thread that arrives (comes_i) need not keep requesting: its arrival is
//          remembered, and so is its permission to pass (passes_o), until it passes (both high in one cycle).
//          Threads that are not of the present team wait for its end (joins_i): the team's own barriers open without them.
module hls_barrier #(
    parameter THREADS = 2
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [THREADS-1:0] comes_i,
    input  wire [THREADS-1:0] joins_i,
    output reg  [THREADS-1:0] passes_o,
    output reg  opens_o
);
    reg [THREADS-1:0] here, joins_q;
    wire [THREADS-1:0] all = here | (comes_i & ~passes_o);
    wire [THREADS-1:0] joins = (here & joins_q) | (~here & joins_i);
    wire open = &all;
    wire [THREADS-1:0] passing = &joins ? {THREADS{1'b1}} : ~joins;
    always @(posedge clk_i) begin
        if (rst_i) begin
            here <= 0;
            joins_q <= 0;
            passes_o <= 0;
            opens_o <= 1'b0;
        end else begin
            here <= open ? ~passing : all;
            joins_q <= joins;
            passes_o <= open ? passing : passes_o & ~comes_i;
            opens_o <= open;
        end
    end
endmodule
`default_nettype wire
