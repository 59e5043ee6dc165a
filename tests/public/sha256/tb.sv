// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter GAP = 4, BLOCKS = 60;
    reg clk = 0;
    wire reset_n, init, next, ready, valid;
    wire [31:0] number;
    wire [255:0] digest;
    always #5 clk = ~clk;
    block_feeder #(.GAP(GAP), .BLOCKS(BLOCKS)) feeder (.clk(clk), .ready(ready), .reset_n(reset_n), .init(init), .next(next), .number(number));
    sha256_core dut (.clk(clk), .reset_n(reset_n), .init(init), .next(next), .mode(1'b1), .block({16{number + 32'h9e3779b9}}), .ready(ready),
                     .digest(digest), .digest_valid(valid));
endmodule
