// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter ROUNDS = 20, GAP = 3, BLOCKS = 80;
    reg clk = 0;
    wire reset_n, init, next, ready, valid;
    wire [31:0] number;
    wire [511:0] out;
    always #5 clk = ~clk;
    block_feeder #(.GAP(GAP), .BLOCKS(BLOCKS)) feeder (.clk(clk), .ready(ready), .reset_n(reset_n), .init(init), .next(next), .number(number));
    chacha_core dut (.clk(clk), .reset_n(reset_n), .init(init), .next(next), .key(256'h0123456789abcdef), .keylen(1'b1),
                     .iv(64'h55), .ctr(64'd0), .rounds(ROUNDS[4:0]), .data_in({16{number * 32'h01010101}}), .ready(ready),
                     .data_out(out), .data_out_valid(valid));
endmodule
