// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int REST = 1, WAITS = 11, STEPS = 3;
    logic clk = 0, resetn = 0, mean_valid;
    logic [11:0] mean;
    int cycles = 0, means = 0;
    always #5 clk = ~clk;
    apb_sensor #(.REST(REST), .WAITS(WAITS), .STEPS(STEPS)) dut (.pclk(clk), .presetn(resetn), .mean_valid, .mean);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) resetn <= 1;
        if (mean_valid) means <= means + 1;
        if (means == 200) begin
            $display("mean %h", mean);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
