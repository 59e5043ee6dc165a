// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: a * b + c, rounded once, to nearest even, STAGES cycles later (five or more): unpack; multiply, and
//          align c; add; absolute value; round. en_i enables the whole pipeline. A NaN is the quiet one without payload.
//
// The sum is computed in a window in which the position of the product is fixed:
//
//     carry | highest position of c | 2 | product | 3 | sticky
//
// A larger c is placed at the top; the product below then only affects the sticky bit. If c is below the last bit of
// the product, cancellation loses at most one leading bit; the three bits below the product supply its replacement. If
// the product is zero, c is at the top, whatever its exponent.
module hls_float_fma #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 5
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [EXPONENT+FRACTION:0] a_i,
    input  wire [EXPONENT+FRACTION:0] b_i,
    input  wire [EXPONENT+FRACTION:0] c_i,
    output wire [EXPONENT+FRACTION:0] y_o
);
`ifdef TAPESTRY_FAST_FLOATS
    if (FRACTION == 23 || FRACTION == 52) begin : model
        hls_float_model #(.FRACTION(FRACTION), .STAGES(STAGES), .OPERATION(5)) u_model (.clk_i(clk_i), .en_i(en_i),
            .a_i(a_i), .b_i(b_i), .c_i(c_i), .y_o(y_o));
    end else
`endif
    if (1) begin : unit
        reg [EXPONENT+FRACTION:0] y;
        assign y_o = y;
        localparam BIAS = (1 << (EXPONENT-1)) - 1;
        localparam PRODUCT = 2*FRACTION + 2;
        localparam WINDOW = 3*FRACTION + 10;
        localparam LAST = STAGES - 5;
        localparam signed [EXPONENT+2:0] ONE = 1;
        localparam SPAN = FRACTION + 3;  // from the top of the window to the product
        localparam signed [EXPONENT+2:0] DEPTH = SPAN[EXPONENT+2:0];

        wire a_sign, a_nan, a_infinite, a_zero, b_sign, b_nan, b_infinite, b_zero, c_sign, c_nan, c_infinite;
        wire [EXPONENT-1:0] a_exponent, b_exponent, c_exponent;
        wire [FRACTION:0] a_mantissa, b_mantissa, c_mantissa;
        hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_a (.x_i(a_i), .sign_o(a_sign),
            .exponent_o(a_exponent), .mantissa_o(a_mantissa), .is_nan_o(a_nan), .is_infinite_o(a_infinite),
            .is_zero_o(a_zero));
        hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_b (.x_i(b_i), .sign_o(b_sign),
            .exponent_o(b_exponent), .mantissa_o(b_mantissa), .is_nan_o(b_nan), .is_infinite_o(b_infinite),
            .is_zero_o(b_zero));
        // Whether c is zero is not needed.
        /* verilator lint_off PINCONNECTEMPTY */
        hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_c (.x_i(c_i), .sign_o(c_sign),
            .exponent_o(c_exponent), .mantissa_o(c_mantissa), .is_nan_o(c_nan), .is_infinite_o(c_infinite),
            .is_zero_o());
        /* verilator lint_on PINCONNECTEMPTY */
        wire product_sign = a_sign ^ b_sign;
        wire product_infinite = a_infinite || b_infinite;
        // The leading bit of the product has weight 2.
        wire signed [EXPONENT+2:0] product_exponent =
            $signed({3'b000, a_exponent}) + $signed({3'b000, b_exponent}) - (BIAS - 1);

        // The sign of a NaN is that of the first operand which is one; a NaN that is made here is negative.
        wire nan = a_nan || b_nan || c_nan || (a_infinite && b_zero) || (a_zero && b_infinite) ||
                   (product_infinite && c_infinite && product_sign != c_sign);
        wire nan_sign = a_nan ? a_sign : b_nan ? b_sign : c_nan ? c_sign : 1'b1;

        // Cycle 1: unpacked.
        reg sign1, minus1, nan1, infinite1, empty1;
        reg signed [EXPONENT+2:0] exponent1, down1;
        reg [EXPONENT-1:0] c_exponent1;
        reg [FRACTION:0] a1, b1, c1;
        // Cycle 2, and more in wide formats: the product, and c aligned in the window.
        reg [LAST:0] sign2, minus2, nan2, infinite2;
        reg signed [EXPONENT+2:0] exponent2 [0:LAST];
        reg [PRODUCT-1:0] product2 [0:LAST];
        reg [WINDOW-1:0] aligned2 [0:LAST];
        // Next two cycles: the sum; its absolute value.
        reg sign3, unlike3, below3, nan3, infinite3, sign4, nan4, infinite4;
        reg signed [EXPONENT+2:0] exponent3, exponent4;
        reg [WINDOW-1:0] sum3, sum4;

        // Distance of c from the top of the window.
        wire at_top = empty1 || down1 < 1;
        wire [WINDOW-1:0] top = {1'b0, c1, {(WINDOW-FRACTION-2){1'b0}}};
        wire [WINDOW-1:0] shifted = top >> down1;
        wire [WINDOW-1:0] back = shifted << down1;
        wire [WINDOW-1:0] aligned = at_top ? top : {shifted[WINDOW-1:1], shifted[0] | (back != top)};
        wire signed [EXPONENT+2:0] exponent = at_top ? $signed({3'b000, c_exponent1}) + ONE :
                                              exponent1 + DEPTH + ONE;
        wire [WINDOW-1:0] product = {{(WINDOW-PRODUCT-4){1'b0}}, product2[LAST], 4'b0000};

        wire [EXPONENT+FRACTION:0] rounded;
        hls_float_round #(.EXPONENT(EXPONENT), .FRACTION(FRACTION), .MANTISSA(WINDOW)) u_round (.sign_i(sign4),
            .exponent_i(exponent4), .mantissa_i(sum4), .y_o(rounded));

        integer i;
        always @(posedge clk_i)
            if (en_i) begin
                sign1 <= nan ? nan_sign : product_infinite || !c_infinite ? product_sign : c_sign;
                minus1 <= product_sign != c_sign;
                nan1 <= nan;
                infinite1 <= product_infinite || c_infinite;
                empty1 <= a_zero || b_zero;
                exponent1 <= product_exponent;
                down1 <= product_exponent - $signed({3'b000, c_exponent}) + DEPTH;
                c_exponent1 <= c_exponent;
                a1 <= a_mantissa;
                b1 <= b_mantissa;
                c1 <= c_mantissa;

                sign2[0] <= sign1;
                minus2[0] <= minus1;
                nan2[0] <= nan1;
                infinite2[0] <= infinite1;
                exponent2[0] <= exponent;
                product2[0] <= a1 * b1;
                aligned2[0] <= aligned;
                for (i = 1; i <= LAST; i = i + 1) begin
                    sign2[i] <= sign2[i-1];
                    minus2[i] <= minus2[i-1];
                    nan2[i] <= nan2[i-1];
                    infinite2[i] <= infinite2[i-1];
                    exponent2[i] <= exponent2[i-1];
                    product2[i] <= product2[i-1];
                    aligned2[i] <= aligned2[i-1];
                end

                sign3 <= sign2[LAST];
                unlike3 <= minus2[LAST];
                below3 <= minus2[LAST] && product < aligned2[LAST];
                nan3 <= nan2[LAST];
                infinite3 <= infinite2[LAST];
                exponent3 <= exponent2[LAST];
                sum3 <= minus2[LAST] ? product - aligned2[LAST] : product + aligned2[LAST];

                // A negative sum has the sign of c. Exact cancellation gives +0, and so do zeros of opposite sign.
                sign4 <= nan3 || infinite3 ? sign3 : sum3 == 0 && unlike3 ? 1'b0 : sign3 ^ below3;
                nan4 <= nan3;
                infinite4 <= infinite3;
                exponent4 <= exponent3;
                sum4 <= below3 ? -sum3 : sum3;

                y <= nan4 ? {sign4, {EXPONENT{1'b1}}, 1'b1, {(FRACTION-1){1'b0}}} :
                       infinite4 ? {sign4, {EXPONENT{1'b1}}, {FRACTION{1'b0}}} : rounded;
            end
    end
endmodule
`default_nettype wire
