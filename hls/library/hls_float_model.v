// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: what a floating-point unit gives, computed by the arithmetic of the machine that simulates: a body of the
//          units for Verilator, which is there with TAPESTRY_FAST_FLOATS alone and is no hardware.
//
// OPERATION: 0 a + b, 1 a - b, 2 a * b, 3 a / b, 4 the root of a, 5 a * b + c; STAGES cycles later, single precision
// (FRACTION 23) or double (52). tests/hls/floats compares it with the host's arithmetic as it does the units.
// The machine has to round to nearest even. Which of two NaNs it gives back depends on the compiler, so that they are
// made here: quiet, without payload, with the sign of the first operand that is one, else negative.
`ifdef TAPESTRY_FAST_FLOATS
module hls_float_model #(
    parameter FRACTION = 23,
    parameter STAGES = 4,
    parameter OPERATION = 0,
    parameter WIDTH = FRACTION == 23 ? 32 : 64
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [WIDTH-1:0] a_i,
    input  wire [WIDTH-1:0] b_i,
    input  wire [WIDTH-1:0] c_i,
    output wire [WIDTH-1:0] y_o
);
    function [WIDTH-1:0] compute(input [WIDTH-1:0] a, input [WIDTH-1:0] b, input [WIDTH-1:0] c);
        if (FRACTION == 23)
            compute = $c32("hls_float_result<float, uint32_t, ", OPERATION, ">(", a, ", ", b, ", ", c, ")");
        else
            compute = $c64("hls_float_result<double, uint64_t, ", OPERATION, ">(", a, ", ", b, ", ", c, ")");
    endfunction

    reg [WIDTH-1:0] y [0:STAGES-1];
    assign y_o = y[STAGES-1];
    integer i;
    always @(posedge clk_i)
        if (en_i) begin
            y[0] <= compute(a_i, b_i, c_i);
            for (i = 1; i < STAGES; i = i + 1) y[i] <= y[i-1];
        end
endmodule
`endif
`default_nettype wire
