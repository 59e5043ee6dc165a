// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: quotient and remainder as in C, rounded towards zero, STAGES+1 cycles later. en_i enables the whole
//          pipeline. A divisor of 0 gives an arbitrary result, as in C.
//
// Parameters: STAGES: the WIDTH bits of the quotient are computed in this many cycles, the highest first.
// Loop variables are local: set and used within one edge.
/* verilator lint_off BLKSEQ */
module hls_divide #(
    parameter WIDTH = 32,
    parameter SIGNED = 0,
    parameter STAGES = 8
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [WIDTH-1:0] a_i,
    input  wire [WIDTH-1:0] b_i,
    output wire [WIDTH-1:0] quotient_o,
    output wire [WIDTH-1:0] remainder_o
);
    localparam BITS = (WIDTH + STAGES - 1) / STAGES;

    wire a_minus = (SIGNED != 0) && a_i[WIDTH-1];
    wire b_minus = (SIGNED != 0) && b_i[WIDTH-1];

    // Before each stage: the rest of the dividend, with the quotient shifted in behind it.
    reg [WIDTH-1:0] rest [0:STAGES];
    reg [WIDTH-1:0] low [0:STAGES];
    reg [WIDTH-1:0] divisor [0:STAGES];
    reg [STAGES:0] minus_quotient, minus_remainder;

    integer s, k;
    reg [WIDTH:0] part;
    reg [WIDTH-1:0] bits;
    always @(posedge clk_i)
        if (en_i) begin
            rest[0] <= {WIDTH{1'b0}};
            low[0] <= a_minus ? -a_i : a_i;
            divisor[0] <= b_minus ? -b_i : b_i;
            minus_quotient <= {minus_quotient[STAGES-1:0], a_minus ^ b_minus};
            minus_remainder <= {minus_remainder[STAGES-1:0], a_minus};
            for (s = 0; s < STAGES; s = s + 1) begin
                part = {1'b0, rest[s]};
                bits = low[s];
                for (k = 0; k < BITS; k = k + 1)
                    if (s * BITS + k < WIDTH) begin
                        part = {part[WIDTH-1:0], bits[WIDTH-1]};
                        bits = bits << 1;
                        if (part >= {1'b0, divisor[s]}) begin
                            part = part - {1'b0, divisor[s]};
                            bits[0] = 1'b1;
                        end
                    end
                rest[s+1] <= part[WIDTH-1:0];
                low[s+1] <= bits;
                divisor[s+1] <= divisor[s];
            end
        end
    assign quotient_o = minus_quotient[STAGES] ? -low[STAGES] : low[STAGES];
    assign remainder_o = minus_remainder[STAGES] ? -rest[STAGES] : rest[STAGES];
endmodule
/* verilator lint_on BLKSEQ */
`default_nettype wire
