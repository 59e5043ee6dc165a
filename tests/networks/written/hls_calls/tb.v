// SPDX-License-Identifier: Apache-2.0
`timescale 1 ns / 1 ps
module tb;
    parameter FILL = 64, SEARCH = 64;
    reg ap_clk = 0, ap_rst = 1;
    wire done, idle, ready;
    wire [15:0] result;
    integer cycles = 0, calls = 0;
    hls_calls #(.FILL(FILL), .SEARCH(SEARCH)) dut (
        .ap_clk(ap_clk), .ap_rst(ap_rst), .ap_start(!ap_rst), .ap_done(done), .ap_idle(idle), .ap_ready(ready), .ap_return(result));
    always #5 ap_clk = ~ap_clk;
    always @(posedge ap_clk) begin
        cycles <= cycles + 1;
        if (cycles == 5) ap_rst <= 0;
        if (done) calls <= calls + 1;
        if (calls == 20) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
