// SPDX-License-Identifier: Apache-2.0
// Shift-and-add multiplier of 32 by 8 bits that stops as soon as no bits are left.

module multiplier (clk, reset, start, a, b, product, done);
    input         clk;
    input         reset;
    input         start;
    input  [31:0] a;
    input  [7:0]  b;
    output [31:0] product;
    output        done;

    reg [31:0] product;
    reg [31:0] shifted;
    reg [7:0]  bits;
    reg        working;

    assign done = working && bits == 8'd0;

    always @(posedge clk)
        if (reset) begin
            working <= 1'b0;
            product <= 32'd0;
            shifted <= 32'd0;
            bits    <= 8'd0;
        end
        else if (start) begin
            working <= 1'b1;
            product <= 32'd0;
            shifted <= a;
            bits    <= b;
        end
        else if (working) begin
            if (bits[0]) product <= product + shifted;
            shifted <= shifted << 1;
            bits    <= bits >> 1;
            if (bits == 8'd0) working <= 1'b0;
        end
endmodule
