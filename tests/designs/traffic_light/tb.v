// SPDX-License-Identifier: Apache-2.0
// Drives random cars and walkers and checks the safety of the crossing in every cycle. Two resets
// come in the middle of the run, one of them shorter than a clock period.
`timescale 1ns / 1ns

module tb;
    reg         clk = 1'b0, rst_n = 1'b1, car_waiting = 1'b0, walk_button = 1'b0;
    wire [2:0]  main_light, side_light;
    wire        walk;
    reg  [31:0] rng = 32'h2545f491;
    integer     errors = 0, greens = 0, walks = 0;
    reg  [2:0]  last_side = 3'b100;
    reg         last_walk = 1'b0;

    always #10 clk = ~clk;

    traffic_light #(.GREEN_TIME(12), .YELLOW_TIME(3)) dut (
        .clk(clk), .rst_n(rst_n), .car_waiting(car_waiting), .walk_button(walk_button),
        .main_light(main_light), .side_light(side_light), .walk(walk)
    );

    function [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            xorshift = y ^ (y << 5);
        end
    endfunction

    // Inputs change at the rising edge, half a period away from the edge the design works on.
    always @(posedge clk) begin
        rng         <= xorshift(rng);
        car_waiting <= rng[5:0] == 0 ? 1'b1 : rng[9:6] == 0 ? 1'b0 : car_waiting;
        walk_button <= rng[17:10] == 0;
        if (!main_light[2] && !side_light[2]) errors = errors + 1;
        if (walk && (!main_light[2] || !side_light[2])) errors = errors + 1;
        if (side_light[0] && !last_side[0]) greens <= greens + 1;
        if (walk && !last_walk) walks <= walks + 1;
        last_side <= side_light;
        last_walk <= walk;
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        #3 rst_n = 1'b0;
        #64 rst_n = 1'b1;
        #20000 rst_n = 1'b0;
        #6 rst_n = 1'b1;
        #20003 rst_n = 1'b0;
        #130 rst_n = 1'b1;
        #20000;
        if (errors == 0 && greens > 10 && walks > 2) $display("PASS greens=%0d walks=%0d", greens, walks);
        else $display("FAIL errors=%0d greens=%0d walks=%0d", errors, greens, walks);
        $finish;
    end
endmodule
