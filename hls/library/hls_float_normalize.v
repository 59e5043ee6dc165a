// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: shifts a mantissa left until its leading bit is one and lowers the exponent accordingly. Combinational.
module hls_float_normalize #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23
) (
    input  wire [EXPONENT-1:0] exponent_i,
    input  wire [FRACTION:0] mantissa_i,
    output wire signed [EXPONENT+2:0] exponent_o,
    output wire [FRACTION:0] mantissa_o
);
    reg [EXPONENT-1:0] zeros;
    integer i;
    always @* begin
        zeros = 0;
        for (i = 0; i <= FRACTION; i = i + 1)
            if (mantissa_i[i]) zeros = FRACTION[EXPONENT-1:0] - i[EXPONENT-1:0];
    end
    assign mantissa_o = mantissa_i << zeros;
    assign exponent_o = $signed({3'b000, exponent_i}) - $signed({3'b000, zeros});
endmodule
`default_nettype wire
