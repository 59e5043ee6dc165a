// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: rounds a sum, product, quotient or root to the nearest floating-point number, ties to even, with
//          subnormal numbers and infinity. Combinational; every floating-point unit ends in it.
//
// The number is mantissa_i / 2**(MANTISSA-1) * 2**(exponent_i - bias). The mantissa need not be normalized. Its last
// bit is sticky: it is one if anything below it is not zero.
module hls_float_round #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter MANTISSA = 27
) (
    input  wire sign_i,
    input  wire signed [EXPONENT+2:0] exponent_i,
    input  wire [MANTISSA-1:0] mantissa_i,
    output wire [EXPONENT+FRACTION:0] y_o
);
    localparam LOW = MANTISSA - FRACTION - 1;  // bits below the fraction, two or more
    localparam [EXPONENT+2:0] ALL = (1 << EXPONENT) - 1;

    reg [15:0] zeros;
    integer i;
    always @* begin
        zeros = MANTISSA[15:0];
        for (i = 0; i < MANTISSA; i = i + 1)
            if (mantissa_i[i]) zeros = MANTISSA[15:0] - 16'd1 - i[15:0];
    end

    wire [MANTISSA-1:0] normal = mantissa_i << zeros;
    wire signed [EXPONENT+2:0] exponent = exponent_i - $signed({1'b0, zeros[EXPONENT+1:0]});

    // Below the smallest exponent the number becomes subnormal: it loses low bits instead.
    wire is_small = exponent < 1;
    wire signed [EXPONENT+2:0] lost = 1 - exponent;
    wire gone = is_small && lost > $signed(MANTISSA[EXPONENT+2:0]);
    wire [MANTISSA-1:0] shifted = gone ? {MANTISSA{1'b0}} : normal >> lost;
    wire [MANTISSA-1:0] back = shifted << lost;
    wire sticky = is_small && (gone ? |normal : back != normal);
    wire [MANTISSA-1:0] placed = is_small ? {shifted[MANTISSA-1:1], shifted[0] | sticky} : normal;

    wire half = placed[LOW-1];
    wire more = |placed[LOW-2:0];
    wire up = half && (more || placed[LOW]);
    wire [EXPONENT-1:0] field = is_small ? {EXPONENT{1'b0}} : exponent[EXPONENT-1:0];
    wire [EXPONENT+FRACTION-1:0] rounded =
        {field, placed[MANTISSA-2:LOW]} + {{(EXPONENT+FRACTION-1){1'b0}}, up};
    wire over = !is_small && exponent >= $signed(ALL);
    assign y_o = mantissa_i == 0 ? {sign_i, {(EXPONENT+FRACTION){1'b0}}} :
                 over ? {sign_i, {EXPONENT{1'b1}}, {FRACTION{1'b0}}} : {sign_i, rounded};
endmodule
`default_nettype wire
