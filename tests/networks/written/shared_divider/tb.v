// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter THINK = 6, BITS = 16;
    reg clk = 0, rst = 1;
    wire [1:0] update;
    integer cycles = 0, updates = 0;
    shared_divider #(.THINK(THINK), .BITS(BITS)) dut (.clk(clk), .rst(rst), .update(update));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (!rst) updates <= updates + update[0] + update[1];
        if (updates >= 400) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
