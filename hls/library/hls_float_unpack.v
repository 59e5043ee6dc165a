// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: splits a floating-point number into its parts. Combinational. A subnormal number has exponent 1 and no
//          leading one.
module hls_float_unpack #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23
) (
    input  wire [EXPONENT+FRACTION:0] x_i,
    output wire sign_o,
    output wire [EXPONENT-1:0] exponent_o,
    output wire [FRACTION:0] mantissa_o,
    output wire is_nan_o,
    output wire is_infinite_o,
    output wire is_zero_o
);
    wire [EXPONENT-1:0] field = x_i[EXPONENT+FRACTION-1:FRACTION];
    wire [FRACTION-1:0] fraction = x_i[FRACTION-1:0];
    assign sign_o = x_i[EXPONENT+FRACTION];
    assign exponent_o = field == 0 ? {{(EXPONENT-1){1'b0}}, 1'b1} : field;
    assign mantissa_o = {field != 0, fraction};
    assign is_nan_o = &field && fraction != 0;
    assign is_infinite_o = &field && fraction == 0;
    assign is_zero_o = field == 0 && fraction == 0;
endmodule
`default_nettype wire
