// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Every floating-point unit of one format side by side, for tests/hls/floats.cpp.
module floats #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter OTHER_EXPONENT = 11,
    parameter OTHER_FRACTION = 52,
    parameter MULTIPLY = 3,
    parameter FMA = 5,
    parameter DIVIDE = 9,
    parameter ROOT = 15
) (
    input  wire clk,
    input  wire en,
    input  wire [EXPONENT+FRACTION:0] a,
    input  wire [EXPONENT+FRACTION:0] b,
    input  wire [EXPONENT+FRACTION:0] c,
    input  wire [63:0] i,
    output wire [EXPONENT+FRACTION:0] sum,
    output wire [EXPONENT+FRACTION:0] difference,
    output wire [EXPONENT+FRACTION:0] product,
    output wire [EXPONENT+FRACTION:0] fused,
    output wire [EXPONENT+FRACTION:0] quotient,
    output wire [EXPONENT+FRACTION:0] root,
    output wire [OTHER_EXPONENT+OTHER_FRACTION:0] resized,
    output wire [31:0] to_int,
    output wire [63:0] to_uint,
    output wire [EXPONENT+FRACTION:0] from_int,
    output wire [EXPONENT+FRACTION:0] from_uint,
    output wire equal,
    output wire less,
    output wire less_equal,
    output wire unordered
);
    hls_float_add #(EXPONENT, FRACTION, 0) u_add (clk, en, a, b, sum);
    hls_float_add #(EXPONENT, FRACTION, 1) u_sub (clk, en, a, b, difference);
    hls_float_multiply #(EXPONENT, FRACTION, MULTIPLY) u_mul (clk, en, a, b, product);
    hls_float_fma #(EXPONENT, FRACTION, FMA) u_fma (clk, en, a, b, c, fused);
    hls_float_divide #(EXPONENT, FRACTION, DIVIDE) u_div (clk, en, a, b, quotient);
    hls_float_root #(EXPONENT, FRACTION, ROOT) u_root (clk, en, a, root);
    hls_float_resize #(EXPONENT, FRACTION, OTHER_EXPONENT, OTHER_FRACTION) u_resize (clk, en, a, resized);
    hls_float_to_int #(EXPONENT, FRACTION, 32, 1) u_to_int (clk, en, a, to_int);
    hls_float_to_int #(EXPONENT, FRACTION, 64, 0) u_to_uint (clk, en, a, to_uint);
    hls_int_to_float #(EXPONENT, FRACTION, 32, 1) u_from_int (clk, en, i[31:0], from_int);
    hls_int_to_float #(EXPONENT, FRACTION, 64, 0) u_from_uint (clk, en, i, from_uint);
    hls_float_compare #(EXPONENT, FRACTION) u_compare (a, b, equal, less, less_equal, unordered);
endmodule
`default_nettype wire
