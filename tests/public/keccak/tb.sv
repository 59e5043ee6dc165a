// SPDX-License-Identifier: Apache-2.0
// One long message, a word whenever there is room.
module tb;
    parameter WORDS = 2000;
    reg clk = 0, reset = 1;
    wire full, done;
    wire [511:0] hash;
    integer cycles = 0, words = 0;
    wire give = !reset && words <= WORDS;
    wire last = give && words == WORDS;
    keccak dut (.clk(clk), .reset(reset), .in(words * 32'h10203), .in_ready(give), .is_last(last && !full), .byte_num(2'd0),
                .buffer_full(full), .out(hash), .out_ready(done));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        reset <= cycles < 3;
        if (give && !full) words <= words + 1;
        if (done) begin
            $display("hash %h", hash);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
