// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter UPPER = 16, LOWER = 40;
    reg clk = 0, rst_n = 0;
    wire over;
    integer cycles = 0, rounds = 0;
    barrier_workers #(.UPPER(UPPER), .LOWER(LOWER)) dut (.clk(clk), .rst_n(rst_n), .round_over(over));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        if (over) rounds <= rounds + 1;
        if (rounds == 120) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
