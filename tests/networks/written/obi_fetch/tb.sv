// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int Latency = 8, Cycles = 4;
    logic clk = 1'b0, rst_n = 1'b0, retired;
    int cycles = 0, instructions = 0;
    always #10 clk = ~clk;
    obi_fetch #(.Latency(Latency), .Cycles(Cycles)) dut (.clk_i(clk), .rst_ni(rst_n), .retired_o(retired));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) rst_n <= 1'b1;
        if (retired) instructions <= instructions + 1;
        if (instructions == 500) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
