// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter PACE = 2, SETUP = 2, TPROG = 160;
    reg clk = 0, nrst = 0;
    wire stored;
    wire [15:0] sum;
    integer cycles = 0, pages = 0, i;
    reg [15:0] wanted;
    reg [7:0] parity, value, next = 0;
    flash_pages #(.PACE(PACE), .SETUP(SETUP), .TPROG(TPROG)) dut (.CLK(clk), .NRST(nrst), .STORED(stored), .SUM(sum));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) nrst <= 1;
        if (stored && nrst) begin
            wanted = 0;
            parity = 0;
            for (i = 0; i < 32; i = i + 1) begin
                value  = next + i;
                parity = parity ^ value;
                wanted = {wanted[14:0], wanted[15]} + value;
            end
            wanted = {wanted[14:0], wanted[15]} + parity;
            next   = next + 32;
            if (sum !== wanted) begin
                $display("wrong: page %0d has %h, not %h", pages, sum, wanted);
                $finish;
            end
            pages <= pages + 1;
        end
        if (pages == 40) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
