// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int PIXELS = 64, WORDS = 16, BINS = 16;
    logic clk = 0, rst = 1, frame;
    logic [3:0] peak;
    int cycles = 0, frames = 0;
    always #5 clk = ~clk;
    kernel_sequence #(.PIXELS(PIXELS), .WORDS(WORDS), .BINS(BINS)) dut (.clk, .rst, .frame, .peak);
    always @(posedge clk) begin
        cycles++;
        if (cycles == 4) rst <= 0;
        if (frame) frames++;
        if (frames == 60) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
