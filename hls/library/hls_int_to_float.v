// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: converts an integer to floating point, rounded to nearest even, two cycles later: magnitude; round.
module hls_int_to_float #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter WIDTH = 32,
    parameter SIGNED = 1
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [WIDTH-1:0] a_i,
    output reg  [EXPONENT+FRACTION:0] y_o
);
    localparam BIAS = (1 << (EXPONENT-1)) - 1;
    localparam BELOW = FRACTION + 3;  // zeros below the integer, so that any width can be rounded
    reg sign;
    reg [WIDTH-1:0] magnitude;
    wire minus = (SIGNED != 0) && a_i[WIDTH-1];
    wire [EXPONENT+FRACTION:0] rounded;
    localparam [EXPONENT+2:0] TOP = BIAS + WIDTH - 1;
    hls_float_round #(.EXPONENT(EXPONENT), .FRACTION(FRACTION), .MANTISSA(WIDTH+BELOW)) u_round (.sign_i(sign),
        .exponent_i(TOP), .mantissa_i({magnitude, {BELOW{1'b0}}}), .y_o(rounded));
    always @(posedge clk_i)
        if (en_i) begin
            sign <= minus;
            magnitude <= minus ? -a_i : a_i;
            y_o <= rounded;
        end
endmodule
`default_nettype wire
