// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: the square root of a, rounded to nearest even, STAGES cycles later: normalize; STAGES-2 cycles that
//          compute the bits of the root, the highest first; round. en_i enables the whole pipeline.
// Loop variables are local: set and used within one edge.
/* verilator lint_off BLKSEQ */
module hls_float_root #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 15
) (
    input  wire clk_i,
    input  wire en_i,
    input  wire [EXPONENT+FRACTION:0] a_i,
    output wire [EXPONENT+FRACTION:0] y_o
);
`ifdef TAPESTRY_FAST_FLOATS
    if (FRACTION == 23 || FRACTION == 52) begin : model
        hls_float_model #(.FRACTION(FRACTION), .STAGES(STAGES), .OPERATION(4)) u_model (.clk_i(clk_i), .en_i(en_i),
            .a_i(a_i), .b_i(a_i), .c_i(a_i), .y_o(y_o));
    end else
`endif
    if (1) begin : unit
        reg [EXPONENT+FRACTION:0] y;
        assign y_o = y;
        localparam BIAS = (1 << (EXPONENT-1)) - 1;
        localparam LAST = STAGES - 2;
        localparam ROOT = FRACTION + 2;
        localparam BITS = (ROOT + LAST - 1) / LAST;

        wire a_sign, a_nan, a_infinite, a_zero;
        wire [EXPONENT-1:0] a_field;
        wire [FRACTION:0] a_raw, a_mantissa;
        wire signed [EXPONENT+2:0] a_exponent;
        hls_float_unpack #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_a (.x_i(a_i), .sign_o(a_sign),
            .exponent_o(a_field), .mantissa_o(a_raw), .is_nan_o(a_nan), .is_infinite_o(a_infinite), .is_zero_o(a_zero));
        hls_float_normalize #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) u_n (.exponent_i(a_field), .mantissa_i(a_raw),
            .exponent_o(a_exponent), .mantissa_o(a_mantissa));

        reg [LAST:0] nan, infinite, zero, sign;
        reg signed [EXPONENT+2:0] exponent [0:LAST];
        reg [2*ROOT-1:0] radicand [0:LAST];
        reg [ROOT+1:0] rest [0:LAST];
        reg [ROOT-1:0] root [0:LAST];

        wire signed [EXPONENT+2:0] power = a_exponent - BIAS;
        wire signed [EXPONENT+2:0] half = power >>> 1;
        wire [2*ROOT-1:0] even = {1'b0, a_mantissa, {(FRACTION+2){1'b0}}};

        wire [EXPONENT+FRACTION:0] rounded;
        hls_float_round #(.EXPONENT(EXPONENT), .FRACTION(FRACTION), .MANTISSA(ROOT+1)) u_round (.sign_i(1'b0),
            .exponent_i(exponent[LAST]), .mantissa_i({root[LAST], rest[LAST] != 0}), .y_o(rounded));

        integer s, k;
        reg [2*ROOT-1:0] open;
        reg [ROOT+1:0] left, try;
        reg [ROOT-1:0] bits;
        always @(posedge clk_i)
            if (en_i) begin
                sign <= {sign[LAST-1:0], a_sign};
                nan <= {nan[LAST-1:0], a_nan || (a_sign && !a_zero)};
                infinite <= {infinite[LAST-1:0], a_infinite};
                zero <= {zero[LAST-1:0], a_zero};
                exponent[0] <= half + BIAS;
                // With an odd exponent, a factor of two stays under the root.
                radicand[0] <= power[0] ? even << 1 : even;
                rest[0] <= 0;
                root[0] <= 0;
                for (s = 0; s < LAST; s = s + 1) begin
                    open = radicand[s];
                    left = rest[s];
                    bits = root[s];
                    for (k = 0; k < BITS; k = k + 1)
                        if (s * BITS + k < ROOT) begin
                            left = {left[ROOT-1:0], open[2*ROOT-1:2*ROOT-2]};
                            open = open << 2;
                            try = {bits, 2'b01};
                            bits = bits << 1;
                            if (left >= try) begin
                                left = left - try;
                                bits[0] = 1'b1;
                            end
                        end
                    exponent[s+1] <= exponent[s];
                    radicand[s+1] <= open;
                    rest[s+1] <= left;
                    root[s+1] <= bits;
                end
                y <= nan[LAST] ? {sign[LAST], {EXPONENT{1'b1}}, 1'b1, {(FRACTION-1){1'b0}}} :
                       zero[LAST] ? {sign[LAST], {(EXPONENT+FRACTION){1'b0}}} :
                       infinite[LAST] ? {1'b0, {EXPONENT{1'b1}}, {FRACTION{1'b0}}} : rounded;
            end
    end
endmodule
/* verilator lint_on BLKSEQ */
`default_nettype wire
