// SPDX-License-Identifier: Apache-2.0
// One key, then blocks.
module tb;
    parameter GAP = 4, BLOCKS = 60;
    reg clk = 0;
    reg encrypts = 1;  // no constant: with one, half of the core is not there
    wire reset_n, init, next, ready, valid;
    wire [31:0] number;
    wire [127:0] out;
    always #5 clk = ~clk;
    block_feeder #(.GAP(GAP), .BLOCKS(BLOCKS)) feeder (.clk(clk), .ready(ready), .reset_n(reset_n), .init(init), .next(next), .number(number));
    aes_core dut (.clk(clk), .reset_n(reset_n), .encdec(encrypts), .init(init), .next(next), .ready(ready), .key(256'h603deb1015ca71be2b73aef0857d7781),
                  .keylen(1'b1), .block({4{number + 32'h6bc1bee2}}), .result(out), .result_valid(valid));
endmodule
