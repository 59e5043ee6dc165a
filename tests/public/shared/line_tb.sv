// SPDX-License-Identifier: Apache-2.0
// Frames of BURST words come in a row, with GAP cycles between two frames; what comes out is taken in TAKE of 4 cycles.
module tb;
    parameter NARROW = 8, ROOM = 64, BURST = 8, GAP = 10, WORDS = 640, TAKE = 4;
    reg clk = 0, rst = 1;
    wire ready, valid, last;
    wire [NARROW-1:0] out;
    integer cycles = 0, words = 0, bytes = 0, gap = 0;
    reg [63:0] sum = 0;
    wire give = !rst && words < WORDS && gap == 0;
    wire take = (cycles % 4) < TAKE;
    line #(.NARROW(NARROW), .ROOM(ROOM)) dut (
        .clk(clk), .rst(rst), .s_tdata({words, ~words}), .s_tvalid(give), .s_tready(ready), .s_tlast(words % BURST == BURST - 1),
        .m_tdata(out), .m_tvalid(valid), .m_tready(take), .m_tlast(last));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst <= cycles < 4;
        if (gap != 0) gap <= gap - 1;
        if (give && ready) begin
            words <= words + 1;
            if (words % BURST == BURST - 1) gap <= GAP;
        end
        if (valid && take) begin
            bytes <= bytes + NARROW / 8;
            sum <= sum * 3 + out;
        end
        if (bytes == 8 * WORDS) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
