// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int WORK = 10, HOLD = 12;
    logic clk = 0, rst = 1;
    logic [3:0] loaded;
    int cycles = 0, loads = 0;
    always #5 clk = ~clk;
    mutex_claimants #(.WORK(WORK), .HOLD(HOLD)) dut (.clk, .rst, .loaded);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (!rst) loads <= loads + loaded[0] + loaded[1] + loaded[2] + loaded[3];
        if (loads >= 400) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
