// SPDX-License-Identifier: Apache-2.0
// Stops and restarts the animation clock, changes the number of digits, and counts what was lit.
// Inputs change on the falling clock edge.
`timescale 1ns / 1ns

module tb;
    reg        clk = 1'b0, rst = 1'b0, animate = 1'b0;
    reg  [3:0] digits_used = 4'b1111;
    wire [3:0] anode;
    wire [1:0] brightness;
    wire [7:0] rounds;
    integer    lit0 = 0, lit3 = 0, errors = 0, k;

    always #5 clk = ~clk;

    gated_display u_display (
        .clk(clk), .rst(rst), .animate(animate), .digits_used(digits_used), .anode(anode),
        .brightness(brightness), .rounds(rounds)
    );

    always @(negedge clk) if (!rst) begin
        if (!anode[0]) lit0 <= lit0 + 1;
        if (!anode[3]) lit3 <= lit3 + 1;
        if (anode != 4'b1111 && anode != 4'b1110 && anode != 4'b1101 && anode != 4'b1011 && anode != 4'b0111)
            errors = errors + 1;
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        // The reset rises after time 0, so that the latch of the clock gate sees a change.
        #1 rst = 1'b1;
        animate = 1'b1;
        repeat (20) @(negedge clk);
        #1 rst = 1'b0;
        for (k = 0; k < 20; k = k + 1) begin
            repeat (50) @(negedge clk);
            animate = k % 3 != 0;
            repeat (50) @(negedge clk);
            if (k == 10) digits_used = 4'b0011;
        end
        if (errors == 0 && lit0 > lit3 && lit3 > 0 && rounds > 20)
            $display("PASS lit0=%0d lit3=%0d rounds=%0d", lit0, lit3, rounds);
        else
            $display("FAIL errors=%0d lit0=%0d lit3=%0d rounds=%0d", errors, lit0, lit3, rounds);
        $finish;
    end
endmodule
