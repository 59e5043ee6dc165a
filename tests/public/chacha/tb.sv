// SPDX-License-Identifier: Apache-2.0
// Enciphers blocks one after the other.
module tb;
    parameter ROUNDS = 20, GAP = 3, BLOCKS = 80;
    reg clk = 0, reset_n = 0, init = 0, next = 0;
    reg [511:0] data = 0, sum = 0;
    wire ready, valid;
    wire [511:0] out;
    integer cycles = 0, blocks = 0, gap = 0;
    chacha_core dut (.clk(clk), .reset_n(reset_n), .init(init), .next(next), .key(256'h0123456789abcdef), .keylen(1'b1),
                     .iv(64'h55), .ctr(64'd0), .rounds(ROUNDS[4:0]), .data_in(data), .ready(ready), .data_out(out),
                     .data_out_valid(valid));
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
                data   <= {16{blocks * 32'h01010101}};
                blocks <= blocks + 1;
                gap    <= GAP;
                sum    <= sum ^ out;
                if (blocks == BLOCKS) begin
                    $display("sum %h", sum);
                    $display("cycles %0d", cycles);
                    $finish;
                end
            end
        end
    end
endmodule
