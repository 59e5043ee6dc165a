// SPDX-License-Identifier: Apache-2.0
module tb;
    reg clk = 0, slow = 0, rst = 1, go = 0;
    always #5 clk = ~clk;
    always #7 slow = ~slow;
    waved dut (.clk(clk), .slow(slow), .rst(rst), .go(go));
    initial begin
        $dumpfile("waved.vcd");
        $dumpvars(0, tb);
        #33 rst = 0;
        #200 go = 1;
        #3000 $finish;
    end
endmodule
