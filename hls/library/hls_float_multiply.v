// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: a * b, rounded to nearest even, STAGES cycles later (three or more): unpack; multiply; round.
//          en_i enables the whole pipeline. A NaN is the quiet one without payload.
module hls_float_multiply #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 3
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [EXPONENT+FRACTION:0] a_i,
    input  wire [EXPONENT+FRACTION:0] b_i,
    output wire [EXPONENT+FRACTION:0] y_o
);
`ifdef TAPESTRY_FAST_FLOATS
    if (FRACTION == 23 || FRACTION == 52) begin : model
        hls_float_model #(.FRACTION(FRACTION), .STAGES(STAGES), .OPERATION(2)) u_model (.clk_i(clk_i), .en_i(en_i),
            .a_i(a_i), .b_i(b_i), .c_i(a_i), .y_o(y_o));
    end else
`endif
    if (1) begin : unit
        reg [EXPONENT+FRACTION:0] y;
        assign y_o = y;
        localparam BIAS = (1 << (EXPONENT-1)) - 1;
        localparam PRODUCT = 2*FRACTION + 2;
        localparam LAST = STAGES - 3;

        wire a_sign, a_nan, a_infinite, a_zero, b_sign, b_nan, b_infinite, b_zero;
        wire [EXPONENT-1:0] a_exponent, b_exponent;
        wire [FRACTION:0] a_mantissa, b_mantissa;
        hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_a (.x_i(a_i), .sign_o(a_sign),
            .exponent_o(a_exponent), .mantissa_o(a_mantissa), .is_nan_o(a_nan), .is_infinite_o(a_infinite),
            .is_zero_o(a_zero));
        hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_b (.x_i(b_i), .sign_o(b_sign),
            .exponent_o(b_exponent), .mantissa_o(b_mantissa), .is_nan_o(b_nan), .is_infinite_o(b_infinite),
            .is_zero_o(b_zero));

        // The sign of a NaN is that of the first operand which is one; a NaN that is made here is negative.
        wire nan = a_nan || b_nan || (a_infinite && b_zero) || (a_zero && b_infinite);
        wire nan_sign = a_nan ? a_sign : b_nan ? b_sign : 1'b1;
        reg sign1, nan1, infinite1;
        reg signed [EXPONENT+2:0] exponent1;
        reg [FRACTION:0] a1, b1;
        // The product with its sign and flags; synthesis retimes the multiplier into these registers.
        reg [LAST:0] sign2, nan2, infinite2;
        reg signed [EXPONENT+2:0] exponent2 [0:LAST];
        reg [PRODUCT-1:0] product2 [0:LAST];

        wire [EXPONENT+FRACTION:0] rounded;
        hls_float_round #(.EXPONENT(EXPONENT), .FRACTION(FRACTION), .MANTISSA(PRODUCT)) u_round (.sign_i(sign2[LAST]),
            .exponent_i(exponent2[LAST]), .mantissa_i(product2[LAST]), .y_o(rounded));

        integer i;
        always @(posedge clk_i)
            if (en_i) begin
                sign1 <= nan ? nan_sign : a_sign ^ b_sign;
                nan1 <= nan;
                infinite1 <= a_infinite || b_infinite;
                // The leading bit of the product has weight 2.
                exponent1 <= $signed({3'b000, a_exponent}) + $signed({3'b000, b_exponent}) - (BIAS - 1);
                a1 <= a_mantissa;
                b1 <= b_mantissa;
                sign2[0] <= sign1;
                nan2[0] <= nan1;
                infinite2[0] <= infinite1;
                exponent2[0] <= exponent1;
                product2[0] <= a1 * b1;
                for (i = 1; i <= LAST; i = i + 1) begin
                    sign2[i] <= sign2[i-1];
                    nan2[i] <= nan2[i-1];
                    infinite2[i] <= infinite2[i-1];
                    exponent2[i] <= exponent2[i-1];
                    product2[i] <= product2[i-1];
                end
                y <= nan2[LAST] ? {sign2[LAST], {EXPONENT{1'b1}}, 1'b1, {(FRACTION-1){1'b0}}} :
                       infinite2[LAST] ? {sign2[LAST], {EXPONENT{1'b1}}, {FRACTION{1'b0}}} : rounded;
            end
    end
endmodule
`default_nettype wire
