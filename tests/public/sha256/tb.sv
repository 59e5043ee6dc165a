// SPDX-License-Identifier: Apache-2.0
// Hashes blocks of numbers; the next one comes GAP cycles after a digest.
module tb;
    parameter GAP = 4, BLOCKS = 60;
    reg clk = 0, reset_n = 0, init = 0, next = 0;
    reg [511:0] block = 0;
    wire ready, valid;
    wire [255:0] digest;
    reg [255:0] sum = 0;
    integer cycles = 0, blocks = 0, gap = 0;
    sha256_core dut (.clk(clk), .reset_n(reset_n), .init(init), .next(next), .mode(1'b1), .block(block), .ready(ready),
                     .digest(digest), .digest_valid(valid));
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
                block  <= {16{blocks + 32'h9e3779b9}};
                blocks <= blocks + 1;
                gap    <= GAP;
                sum    <= sum ^ digest;
                if (blocks == BLOCKS) begin
                    $display("digest %h", sum);
                    $display("cycles %0d", cycles);
                    $finish;
                end
            end
        end
    end
endmodule
