// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int SPEED = 1, THINK = 90;
    logic clk = 0, rst = 1, cmd_write = 0, cmd_busy, irq;
    logic [15:0] cmd_length = 20, checksum;
    int cycles = 0, jobs = 0, think = 5;
    always #5 clk = ~clk;
    host_calls #(.SPEED(SPEED)) dut (.*);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        cmd_write <= 1'b0;
        if (!rst) begin
            if (irq) begin
                jobs  <= jobs + 1;
                think <= THINK;
            end else if (think > 1) think <= think - 1;
            else if (think == 1) begin
                think     <= 0;
                cmd_write <= 1'b1;
            end
        end
        if (jobs == 100) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
