// SPDX-License-Identifier: Apache-2.0
// One key, then blocks one after the other.
module tb;
    parameter GAP = 4, BLOCKS = 60;
    reg clk = 0, reset_n = 0, init = 0, next = 0;
    reg [127:0] block = 0, sum = 0;
    wire ready, valid;
    wire [127:0] out;
    integer cycles = 0, blocks = 0, gap = 0;
    aes_core dut (.clk(clk), .reset_n(reset_n), .encdec(1'b1), .init(init), .next(next), .ready(ready), .key(256'h603deb1015ca71be2b73aef0857d7781),
                  .keylen(1'b1), .block(block), .result(out), .result_valid(valid));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        reset_n <= cycles > 3;
        init <= 0;
        next <= 0;
        if (reset_n && ready && !init && !next) begin
            if (gap != 0) gap <= gap - 1;
            else begin
                init   <= blocks == 0;
                next   <= blocks != 0;
                block  <= {4{blocks + 32'h6bc1bee2}};
                blocks <= blocks + 1;
                gap    <= GAP;
                sum    <= sum ^ out;
                if (blocks == BLOCKS) begin
                    $display("cycles %0d", cycles);
                    $finish;
                end
            end
        end
    end
endmodule
