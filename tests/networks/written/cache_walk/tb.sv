// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int WORK = 2, LATENCY = 22;
    logic clk = 0, rst = 1, visited;
    int cycles = 0, visits = 0;
    always #5 clk = ~clk;
    cache_walk #(.WORK(WORK), .LATENCY(LATENCY)) dut (.*);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (visited) visits <= visits + 1;
        if (visits == 600) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
