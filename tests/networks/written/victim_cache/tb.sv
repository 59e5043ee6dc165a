// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int THINK = 2, VICTIM = 0, ACCESS = 6;
    logic clk = 0, rst = 1, finished;
    logic [15:0] total, wanted;
    logic [15:0] words[0:1023];
    logic [9:0] block, address;
    int cycles = 0;
    always #5 clk = ~clk;
    victim_cache #(.THINK(THINK), .VICTIM(VICTIM), .ACCESS(ACCESS)) dut (.clk, .rst, .total, .finished);
    initial begin
        wanted = 0;
        for (int i = 0; i < 1024; i++) words[i] = 16'(i * 3);
        for (int n = 0; n < 600; n++) begin
            block   = 10'(n / 8 * 37);
            address = {block[7:0], n[1:0]};
            if (n[3] && n[1:0] == 2'd1) words[address] = 16'(n);
            else wanted += words[address];
        end
    end
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (!rst && finished) begin
            if (total != wanted) $display("wrong: total %0d, not %0d", total, wanted);
            else $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
