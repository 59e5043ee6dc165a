// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int HARD = 24, COLOURED = 21;
    logic clk = 0, rst = 1, dst_rdy, painted;
    logic [15:0] code = 0;
    int cycles = 0, pixels = 0;
    always #5 clk = ~clk;
    moving_phases #(.HARD(HARD), .COLOURED(COLOURED)) dut (.clk, .rst, .src_rdy(!rst), .dst_rdy, .code, .painted);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (!rst && dst_rdy) code <= code + 16'd1;
        if (painted) pixels <= pixels + 1;
        if (pixels == 400) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
