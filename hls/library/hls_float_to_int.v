// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: a floating-point number as an integer, rounded towards zero, two cycles later. Out-of-range values give the
//          nearest integer, a NaN gives 0; C leaves both undefined.
// Unused outputs of the unpacker stay open.
/* verilator lint_off PINCONNECTEMPTY */
// The fraction is truncated.
/* verilator lint_off UNUSED */
module hls_float_to_int #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter WIDTH = 32,
    parameter SIGNED = 1
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [EXPONENT+FRACTION:0] a_i,
    output reg  [WIDTH-1:0] y_o
);
    localparam BIAS = (1 << (EXPONENT-1)) - 1;
    localparam WIDE = WIDTH + FRACTION + 1;
    wire a_sign, a_nan;
    wire [EXPONENT-1:0] a_exponent;
    wire [FRACTION:0] a_mantissa;
    hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_a (.x_i(a_i), .sign_o(a_sign),
        .exponent_o(a_exponent), .mantissa_o(a_mantissa), .is_nan_o(a_nan), .is_infinite_o(), .is_zero_o());

    reg sign, nan, over, under;
    reg [EXPONENT-1:0] shift;
    reg [FRACTION:0] mantissa;
    wire [WIDE-1:0] wide = {{WIDTH{1'b0}}, mantissa} << shift;
    wire [WIDTH-1:0] magnitude = wide[WIDE-2:FRACTION];
    wire top = magnitude[WIDTH-1];
    wire lowest = magnitude == {1'b1, {(WIDTH-1){1'b0}}};
    wire is_signed = SIGNED != 0;
    wire too_big = over || (is_signed && top && !(sign && lowest));
    wire [WIDTH-1:0] most = is_signed ? {1'b0, {(WIDTH-1){1'b1}}} : {WIDTH{1'b1}};
    wire [WIDTH-1:0] least = is_signed ? {1'b1, {(WIDTH-1){1'b0}}} : {WIDTH{1'b0}};
    always @(posedge clk_i)
        if (en_i) begin
            sign <= a_sign;
            nan <= a_nan;
            under <= a_exponent < BIAS;
            over <= a_exponent >= BIAS + WIDTH;
            shift <= a_exponent - BIAS[EXPONENT-1:0];
            mantissa <= a_mantissa;
            y_o <= nan || under ? {WIDTH{1'b0}} :
                   too_big ? (sign ? least : most) :
                   sign ? (is_signed ? -magnitude : {WIDTH{1'b0}}) : magnitude;
        end
endmodule
/* verilator lint_on UNUSED */
/* verilator lint_on PINCONNECTEMPTY */
`default_nettype wire
