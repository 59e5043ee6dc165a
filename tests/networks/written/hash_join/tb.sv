// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int FETCH = 6, LOG_BUCKETS = 5, WRITE = 6;
    logic clk = 0, rst = 1, word_valid, finished;
    logic [15:0] word;
    int cycles = 0, words = 0, sum = 0, wanted_words = 0, wanted_sum = 0;
    always #5 clk = ~clk;
    hash_join #(.FETCH(FETCH), .LOG_BUCKETS(LOG_BUCKETS), .WRITE(WRITE)) dut (.clk, .rst, .word_valid, .word, .finished);
    initial
        for (int i = 0; i < 400; i++)
            for (int j = 0; j < 128; j++)
                if (((i * 13 + 5) & 1023) == j * 7 + 3) begin
                    wanted_words += 2;
                    wanted_sum += i + j;
                end
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (word_valid && !rst) begin
            words <= words + 1;
            sum   <= sum + int'(word);
        end
        if (finished && cycles > 8) begin
            if (words != wanted_words || sum != wanted_sum) $display("wrong: %0d words, sum %0d, not %0d, %0d", words, sum, wanted_words, wanted_sum);
            else $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
