// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter EVERY = 9;
    reg clk = 0, nrst = 0;
    reg [7:0] d = 8'h30;
    wire rd_n, en;
    wire [15:0] total;
    integer cycles = 0, bytes = 0, wait_left = 0;
    wire rxf_n = !(nrst && wait_left == 0);
    external_fifo dut (.clk(clk), .nrst(nrst), .usb_rxf_n(rxf_n), .usb_rd_n(rd_n), .usb_d(d), .total(total), .total_en(en));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) nrst <= 1;
        if (!rd_n) begin
            d         <= d == 8'h39 ? 8'h30 : d + 1;
            wait_left <= EVERY - 1;
        end else if (wait_left != 0) wait_left <= wait_left - 1;
        if (en) bytes <= bytes + 1;
        if (bytes == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
