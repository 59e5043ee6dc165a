// SPDX-License-Identifier: Apache-2.0
// Bounces two buttons and counts the presses that a person would count.
`timescale 1ns / 1ns

module tb;
    reg        clk = 1'b0, rst = 1'b1;
    reg  [1:0] raw = 2'b00;
    wire [1:0] clean;
    wire [7:0] left_presses, right_presses;
    integer    n, k;

    always #5 clk = ~clk;

    escaped_names u_dut (
        .clk(clk), .rst(rst), .raw(raw), .clean(clean), .left_presses(left_presses), .right_presses(right_presses)
    );

    task settle(input which, input value);
        begin
            for (k = 0; k < 5; k = k + 1) begin
                raw[which] = value;
                repeat (k) @(negedge clk);
                @(negedge clk);
                raw[which] = !value;
                repeat (2) @(negedge clk);
            end
            raw[which] = value;
            repeat (20) @(negedge clk);
        end
    endtask

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (3) @(negedge clk);
        rst = 1'b0;
        repeat (5) @(negedge clk);
        for (n = 0; n < 30; n = n + 1) begin
            settle(n % 3 == 0, 1'b1);
            settle(n % 3 == 0, 1'b0);
        end
        if (left_presses == 20 && right_presses == 10) $display("PASS left=%0d right=%0d", left_presses, right_presses);
        else $display("FAIL left=%0d right=%0d", left_presses, right_presses);
        $finish;
    end
endmodule
