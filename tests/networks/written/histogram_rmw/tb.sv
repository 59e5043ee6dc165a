// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int PAUSE = 1, FORWARD = 0, GAP = 2;
    logic clk = 0, rst = 1, ready, count_valid, done;
    logic [31:0] word;
    logic [15:0] count;
    int cycles = 0, words = 0, at = 0, wrongs = 0;
    int wanted[0:31];
    always #5 clk = ~clk;
    // Pixels change slowly along a line.
    function automatic logic [7:0] pixel_of(input int n);
        return 8'(((n >> 2) * 11) ^ (n >> 5) ^ ((n & 1) << 5));
    endfunction
    assign word = {pixel_of(4 * words + 3), pixel_of(4 * words + 2), pixel_of(4 * words + 1), pixel_of(4 * words)};
    histogram_rmw #(.PAUSE(PAUSE), .FORWARD(FORWARD), .GAP(GAP)) dut (
        .clk, .rst, .word_valid(!rst && words < 500), .word_ready(ready), .word, .picture_end(words == 500), .count_valid, .count, .done);
    initial begin
        for (int i = 0; i < 32; i++) wanted[i] = 0;
        for (int i = 0; i < 2000; i++) wanted[pixel_of(i) >> 3]++;
    end
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (!rst && words < 500 && ready) words <= words + 1;
        if (count_valid) begin
            if (int'(count) != wanted[at]) wrongs <= wrongs + 1;
            at <= at + 1;
        end
        if (done) begin
            if (wrongs != 0 || at != 32) $display("wrong: %0d of %0d bins", wrongs, at);
            else $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
