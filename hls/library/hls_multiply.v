// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: the low WIDTH bits of a product, STAGES cycles later. en_i enables the whole pipeline.
module hls_multiply #(
    parameter WIDTH = 32,
    parameter STAGES = 2
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [WIDTH-1:0] a_i,
    input  wire [WIDTH-1:0] b_i,
    output wire [WIDTH-1:0] y_o
);
    // Synthesis retimes the multiplier into these registers.
    reg [WIDTH-1:0] stage [0:STAGES-1];
    integer i;
    always @(posedge clk_i)
        if (en_i) begin
            stage[0] <= a_i * b_i;
            for (i = 1; i < STAGES; i = i + 1) stage[i] <= stage[i-1];
        end
    assign y_o = stage[STAGES-1];
endmodule
`default_nettype wire
