// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int MAKE = 4, CHECK = 14, STORE = 6;
    logic clk = 0, arst_n = 0, stored;
    int cycles = 0, words = 0;
    initial forever #5 clk = ~clk;
    initial #33 arst_n = 1;
    toggle_link #(.MAKE(MAKE), .CHECK(CHECK), .STORE(STORE)) dut (.*);
    always @(posedge clk) begin
        cycles++;
        if (stored) words++;
        if (words == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
