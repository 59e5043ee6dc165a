// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: a / b, rounded to nearest even, STAGES cycles later: normalize; STAGES-2 cycles that compute the bits of
//          the quotient, the highest first; round. en_i enables the whole pipeline.
// Loop variables are local: set and used within one edge.
/* verilator lint_off BLKSEQ */
module hls_float_divide #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 9
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [EXPONENT+FRACTION:0] a_i,
    input  wire [EXPONENT+FRACTION:0] b_i,
    output wire [EXPONENT+FRACTION:0] y_o
);
`ifdef TAPESTRY_FAST_FLOATS
    if (FRACTION == 23 || FRACTION == 52) begin : model
        hls_float_model #(.FRACTION(FRACTION), .STAGES(STAGES), .OPERATION(3)) u_model (.clk_i(clk_i), .en_i(en_i),
            .a_i(a_i), .b_i(b_i), .c_i(a_i), .y_o(y_o));
    end else
`endif
    if (1) begin : unit
        reg [EXPONENT+FRACTION:0] y;
        assign y_o = y;
        localparam BIAS = (1 << (EXPONENT-1)) - 1;
        localparam LAST = STAGES - 2;
        localparam QUOTIENT = FRACTION + 3;
        localparam BITS = (QUOTIENT + LAST - 1) / LAST;

        wire a_sign, a_nan, a_infinite, a_zero, b_sign, b_nan, b_infinite, b_zero;
        wire [EXPONENT-1:0] a_field, b_field;
        wire [FRACTION:0] a_raw, b_raw, a_mantissa, b_mantissa;
        wire signed [EXPONENT+2:0] a_exponent, b_exponent;
        hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_a (.x_i(a_i), .sign_o(a_sign),
            .exponent_o(a_field), .mantissa_o(a_raw), .is_nan_o(a_nan), .is_infinite_o(a_infinite), .is_zero_o(a_zero));
        hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_b (.x_i(b_i), .sign_o(b_sign),
            .exponent_o(b_field), .mantissa_o(b_raw), .is_nan_o(b_nan), .is_infinite_o(b_infinite), .is_zero_o(b_zero));
        hls_float_normalize #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_na (.exponent_i(a_field), .mantissa_i(a_raw),
            .exponent_o(a_exponent), .mantissa_o(a_mantissa));
        hls_float_normalize #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_nb (.exponent_i(b_field), .mantissa_i(b_raw),
            .exponent_o(b_exponent), .mantissa_o(b_mantissa));

        // The sign of a NaN is that of the first operand which is one; a NaN that is made here is negative.
        wire is_nan = a_nan || b_nan || (a_infinite && b_infinite) || (a_zero && b_zero);
        wire nan_sign = a_nan ? a_sign : b_nan ? b_sign : 1'b1;
        reg [LAST:0] sign, nan, infinite, zero;
        reg signed [EXPONENT+2:0] exponent [0:LAST];
        reg [FRACTION+1:0] rest [0:LAST];
        reg [FRACTION:0] divisor [0:LAST];
        reg [QUOTIENT-1:0] quotient [0:LAST];

        wire [EXPONENT+FRACTION:0] rounded;
        hls_float_round #(.EXPONENT(EXPONENT), .FRACTION(FRACTION), .MANTISSA(QUOTIENT+1)) u_round (
            .sign_i(sign[LAST]), .exponent_i(exponent[LAST]), .mantissa_i({quotient[LAST], rest[LAST] != 0}),
            .y_o(rounded));

        integer s, k;
        reg [FRACTION+1:0] left;
        reg [QUOTIENT-1:0] bits;
        always @(posedge clk_i)
            if (en_i) begin
                sign <= {sign[LAST-1:0], is_nan ? nan_sign : a_sign ^ b_sign};
                nan <= {nan[LAST-1:0], is_nan};
                infinite <= {infinite[LAST-1:0], a_infinite || b_zero};
                zero <= {zero[LAST-1:0], a_zero || b_infinite};
                exponent[0] <= a_exponent - b_exponent + BIAS;
                rest[0] <= {1'b0, a_mantissa};
                divisor[0] <= b_mantissa;
                quotient[0] <= 0;
                for (s = 0; s < LAST; s = s + 1) begin
                    left = rest[s];
                    bits = quotient[s];
                    for (k = 0; k < BITS; k = k + 1)
                        if (s * BITS + k < QUOTIENT) begin
                            bits = bits << 1;
                            if (left >= {1'b0, divisor[s]}) begin
                                left = left - {1'b0, divisor[s]};
                                bits[0] = 1'b1;
                            end
                            left = left << 1;
                        end
                    exponent[s+1] <= exponent[s];
                    rest[s+1] <= left;
                    divisor[s+1] <= divisor[s];
                    quotient[s+1] <= bits;
                end
                y <= nan[LAST] ? {sign[LAST], {EXPONENT{1'b1}}, 1'b1, {(FRACTION-1){1'b0}}} :
                       zero[LAST] ? {sign[LAST], {(EXPONENT+FRACTION){1'b0}}} :
                       infinite[LAST] ? {sign[LAST], {EXPONENT{1'b1}}, {FRACTION{1'b0}}} : rounded;
            end
    end
endmodule
/* verilator lint_on BLKSEQ */
`default_nettype wire
