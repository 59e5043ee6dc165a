// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: float to double and back, rounded to nearest even, two cycles later.
// Unused outputs of the unpacker stay open.
/* verilator lint_off PINCONNECTEMPTY */
module hls_float_resize #(
    parameter FROM_EXPONENT = 8,
    parameter FROM_FRACTION = 23,
    parameter EXPONENT = 11,
    parameter FRACTION = 52
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [FROM_EXPONENT+FROM_FRACTION:0] a_i,
    output reg  [EXPONENT+FRACTION:0] y_o
);
    localparam WIDER = FROM_EXPONENT > EXPONENT ? FROM_EXPONENT : EXPONENT;
    localparam BELOW = FRACTION + 3;
    localparam MANTISSA = FROM_FRACTION + 1 + BELOW;
    wire a_sign, a_nan, a_infinite;
    wire [FROM_EXPONENT-1:0] a_exponent;
    wire [FROM_FRACTION:0] a_mantissa;
    hls_float_unpack #(.EXPONENT(FROM_EXPONENT), .FRACTION(FROM_FRACTION)) u_a (.x_i(a_i), .sign_o(a_sign),
        .exponent_o(a_exponent), .mantissa_o(a_mantissa), .is_nan_o(a_nan), .is_infinite_o(a_infinite),
        .is_zero_o());

    reg sign, nan, infinite;
    reg signed [EXPONENT+2:0] exponent;
    reg [FROM_FRACTION:0] mantissa;
    localparam signed [WIDER+2:0] SHIFT = (1 << (EXPONENT-1)) - (1 << (FROM_EXPONENT-1));
    // Exponents far out of range are clamped to just out of range, so that they fit the exponent's bits.
    localparam signed [WIDER+2:0] MOST = (1 << EXPONENT) - 1;
    localparam signed [WIDER+2:0] LEAST = -(1 << EXPONENT);
    wire signed [WIDER+2:0] moved = $signed({{(WIDER+3-FROM_EXPONENT){1'b0}}, a_exponent}) + SHIFT;
    wire signed [EXPONENT+2:0] kept =
        moved > MOST ? MOST[EXPONENT+2:0] : moved < LEAST ? LEAST[EXPONENT+2:0] : moved[EXPONENT+2:0];
    wire [EXPONENT+FRACTION:0] rounded;
    hls_float_round #(.EXPONENT(EXPONENT), .FRACTION(FRACTION), .MANTISSA(MANTISSA)) u_round (.sign_i(sign),
        .exponent_i(exponent), .mantissa_i({mantissa, {BELOW{1'b0}}}), .y_o(rounded));
    always @(posedge clk_i)
        if (en_i) begin
            sign <= a_sign;
            nan <= a_nan;
            infinite <= a_infinite;
            exponent <= kept;
            mantissa <= a_mantissa;
            y_o <= nan ? {sign, {EXPONENT{1'b1}}, 1'b1, {(FRACTION-1){1'b0}}} :
                   infinite ? {sign, {EXPONENT{1'b1}}, {FRACTION{1'b0}}} : rounded;
        end
endmodule
/* verilator lint_on PINCONNECTEMPTY */
`default_nettype wire
