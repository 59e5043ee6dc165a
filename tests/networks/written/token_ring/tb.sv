// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int HOLD = 10, DELAY = 2;
    logic clk = 0, rst = 1, en;
    logic [9:0] word, all = 0;
    int cycles = 0, words = 0;
    always #5 clk = ~clk;
    token_ring #(.HOLD(HOLD), .DELAY(DELAY)) dut (.clk, .rst, .out_en(en), .out_word(word));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) rst <= 0;
        if (en && !rst) begin
            words <= words + 1;
            all   <= all + word;
        end
        if (words == 300) begin
            $display("all %h", all);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
