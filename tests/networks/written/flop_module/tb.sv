// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int ROUNDS = 10, SLOW = 3, GAP = 4;
    logic clk = 0, rst_n = 0, valid, ready, verdict;
    logic [31:0] key = 32'hdead_0001;
    int cycles = 0, verdicts = 0, gap = 0;
    always #5 clk = ~clk;
    assign valid = rst_n && gap == 0;
    flop_module #(.ROUNDS(ROUNDS), .SLOW(SLOW)) dut (.clk_i(clk), .rst_ni(rst_n), .key_valid_i(valid), .key_ready_o(ready), .key_i(key), .verdict_o(verdict));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        if (valid && ready) begin
            key <= {key[30:0], key[31] ^ key[21]};
            gap <= GAP;
        end else if (gap != 0) gap <= gap - 1;
        if (verdict) verdicts <= verdicts + 1;
        if (verdicts == 400) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
