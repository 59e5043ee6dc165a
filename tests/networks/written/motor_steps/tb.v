// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter THINK = 12;
    parameter PERIOD = 8;
    reg  clk = 1'b0;
    reg  rst = 1'b1;
    wire pulse, moved;
    integer cycles = 0;
    integer moves  = 0;
    motor_steps #(.THINK(THINK), .PERIOD(PERIOD)) dut (.clk(clk), .rst(rst), .pulse(pulse), .moved(moved));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst    <= cycles < 6;
        if (moved) moves <= moves + 1;
        if (moves == 200) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
