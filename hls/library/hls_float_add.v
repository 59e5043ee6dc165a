// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: a + b (SUBTRACT = 0) or a - b (1), rounded to nearest even, four cycles later: order by magnitude; align;
//          add; round. en_i enables the whole pipeline. A NaN is the quiet one without payload.
// Unused outputs of the unpackers stay open.
/* verilator lint_off PINCONNECTEMPTY */
module hls_float_add #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter SUBTRACT = 0
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [EXPONENT+FRACTION:0] a_i,
    input  wire [EXPONENT+FRACTION:0] b_i,
    output wire [EXPONENT+FRACTION:0] y_o
);
`ifdef TAPESTRY_FAST_FLOATS
    if (FRACTION == 23 || FRACTION == 52) begin : model
        hls_float_model #(.FRACTION(FRACTION), .STAGES(4), .OPERATION(SUBTRACT)) u_model (.clk_i(clk_i), .en_i(en_i),
            .a_i(a_i), .b_i(b_i), .c_i(a_i), .y_o(y_o));
    end else
`endif
    if (1) begin : unit
        reg [EXPONENT+FRACTION:0] y;
        assign y_o = y;
        localparam WIDTH = EXPONENT + FRACTION + 1;
        localparam SUM = FRACTION + 5;  // carry, mantissa, guard, round, sticky

        wire [WIDTH-1:0] b = (SUBTRACT != 0) ? {!b_i[WIDTH-1], b_i[WIDTH-2:0]} : b_i;
        wire swap = b[WIDTH-2:0] > a_i[WIDTH-2:0];
        wire [WIDTH-1:0] big = swap ? b : a_i;
        wire [WIDTH-1:0] little = swap ? a_i : b;
        wire big_sign, big_nan, big_infinite, little_sign, little_nan, little_infinite;
        wire [EXPONENT-1:0] big_exponent, little_exponent;
        wire [FRACTION:0] big_mantissa, little_mantissa;
        hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_big (.x_i(big), .sign_o(big_sign),
            .exponent_o(big_exponent), .mantissa_o(big_mantissa), .is_nan_o(big_nan), .is_infinite_o(big_infinite),
            .is_zero_o());
        hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_little (.x_i(little), .sign_o(little_sign),
            .exponent_o(little_exponent), .mantissa_o(little_mantissa), .is_nan_o(little_nan),
            .is_infinite_o(little_infinite), .is_zero_o());

        // The sign of a NaN is that of the first operand which is one; a NaN that is made here is negative.
        wire a_nan = swap ? little_nan : big_nan;
        wire b_nan = swap ? big_nan : little_nan;
        wire nan = a_nan || b_nan || (big_infinite && little_infinite && big_sign != little_sign);
        wire nan_sign = a_nan ? a_i[WIDTH-1] : b_nan ? b_i[WIDTH-1] : 1'b1;

        // Cycle 1: ordered by magnitude.
        reg sign1, minus1, nan1, infinite1;
        reg [EXPONENT-1:0] exponent1, distance1;
        reg [FRACTION:0] big1, small1;
        // Cycle 2: aligned.
        reg sign2, minus2, nan2, infinite2;
        reg [EXPONENT-1:0] exponent2;
        reg [SUM-1:0] big2, small2;
        // Cycle 3: added.
        reg sign3, nan3, infinite3;
        reg [EXPONENT-1:0] exponent3;
        reg [SUM-1:0] sum3;

        wire [SUM-1:0] wide = {1'b0, small1, 3'b000};
        wire [SUM-1:0] shifted = wide >> distance1;
        wire [SUM-1:0] back = shifted << distance1;
        wire [SUM-1:0] aligned = {shifted[SUM-1:1], shifted[0] | (back != wide)};
        wire [SUM-1:0] sum = minus2 ? big2 - small2 : big2 + small2;

        wire [WIDTH-1:0] rounded;
        hls_float_round #(.EXPONENT(EXPONENT), .FRACTION(FRACTION), .MANTISSA(SUM)) u_round (.sign_i(sign3),
            .exponent_i($signed({3'b000, exponent3}) + $signed({{(EXPONENT+2){1'b0}}, 1'b1})), .mantissa_i(sum3),
            .y_o(rounded));

        always @(posedge clk_i)
            if (en_i) begin
                sign1 <= nan ? nan_sign : big_sign;
                minus1 <= big_sign != little_sign;
                nan1 <= nan;
                infinite1 <= big_infinite;
                exponent1 <= big_exponent;
                distance1 <= big_exponent - little_exponent;
                big1 <= big_mantissa;
                small1 <= little_mantissa;

                sign2 <= sign1;
                minus2 <= minus1;
                nan2 <= nan1;
                infinite2 <= infinite1;
                exponent2 <= exponent1;
                big2 <= {1'b0, big1, 3'b000};
                small2 <= aligned;

                // Exact cancellation gives +0.
                sign3 <= sign2 && (nan2 || !(minus2 && big2 == small2));
                nan3 <= nan2;
                infinite3 <= infinite2;
                exponent3 <= exponent2;
                sum3 <= sum;

                y <= nan3 ? {sign3, {EXPONENT{1'b1}}, 1'b1, {(FRACTION-1){1'b0}}} :
                       infinite3 ? {sign3, {EXPONENT{1'b1}}, {FRACTION{1'b0}}} : rounded;
            end
    end
endmodule
/* verilator lint_on PINCONNECTEMPTY */
`default_nettype wire
