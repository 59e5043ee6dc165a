// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int DECODE = 40, CYCLES = 4, GAP = 3;
    logic clk = 0, rst = 1, frame_valid, frame_ready, good;
    int cycles = 0, frames = 0, gap = 0;
    always #5 clk = ~clk;
    assign frame_valid = !rst && gap == 0;
    channel_array #(.DECODE(DECODE), .CYCLES(CYCLES)) dut (.*);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (frame_valid && frame_ready) gap <= GAP;
        else if (gap != 0) gap <= gap - 1;
        if (good) frames <= frames + 1;
        if (frames == 400) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
