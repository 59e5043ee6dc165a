// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter GAP = 2, WORK = 12, WRITE = 2;
    reg clk = 0, rst = 1;
    wire stored;
    wire [15:0] last;
    integer cycles = 0, words = 0;
    always #5 clk = ~clk;
    four_phase_link #(.GAP(GAP), .WORK(WORK), .WRITE(WRITE)) dut (.clk(clk), .rst(rst), .stored(stored), .last(last));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) rst <= 0;
        if (stored) words <= words + 1;
        if (words == 250) begin
            $display("last %h", last);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
