// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter EVERY = 30, BAUD = 5, LOG2 = 4;
    reg clk = 0, rst = 1;
    wire txd, taken;
    integer cycles = 0, bytes = 0;
    event_logger #(.EVERY(EVERY), .BAUD(BAUD), .LOG2(LOG2)) dut (.clk(clk), .rst(rst), .txd(txd), .taken(taken));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (taken) bytes <= bytes + 1;
        if (bytes == 200) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
