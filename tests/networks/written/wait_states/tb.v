// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter IDLES = 1, WAITS = 9, PULSE = 3;
    reg clk = 0, reset_n = 0;
    wire strobe;
    wire [7:0] pins;
    integer cycles = 0, bytes = 0;
    always #5 clk = ~clk;
    wait_states #(.IDLES(IDLES), .WAITS(WAITS), .PULSE(PULSE)) dut (.clk(clk), .reset_n(reset_n), .strobe(strobe), .pins(pins));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) reset_n <= 1;
        if (strobe) bytes <= bytes + 1;
        if (bytes == 250) begin
            $display("pins %h", pins);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
