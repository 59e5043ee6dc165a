// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: compares two floating-point numbers; with a NaN only unordered_o is high. Combinational.
module hls_float_compare #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23
) (
    input  wire [EXPONENT+FRACTION:0] a_i,
    input  wire [EXPONENT+FRACTION:0] b_i,
    output wire equal_o,
    output wire less_o,
    output wire less_equal_o,
    output wire unordered_o
);
    localparam TOP = EXPONENT + FRACTION;
    wire [TOP-1:0] a = a_i[TOP-1:0];
    wire [TOP-1:0] b = b_i[TOP-1:0];
    wire zeros = a == 0 && b == 0;
    localparam [TOP-1:0] INFINITE = {{EXPONENT{1'b1}}, {FRACTION{1'b0}}};
    assign unordered_o = a > INFINITE || b > INFINITE;
    assign equal_o = !unordered_o && (a_i == b_i || zeros);
    assign less_o = !unordered_o && !zeros &&
        (a_i[TOP] != b_i[TOP] ? a_i[TOP] : a_i[TOP] ? a > b : a < b);
    assign less_equal_o = equal_o || less_o;
endmodule
`default_nettype wire
