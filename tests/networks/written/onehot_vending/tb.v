// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter COINS = 4, LINES = 12, DROP = 3;
    reg clk, rst_n;
    wire taken, served;
    integer cycles, people;
    onehot_vending #(COINS, LINES, DROP) dut (clk, rst_n, rst_n, taken, served);
    initial begin
        clk = 0; rst_n = 0; cycles = 0; people = 0;
        #42 rst_n = 1;
    end
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles = cycles + 1;
        if (served) people = people + 1;
        if (people == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
